/** Hears what a socket brings: events of streams, and answers to questions. */

import type { ConnectionRules } from "../tables.ts";
import { BytesArrival } from "./arrival.ts";
import { peekStream, readFrame } from "./frames.ts";
import type { Routes } from "./routes.ts";
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
  /** A message that is a part of these bytes. */
  readonly hearBytes: (bytes: Uint8Array, start: number, end: number) => void;
  /** Something came that is no message. */
  readonly heard: () => void;
  /** When something came last. */
  readonly heardMs: () => number;
}

/** What an ear works by. */
export interface EarParts {
  readonly settings: Pick<StreamSettings, "now" | "messageLengthMax">;
  readonly rules: ConnectionRules;
  readonly routes: Routes;
}

/** Makes the ear of a socket. */
export function createEar({ settings, rules, routes }: EarParts, owner: EarOwner): Ear {
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
    if (typeof frame !== "string") return hearBytes(frame, 0, frame.length);
    if (owner.isDeaf()) return;
    noteTime();
    if (frame.length > messageLengthMax) return owner.tooLong();
    const stream = peekStream(frame, rules);
    if (stream === undefined || !routes.isUnread(stream)) return readAny(frame);
    owner.event({ stream, data: undefined, frame });
  };

  /** Nearly all are events of a known stream in a known form. */
  const hearBytes = (bytes: Uint8Array, start: number, end: number): void => {
    if (owner.isDeaf()) return;
    noteTime();
    if (end - start > messageLengthMax) return owner.tooLong();
    const feed = routes.read(bytes, start, end);
    if (feed === undefined) return readAny(bytes.subarray(start, end));
    owner.event(new BytesArrival(feed, routes.data, bytes, start, end));
  };

  const readAny = (frame: string | Uint8Array): void => {
    const read = readFrame(frame, rules);
    if (read.kind === "unread") return owner.unread(read.reason);
    if (read.kind === "answer") return owner.answer(read.id, read.refusal);
    const { stream, data } = read;
    owner.event({ stream, data: routes.learn(stream, data), frame });
  };

  return {
    hear,
    hearBytes,
    heard: () => {
      heardMs = now();
    },
    heardMs: () => heardMs,
  };
}
