/** One socket of the stream client: opens, asks for streams, notices its own death, ends once. */

import { createTimers } from "../timers.ts";
import { createEar } from "./ear.ts";
import { createPacer } from "./pacer.ts";
import { addressOf, batchesOf, messagesPerWindow, planConnection } from "./plan.ts";
import type { LinkEnd } from "./return.ts";
import type { SocketListener } from "./socket.ts";
import { abandon, codeNone, codeNormal, listen, send, statusIn } from "./socket.ts";
import type { Arrival, StreamSettings, StreamSocket, StreamTables } from "./types.ts";

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
  readonly isRaw: (name: string) => boolean;
  readonly owner: LinkOwner;
  readonly tables: StreamTables;
  readonly settings: StreamSettings;
}

const codeNotText = 1003;
const codeTooBig = 1009;

/** Opens a socket that carries these streams. */
export function openLink(parts: LinkParts): Link {
  const { address, names, isCareful, isRaw, owner, tables, settings } = parts;
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

  const ask = async (method: string | undefined, params: readonly string[]): Promise<Answer> => {
    if (state === "ended" || method === undefined) return "none";
    const id = (lastId += 1);
    let stop: () => void = () => undefined;
    const answered = new Promise<Answer>((resolve) => {
      questions.set(id, (answer) => {
        stop();
        questions.delete(id);
        resolve(answer);
      });
    });
    pacer.enqueue(() => {
      stop = timers.after(answerMs, () => questions.get(id)?.("none"));
      if (socket !== undefined) send(socket, JSON.stringify({ method, params, id }));
      return answered;
    });
    return answered;
  };

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
    timers.after(Math.max(1, silenceMs - (now() - ear.heardMs())), () => {
      if (now() - ear.heardMs() < silenceMs) return watch();
      if (rules.methods.subscribe === undefined) return owner.silent();
      void probe().then((answered) => {
        if (state === "ended") return;
        if (answered) watch();
        else cut(codeNone, "the exchange has gone silent");
      });
    });
  };

  const ear = createEar(
    { settings, rules, isRaw },
    {
      isDeaf: () => state === "ended",
      event: owner.event,
      answer: (id, refusal) => questions.get(id)?.(refusal === undefined ? "done" : { refusal }),
      tooLong: () => cut(codeTooBig, "a message is too long"),
      unread: (reason) => {
        owner.unread(reason);
        cut(codeNotText, `a message cannot be read: ${reason}`);
      },
    },
  );

  const open = (): void => {
    if (state !== "opening") return;
    state = "open";
    stopOpening();
    ear.heard();
    watch();
    // What comes next may be an event already.
    if (plan.batches.length === 0) return owner.ready();
    void subscribeOrCut(plan.batches).then(() => {
      if (state === "open") owner.ready();
    });
  };

  const stopOpening = timers.after(answerMs, () => cut(codeNone, "it did not open in time"));
  const listener: SocketListener = {
    opened: open,
    heard: ear.hear,
    puzzled: () => cut(codeNotText, "a message is no text"),
    pinged: () => {
      ear.heard();
      pacer.count();
    },
    failed: (words) => {
      status = statusIn(words);
    },
    closed: end,
  };
  try {
    socket = new settings.WebSocket(addressOf(address, plan.opening, tables.query));
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
