/** Serves recorded streams: opens connections, runs timers, responds to their calls. */

import { callable, type OptionRules, oneOf } from "../../runtime/check-options.ts";
import { type Adapters, platform } from "../../runtime/platform.ts";
import type { RecordedCall } from "../recordings/call-recording.ts";
import { parsePairs, splitTarget } from "../recordings/fields.ts";
import { openingKey, requestKey } from "../recordings/requests.ts";
import { openingOf, type StreamRecording } from "../recordings/stream-recording.ts";
import { explainMessage, explainOpening } from "./closest-recording.ts";
import { expectedCall, type PlayerEvent, play, startPlaying } from "./stream-player.ts";

/** Timing of played streams. */
export interface StreamTiming {
  /** `atOnce`: no delays, the default. `real`: the recorded times. */
  readonly timing?: "atOnce" | "real" | undefined;
  /** Runs something after a delay in milliseconds; the platform's when absent. */
  readonly after?: Adapters["after"] | undefined;
}

export const timingRules: OptionRules = { timing: oneOf("atOnce", "real"), after: callable };

/** The server's end of a connection. */
interface ServerConnection {
  readonly send: (text: string) => void;
  readonly close: (code: number, reason: string) => void;
}

/** Events of a connection. */
interface PlayedStream {
  readonly message: (text: string) => void;
  /** The connection is closed; nothing more is sent. */
  readonly closed: () => void;
}

/** A stream to start, or why there is none. */
export type OpeningResult =
  | { readonly kind: "open"; readonly start: (connection: ServerConnection) => PlayedStream }
  | { readonly kind: "refused"; readonly msg: string };

/** Creates a server that counts which streams were opened. */
export function createStreamServer(
  recordings: readonly StreamRecording[],
  timing: StreamTiming = {},
) {
  const live = new Set<Player>();
  const nextRecording = inTurn(recordings, (recording) => openingKey(openingOf(recording)));
  const early = new Map(recordings.flatMap(callsBeforeOpening));
  return {
    open: (target: string): OpeningResult => {
      const { path, query } = splitTarget(target);
      const pairs = parsePairs(query);
      const recording = nextRecording(openingKey({ path, query: Object.fromEntries(pairs) }));
      if (recording === undefined) {
        return { kind: "refused", msg: explainOpening({ path, query: pairs }, recordings) };
      }
      const start = (connection: ServerConnection): PlayedStream => {
        const player = startPlayer(recording, recordings, connection, timing);
        live.add(player);
        const closed = (): void => {
          live.delete(player);
          player.stop();
        };
        return { message: (text) => player.handle({ kind: "message", text }), closed };
      };
      return { kind: "open", start };
    },
    /** The recorded response to a call that an open stream expects. */
    respond: (key: string): RecordedCall | undefined => {
      const waiting = [...live].filter((player) => player.expected(key) !== undefined);
      // A stream that cannot continue without the call has precedence.
      const player = waiting.find((each) => each.expected(key)?.isDue) ?? waiting[0];
      const call = player?.expected(key)?.call;
      player?.handle({ kind: "call", key });
      // The response to a call precedes the messages after it.
      queueMicrotask(() => player?.handle({ kind: "continue" }));
      return call;
    },
    /** The recorded response to a call before a stream opens. */
    respondBeforeOpening: (key: string): RecordedCall | undefined => early.get(key),
  };
}

function callsBeforeOpening({
  steps,
}: StreamRecording): readonly (readonly [string, RecordedCall])[] {
  const opening = steps.findIndex(({ kind }) => kind === "opens");
  return steps
    .slice(0, opening)
    .flatMap((step) => (step.kind === "calls" ? [[requestKey(step.call.request), step.call]] : []));
}

type Player = ReturnType<typeof startPlayer>;

/** Runs the reducer of a stream: sends its messages and sets its timer. */
function startPlayer(
  recording: StreamRecording,
  recordings: readonly StreamRecording[],
  connection: ServerConnection,
  { timing, after = platform.after }: StreamTiming,
) {
  let state = startPlaying(recording, timing === "real");
  let isStopped = false;
  let cancelTimer: (() => void) | undefined;
  const handle = (event: PlayerEvent): void => {
    if (isStopped) return;
    const transition = play(state, event);
    state = transition.state;
    for (const effect of transition.effects) {
      if (isStopped) return;
      switch (effect.kind) {
        case "send":
          connection.send(effect.text);
          break;
        case "close":
          connection.close(effect.code, effect.reason);
          break;
        case "mismatch":
          connection.send(explainMessage(effect.text, recording, effect.expected, recordings));
          break;
        case "wait":
          cancelTimer = after(effect.ms, () => handle({ kind: "timer" }));
      }
    }
  };
  // The client adds its listeners before anything is sent.
  queueMicrotask(() => handle({ kind: "continue" }));
  return {
    handle,
    expected: (key: string) => expectedCall(state, key),
    stop: () => {
      isStopped = true;
      cancelTimer?.();
    },
  };
}

/**
 * Returns recordings of the same request in turns: the next one for a key, and after the last one
 * that one again.
 */
export function inTurn<Recording>(
  recordings: readonly Recording[],
  keyOf: (recording: Recording) => string,
): (key: string) => Recording | undefined {
  const groups = new Map<string, Recording[]>();
  for (const recording of recordings) {
    const key = keyOf(recording);
    groups.set(key, [...(groups.get(key) ?? []), recording]);
  }
  return (key) => {
    const group = groups.get(key) ?? [];
    return group.length > 1 ? group.shift() : group[0];
  };
}
