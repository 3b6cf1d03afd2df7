/** One socket of the stream client: opens, asks for streams, notices its own death, ends once. */

import { peekStream, readFrame } from "./frames.ts";
import { BytesArrival } from "./arrival.ts";
import { createPacer } from "./pacer.ts";
import { batchesOf, messagesPerWindow, planConnection } from "./plan.ts";
import type { Routes } from "./routes.ts";
import { abandon, listen, send, type SocketListener, statusIn } from "./socket.ts";
import type { Arrival, StreamSettings, StreamSocket, StreamTables } from "./types.ts";
import { createTimers } from "../timers.ts";

/** Why a socket is gone. */
export interface LinkEnd {
  /** The close code; 1006 when there was none. */
  readonly code: number;
  readonly reason: string;
  readonly wasOpen: boolean;
  /** The status that the upgrade was answered with, where the platform tells it. */
  readonly status: number | undefined;
  /** There can be no socket with this address. */
  readonly isHopeless: boolean;
}

/** What the owner of a link is told; nothing comes after `ended`. */
export interface LinkOwner {
  /** Every stream that the link was made with has been asked for, and answered. */
  readonly ready: () => void;
  readonly event: (arrival: Arrival) => void;
  /** The exchange does not give this stream. */
  readonly refused: (stream: string, reason: string) => void;
  /** A message that is none of the exchange's. */
  readonly unread: (reason: string) => void;
  /** Nothing came for a while, and there is no way to ask whether anybody is there. */
  readonly silent: () => void;
  readonly ended: (end: LinkEnd) => void;
}

/** One socket. */
export interface Link {
  /** Asks for more streams, once it is ready; resolves when all are answered. */
  readonly add: (names: readonly string[]) => Promise<void>;
  readonly remove: (names: readonly string[]) => void;
  readonly close: () => void;
}

/** How a link is made. */
export interface LinkParts {
  /** Without streams in it. */
  readonly address: string;
  readonly names: readonly string[];
  /** Asks for every stream on the open connection, where one bad name does not spoil the rest. */
  readonly isCareful: boolean;
  /** How the streams are read. */
  readonly routes: Routes;
  readonly owner: LinkOwner;
  readonly tables: StreamTables;
  readonly settings: StreamSettings;
}

/** The code of an orderly end. */
export const codeNormal = 1000;
/** The code of a connection that ended without one. */
export const codeNone = 1006;
const codeNotText = 1003;
const codeTooBig = 1009;

/** Opens a socket that carries these streams. */
export function openLink(parts: LinkParts): Link {
  const { address, names, isCareful, routes, owner, tables, settings } = parts;
  const { answerMs, silenceMs, now } = settings;
  const { limits, rules } = tables;
  const { inboundWindowMs: windowMs } = limits;
  const pacer = createPacer({ amount: messagesPerWindow(limits), windowMs }, settings);
  const timers = createTimers(settings.after);
  const plan = isCareful
    ? { opening: [], batches: batchesOf(names) }
    : planConnection(names, tables);
  const carried = new Set(names);
  const questions = new Map<number, (answer: Answer) => void>();
  let state: "opening" | "open" | "ended" = "opening";
  let lastId = 0;
  let heardMs = now();
  let isHeard = false;
  let status: number | undefined;
  let isHopeless = false;
  let socket: StreamSocket | undefined;

  const end = (code: number, reason: string): void => {
    if (state === "ended") return;
    const wasOpen = state === "open";
    state = "ended";
    pacer.close();
    timers.close();
    for (const answer of [...questions.values()]) answer("none");
    owner.ended({ code, reason, wasOpen, status, isHopeless });
  };

  /** Ends at once, whatever the peer does. */
  const cut = (code: number, reason: string): void => {
    if (state === "ended") return;
    if (socket !== undefined) abandon(socket, code !== codeNormal);
    end(code, reason);
  };

  const ask = (method: string | undefined, params: readonly string[]): Promise<Answer> =>
    new Promise((resolve) => {
      if (state === "ended" || method === undefined) return resolve("none");
      const id = (lastId += 1);
      let stop: () => void = () => undefined;
      questions.set(id, (answer) => {
        stop();
        questions.delete(id);
        resolve(answer);
      });
      pacer.enqueue(() => {
        stop = timers.after(answerMs, () => questions.get(id)?.("none"));
        if (socket !== undefined) send(socket, JSON.stringify({ method, params, id }));
      });
    });

  /** False when the exchange does not answer. One bad name has a whole message refused. */
  const subscribe = async (batch: readonly string[]): Promise<boolean> => {
    const answer = await ask(rules.methods.subscribe, batch);
    if (answer === "none" || answer === "done") return answer === "done";
    const [only = ""] = batch;
    const half = Math.ceil(batch.length / 2);
    if (batch.length > 1) return subscribeAll([batch.slice(0, half), batch.slice(half)]);
    carried.delete(only);
    owner.refused(only, answer.refusal);
    return true;
  };

  const subscribeAll = async (batches: readonly (readonly string[])[]): Promise<boolean> => {
    const answers = await Promise.all(batches.map(subscribe));
    return answers.every((answered) => answered);
  };

  const subscribeOrCut = async (batches: readonly (readonly string[])[]): Promise<void> => {
    if (!(await subscribeAll(batches))) cut(codeNone, "a subscription was not answered");
  };

  // Asking for what is there already changes nothing, and is answered in its turn.
  const probe = async (): Promise<boolean> => {
    return (await ask(rules.methods.subscribe, [...carried].slice(0, 1))) !== "none";
  };

  const watch = (): void => {
    timers.after(Math.max(1, silenceMs - (now() - heardMs)), () => {
      if (now() - heardMs < silenceMs) return watch();
      if (rules.methods.subscribe === undefined) return owner.silent();
      void probe().then((answered) => {
        if (state === "ended") return;
        if (answered) watch();
        else cut(codeNone, "the exchange has gone silent");
      });
    });
  };

  /** Messages that come together are heard at one time: a look at the clock for each costs. */
  const hearNow = (): void => {
    if (isHeard) return;
    isHeard = true;
    heardMs = now();
    queueMicrotask(forget);
  };
  const forget = (): void => {
    isHeard = false;
  };

  const hear = (frame: string | Uint8Array): void => {
    if (typeof frame !== "string") return hearBytes(frame, 0, frame.length);
    if (state === "ended") return;
    hearNow();
    if (frame.length > settings.messageLengthMax) return cut(codeTooBig, "a message is too long");
    const stream = peekStream(frame, rules);
    if (stream === undefined || !routes.isUnread(stream)) return hearAny(frame);
    owner.event({ stream, data: undefined, frame });
  };

  /** Nearly all are events of a known stream in a known form. */
  const hearBytes = (bytes: Uint8Array, start: number, end: number): void => {
    if (state === "ended") return;
    hearNow();
    if (end - start > settings.messageLengthMax) return cut(codeTooBig, "a message is too long");
    if (!routes.read(bytes, start, end)) return hearAny(bytes.subarray(start, end));
    owner.event(new BytesArrival(routes.stream, routes.data, bytes, start, end));
  };

  const hearAny = (frame: string | Uint8Array): void => {
    const read = readFrame(frame, rules);
    if (read.kind === "event") {
      const { stream } = read;
      return owner.event({ stream, data: routes.learn(stream, read.data), frame });
    }
    if (read.kind === "unread") {
      owner.unread(read.reason);
      return cut(codeNotText, `a message cannot be read: ${read.reason}`);
    }
    const { id, refusal } = read;
    questions.get(id)?.(refusal === undefined ? "done" : { refusal });
  };

  const open = (): void => {
    if (state !== "opening") return;
    state = "open";
    stopOpening();
    heardMs = now();
    watch();
    void subscribeOrCut(plan.batches).then(() => {
      if (state === "open") owner.ready();
    });
  };

  const stopOpening = timers.after(answerMs, () => cut(codeNone, "it did not open in time"));
  const listener: SocketListener = {
    opened: open,
    heard: hear,
    heardBytes: hearBytes,
    puzzled: () => cut(codeNotText, "a message is no text"),
    pinged: () => {
      heardMs = now();
      pacer.count();
    },
    failed: (words) => {
      status = statusIn(words);
    },
    closed: end,
  };
  try {
    socket = new settings.WebSocket(addressOf(address, plan.opening, tables));
    listen(socket, listener);
  } catch {
    isHopeless = true;
    end(codeNone, "there can be no socket with its address");
  }
  return {
    add: (more) => {
      for (const name of more) carried.add(name);
      return subscribeOrCut(batchesOf(more));
    },
    remove: (less) => {
      for (const name of less) carried.delete(name);
      for (const batch of batchesOf(less)) void ask(rules.methods.unsubscribe, batch);
    },
    close: () => cut(codeNormal, "closed by the client"),
  };
}

/** `none`: there was no answer in time. */
type Answer = "done" | "none" | { readonly refusal: string };

function addressOf(address: string, names: readonly string[], { query }: StreamTables): string {
  if (names.length === 0) return address;
  // A name holds nothing that an address cannot, and servers split before they decode.
  return `${address}?${query.parameter}=${names.map(encodeName).join(query.separator)}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll("%40", "@");
}
