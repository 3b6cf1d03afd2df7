/** A stream client on sockets that a test drives, and what its consumers see. */

import { createStreamClient } from "../../../runtime/streams/client.ts";
import type { StreamOptions } from "../../../runtime/streams/options.ts";
import type { StreamConsumer, StreamNotice, StreamTables } from "../../../runtime/streams/types.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import { tables } from "./stream-world.ts";

export const trade = { name: "btcusdt@trade", id: "trade" };

/** A message of a trade. */
export const textOf = (t: number, stream = trade.name): string =>
  JSON.stringify({ stream, data: { e: "trade", s: "BTCUSDT", t } });

/** A client of `ws://x`, unless other options are given. */
export function drivenClient(own: Partial<StreamOptions> = {}, limits: object = {}, isWs = false) {
  const clock = createVirtualClock(0);
  const notices: StreamNotice[] = [];
  const sockets: DrivenSocket[] = [];
  class DrivenSocket {
    binaryType = "";
    readonly sent: string[] = [];
    readonly closes: unknown[] = [];
    readonly #listeners = new Map<string, (event: object) => void>();
    readonly url: string;
    constructor(url: string) {
      this.url = url;
      sockets.push(this);
    }
    addEventListener(type: string, listener: (event: object) => void): void {
      this.#listeners.set(type, listener);
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(code?: number): void {
      this.closes.push(code);
    }
    bring(type: string, event: object = {}): void {
      this.#listeners.get(type)?.(event);
    }
    text(data: string): void {
      this.bring("message", { data });
    }
  }
  /** As the package ws has them. */
  class WsSocket extends DrivenSocket {
    readonly #handlers = new Map<string, (data: Uint8Array, isBinary: boolean) => void>();
    on(type: string, handle: (data: Uint8Array, isBinary: boolean) => void): void {
      this.#handlers.set(type, handle);
    }
    ping(): void {
      this.#handlers.get("ping")?.(new Uint8Array(), false);
    }
    terminate(): void {
      this.closes.push("terminated");
    }
  }
  const given: StreamTables = { ...tables, limits: { ...tables.limits, ...limits } };
  const client = createStreamClient(given, {
    url: "ws://x",
    WebSocket: isWs ? WsSocket : DrivenSocket,
    ...{ now: clock.now, after: clock.after, random: () => 0.5, messageLengthMax: 200 },
    onEvent: (notice) => notices.push(notice),
    ...own,
  });
  const seen: unknown[] = [];
  const consumer = (name: string, own: Partial<StreamConsumer> = {}): StreamConsumer => ({
    event: (data) => seen.push(`${name} ${(data as { t: number }).t}`),
    gap: (reason) => seen.push(`${name} gap: ${reason}`),
    live: () => seen.push(`${name} live`),
    refused: ({ message }) => seen.push(`${name}: ${message}`),
    ...own,
  });
  const open = async (): Promise<DrivenSocket> => {
    await clock.run(0);
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error("no socket");
    socket.bring("open");
    await clock.run(0);
    return socket;
  };
  const kinds = (): string => notices.map(({ kind }) => kind).join(" ");
  return { clock, notices, kinds, sockets, client, seen, consumer, open };
}
