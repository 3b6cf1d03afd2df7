/** The options of a stream client with everything filled in. */

import { platform } from "../defaults.ts";
import { TradespecError } from "../errors.ts";
import type { StreamOptions, StreamSettings, StreamSocketClass } from "./types.ts";

/**
 * Fills in what is absent.
 * @throws TradespecError where there is no WebSocket.
 */
export function settleStreams(options: StreamOptions): StreamSettings {
  const { url, onEvent = () => undefined } = options;
  return {
    url: (stream) => [typeof url === "function" ? url(stream) : url].flat(),
    WebSocket: options.WebSocket ?? platformSocket(),
    now: options.now ?? platform.now,
    after: options.after ?? platform.after,
    random: options.random ?? platform.random,
    silenceMs: options.silenceMs ?? 60_000,
    answerMs: options.answerMs ?? 10_000,
    quietMs: options.quietMs ?? Number.POSITIVE_INFINITY,
    spreadMs: options.spreadMs ?? 10_000,
    renewBeforeMs: options.renewBeforeMs ?? 600_000,
    overlapMs: options.overlapMs ?? 10_000,
    backlogMax: options.backlogMax ?? 1000,
    messageLengthMax: options.messageLengthMax ?? 4 * 1024 * 1024,
    notify: (notice) => {
      try {
        onEvent(notice);
      } catch {
        // Its owner has to look after it.
      }
    },
  };
}

function platformSocket(): StreamSocketClass {
  const { WebSocket } = globalThis as { readonly WebSocket?: StreamSocketClass };
  if (WebSocket !== undefined) return WebSocket;
  throw new TradespecError("This platform has no WebSocket; give one in the options.");
}
