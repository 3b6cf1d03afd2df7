/** Hears what a socket brings: events of streams, and answers to questions. */

import type { ConnectionRules } from "../tables.ts";
import { peekStream, readFrame } from "./frames.ts";
import type { Arrival, StreamSettings } from "./types.ts";

/** What is told of what was heard. */
export interface EarOwner {
  /** Nothing is heard any more. */
  readonly isDeaf: () => boolean;
  readonly event: (arrival: Arrival) => void;
  readonly answer: (id: number, refusal: string | undefined) => void;
  readonly tooLong: () => void;
  readonly unread: (reason: string) => void;
}

/** The ear of one socket. */
export interface Ear {
  /** A message as text, or in bytes of its own. */
  readonly hear: (frame: string | Uint8Array) => void;
  /** Something came that is no message. */
  readonly heard: () => void;
  /** When something came last. */
  readonly heardMs: () => number;
}

/** What an ear works by. */
export interface EarParts {
  readonly settings: Pick<StreamSettings, "now" | "messageLengthMax">;
  readonly rules: ConnectionRules;
  readonly isRaw: (name: string) => boolean;
}

/** Makes the ear of a socket. */
export function createEar({ settings, rules, isRaw }: EarParts, owner: EarOwner): Ear {
  const { now, messageLengthMax } = settings;
  let heardMs = now();
  let isFresh = false;

  /** Messages that come together are heard at one time: a look at the clock for each costs. */
  const noteTime = (): void => {
    if (isFresh) return;
    isFresh = true;
    heardMs = now();
    queueMicrotask(forget);
  };
  const forget = (): void => {
    isFresh = false;
  };

  const hear = (frame: string | Uint8Array): void => {
    if (owner.isDeaf()) return;
    noteTime();
    if (frame.length > messageLengthMax) return owner.tooLong();
    const raw = peekStream(frame, rules);
    if (raw !== undefined && isRaw(raw)) {
      return owner.event({ stream: raw, data: undefined, frame });
    }
    const read = readFrame(frame, rules);
    if (read.kind === "unread") return owner.unread(read.reason);
    if (read.kind === "answer") return owner.answer(read.id, read.refusal);
    const { stream, data } = read;
    owner.event({ stream, data, frame });
  };

  return {
    hear,
    heard: () => {
      heardMs = now();
    },
    heardMs: () => heardMs,
  };
}
