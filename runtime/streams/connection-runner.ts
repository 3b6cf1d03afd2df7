/** Runs a connection: owns its sockets and timers, and performs the effects of its reducer. */

import {
  type ConnectionConfig,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  currentSocket,
  newConnection,
  reduceConnection,
} from "./connection.ts";
import type { DecodedMessage } from "./decode.ts";
import type { StreamSettings } from "./options.ts";
import { oneByOne } from "./queue.ts";
import { Overlap, type OverlapOwner, type OverlapReport, overlapWaitingMax } from "./renewal.ts";
import { closeSocket, openSocket, sendText } from "./socket.ts";
import type { SocketStateEvent } from "./socket-state.ts";
import type { StreamMessage, StreamSocket, StreamTables } from "./types.ts";

/** Callbacks of a connection to its client. */
export interface ConnectionOwner extends OverlapOwner {
  readonly decode: (message: string | Uint8Array) => DecodedMessage;
  readonly live: (names: readonly string[]) => void;
  /** Events of these streams may be missing since the last one. */
  readonly gap: (names: readonly string[], reason: string) => void;
  readonly refused: (names: readonly string[], reason: string) => void;
  /** Calls back when another socket may be opened; `false`: it is no longer wanted. */
  readonly requestSlot: (granted: () => boolean) => void;
}

export interface ConnectionParts extends ConnectionConfig {
  readonly owner: ConnectionOwner;
  readonly tables: StreamTables;
  readonly settings: StreamSettings;
}

export class Connection {
  readonly #parts: ConnectionParts;
  #state: ConnectionState;
  readonly #sockets = new Map<number, OpenSocket>();
  /** Functions that cancel the timers, by socket and name. */
  readonly #timers = new Map<string, () => void>();
  #overlap: { readonly successor: number; readonly merge: Overlap } | undefined;

  constructor(parts: ConnectionParts, names: readonly string[]) {
    this.#parts = parts;
    this.#state = newConnection(names);
  }

  /** Passes an event to the reducer; `start` opens the first socket as soon as allowed. */
  readonly dispatch = oneByOne((event: ConnectionEvent): void => this.#step(event));

  #step(event: ConnectionEvent): void {
    const { settings } = this.#parts;
    const nowMs = settings.now();
    const sender = "socket" in event ? this.#sockets.get(event.socket) : undefined;
    const { lastMessageMs = nowMs } = sender ?? {};
    const { lastEventMs = nowMs } = this.#sockets.get(currentSocket(this.#state) ?? 0) ?? {};
    const { state, effects } = reduceConnection(this.#state, event, {
      ...this.#parts,
      nowMs,
      random: settings.random(),
      silentMs: nowMs - lastMessageMs,
      idleMs: nowMs - lastEventMs,
      report: this.#overlap?.merge ?? noOverlap,
    });
    this.#state = state;
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: ConnectionEffect): void {
    const { owner, settings } = this.#parts;
    switch (effect.kind) {
      case "requestSlot": {
        const { socket } = effect;
        return owner.requestSlot(() => {
          const isWanted = this.#state.phase.kind !== "closed";
          if (isWanted) this.dispatch({ kind: "slotGranted", socket });
          return isWanted;
        });
      }
      case "openSocket":
        return this.#open(effect.socket, effect.url);
      case "send": {
        const { socket } = this.#sockets.get(effect.socket) ?? {};
        return socket && sendText(socket, effect.text);
      }
      case "closeSocket":
        return this.#close(effect.socket, effect.isDead);
      case "setTimer":
        return this.#setTimer(effect);
      case "clearTimer":
        return this.#clearTimer(timerKey(effect));
      case "clearTimers":
        return this.#clearTimers("");
      case "beginOverlap":
        return this.#beginOverlap(effect.socket);
      case "finishOverlap":
        return this.#overlap?.merge.finish();
      case "dropOverlap":
        this.#overlap = undefined;
        return;
      case "live":
        return owner.live(effect.names);
      case "gap":
        return owner.gap(effect.names, effect.reason);
      case "refused":
        return owner.refused(effect.names, effect.reason);
      case "notify":
        return settings.notify(effect.notice);
    }
  }

  #open(number: number, url: string): void {
    const { settings } = this.#parts;
    const nowMs = settings.now();
    const times = { lastMessageMs: nowMs, lastEventMs: nowMs, isTimeFresh: false };
    const entry: OpenSocket = { number, socket: undefined, ...times };
    this.#sockets.set(number, entry);
    try {
      entry.socket = openSocket(settings.WebSocket, url, {
        message: (message) => this.#receive(entry, message),
        event: (event) => {
          if (event.kind === "ping") this.#noteTime(entry);
          this.#passOn(number, event);
        },
      });
    } catch {
      this.#passOn(number, { kind: "badAddress" });
    }
  }

  /** Passes on an event of a socket that has not ended. */
  #passOn(socket: number, event: SocketStateEvent): void {
    if (this.#sockets.has(socket)) this.dispatch({ kind: "socket", socket, event });
  }

  /** Messages of one turn share a timestamp: reading the clock for each would be slow. */
  #noteTime(opened: OpenSocket): void {
    if (opened.isTimeFresh) return;
    opened.isTimeFresh = true;
    opened.lastMessageMs = this.#parts.settings.now();
    queueMicrotask(() => {
      opened.isTimeFresh = false;
    });
  }

  #receive(opened: OpenSocket, message: string | Uint8Array): void {
    const { number } = opened;
    // It has ended: drop what still arrives.
    if (!this.#sockets.has(number)) return;
    const { settings, owner } = this.#parts;
    this.#noteTime(opened);
    if (message.length > settings.messageLengthMax) {
      return this.#passOn(number, { kind: "messageTooLong" });
    }
    const decoded = owner.decode(message);
    switch (decoded.kind) {
      case "event":
        return this.#deliver(opened, decoded);
      case "reply": {
        const { kind, id, refusal } = decoded;
        return this.#passOn(number, { kind, id, refusal });
      }
      case "invalid": {
        const { reason, isNoEvent } = decoded;
        const kind = "invalidMessage";
        if (!isNoEvent) return this.#passOn(number, { kind, reason });
        // The interface does not show what else a connection carries, such as pings in JSON.
        return settings.notify({ kind, connection: this.#parts.number, reason });
      }
    }
  }

  /** Emits an event; during a renewal merges it with those of the other socket. */
  #deliver(opened: OpenSocket, message: StreamMessage): void {
    opened.lastEventMs = opened.lastMessageMs;
    if (this.#overlap === undefined) return this.#parts.owner.event(message);
    const { successor, merge } = this.#overlap;
    if (opened.number !== successor) return merge.receiveOld(message);
    merge.receiveNew(message);
    if (merge.waiting > overlapWaitingMax) this.dispatch({ kind: "overlapFull" });
  }

  #beginOverlap(successor: number): void {
    this.#overlap = { successor, merge: new Overlap(this.#parts.owner) };
  }

  #close(number: number, isDead: boolean): void {
    const { socket } = this.#sockets.get(number) ?? {};
    this.#sockets.delete(number);
    this.#clearTimers(`${number} `);
    if (socket !== undefined) closeSocket(socket, isDead);
  }

  #setTimer(effect: Extract<ConnectionEffect, { kind: "setTimer" }>): void {
    const key = timerKey(effect);
    this.#clearTimer(key);
    const cancel = this.#parts.settings.after(effect.delayMs, () => {
      this.#timers.delete(key);
      if ("socket" in effect) this.#passOn(effect.socket, { kind: "timer", name: effect.name });
      else this.dispatch({ kind: "timer", name: effect.name });
    });
    this.#timers.set(key, cancel);
  }

  #clearTimer(key: string): void {
    this.#timers.get(key)?.();
    this.#timers.delete(key);
  }

  #clearTimers(prefix: string): void {
    for (const key of this.#timers.keys()) if (key.startsWith(prefix)) this.#clearTimer(key);
  }
}

/** A socket that has not ended. */
interface OpenSocket {
  readonly number: number;
  /** `undefined` during its constructor. */
  socket: StreamSocket | undefined;
  lastMessageMs: number;
  lastEventMs: number;
  /** Whether `lastMessageMs` was set in this turn. */
  isTimeFresh: boolean;
}

const noOverlap: OverlapReport = { streams: new Map(), waiting: 0 };

function timerKey(timer: { readonly socket?: number; readonly name: string }): string {
  return `${timer.socket ?? "connection"} ${timer.name}`;
}
