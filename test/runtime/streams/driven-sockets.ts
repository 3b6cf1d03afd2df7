/** A stream client on sockets that a test drives, and what its consumers see. */

import { createStreamClient } from "../../../runtime/streams/client.ts";
import type { StreamOptions } from "../../../runtime/streams/options.ts";
import type { StreamConsumer, StreamNotice, StreamTables } from "../../../runtime/streams/types.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import { type FakeSocket, fakeSockets } from "../../support/fake-socket.ts";
import { tables } from "./stream-world.ts";

export const trade = { name: "btcusdt@trade", id: "trade" };

/** A message of a trade. */
export const textOf = (t: number, stream = trade.name): string =>
  JSON.stringify({ stream, data: { e: "trade", s: "BTCUSDT", t } });

/** A client of `ws://x`, unless other options are given. */
export function drivenClient(own: Partial<StreamOptions> = {}, limits: object = {}, isWs = false) {
  const clock = createVirtualClock(0);
  const notices: StreamNotice[] = [];
  const { WebSocket, sockets } = fakeSockets(isWs);
  const given: StreamTables = { ...tables, limits: { ...tables.limits, ...limits } };
  const client = createStreamClient(given, {
    url: "ws://x",
    WebSocket,
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
  const open = async (): Promise<FakeSocket> => {
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
