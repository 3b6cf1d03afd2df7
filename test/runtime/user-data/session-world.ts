/** A session of user data and a sandbox on one virtual clock, and what the engine knows. */

import type { ClientOptions } from "../../../generated/index.ts";
import type { StreamNotice, StreamOptions } from "../../../generated/stream-client.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { isExecutionReport } from "../../../generated/streams.ts";
import type {
  SessionNotice,
  UserEvent,
  UserSession,
  UserSessionOptions,
} from "../../../generated/user-data.ts";
import { watchUserData } from "../../../generated/user-data.ts";
import { toUnits } from "../../../runtime/encoding/decimal.ts";
import type { Command, PlaceCommand, Reply } from "../../../sandbox/engine/messages.ts";
import { unitScale } from "../../../sandbox/engine/units.ts";
import { decimal, orderRecord } from "../../../sandbox/handlers/records.ts";
import type { FaultRule } from "../../../sandbox/index.ts";
import { openOrders, recordedTrades } from "../../sandbox/support/orders-of.ts";
import { createWorld as createCalls } from "../../support/world.ts";

// No virtual time passes while the code of placements is loaded.
await import("../../../generated/placements.ts");

/** Text as the engine counts. */
export const units = (text: string): bigint => toUnits(text, unitScale);

export type World = ReturnType<typeof createWorld>;

/** Open orders and balances, in forms that can be compared. */
interface Kept {
  readonly orders: readonly object[];
  readonly balances: readonly object[];
}

export interface WorldOptions {
  readonly seed?: string;
  readonly exchange?: Partial<ClientOptions>;
  readonly streams?: Partial<StreamOptions>;
  readonly faults?: readonly FaultRule[];
  /** How far the user's clock is ahead at a moment. */
  readonly aheadMs?: () => number;
}

export function createWorld(options: WorldOptions = {}) {
  const { seed = "session", faults: rules = [], aheadMs = () => 0 } = options;
  /** Answers in place of the exchange, if it gives a response. */
  const front: { answers?: (method: string) => Response | undefined } = {};
  const calls = createCalls({ seed, rules, fault: (_, method) => front.answers?.(method) });
  const { sandbox, clock, account, name } = calls;
  const { exchange } = sandbox;
  const now = (): number => clock.now() + aheadMs();
  const client = calls.client({ now, ...options.exchange });
  const streamNotices: StreamNotice[] = [];
  const streams = createStreams({
    url: "ws://sandbox/stream",
    WebSocket: sandbox.WebSocket,
    ...{ now, after: clock.after, random: () => 0.5 },
    onEvent: (notice) => streamNotices.push(notice),
    ...options.streams,
  });
  const tradeKeys = () =>
    recordedTrades(account()).map(
      ({ symbol, orderId, trade }) => `${symbol} ${orderId} ${trade.id}`,
    );
  const before = new Set(tradeKeys());
  const seen: UserEvent[] = [];
  const notices: SessionNotice[] = [];
  return {
    sandbox,
    clock,
    exchange: client,
    streams,
    streamNotices,
    front,
    seen,
    notices,
    /** Opens a session of alice, whose events are all seen. */
    open: (given: Partial<UserSessionOptions> = {}): UserSession => {
      const session = watchUserData({
        client,
        streams,
        symbols: ["BTCUSDT", "ETHUSDT"],
        onNotice: (notice) => notices.push(notice),
        ...given,
      });
      return session.each((event) => seen.push(event));
    },
    /** What was seen, in one word each: `live`, `event TRADE`, `order CANCELED`. */
    words: () => seen.map(wordOf),
    /** Trades that were reported, in their order, as `symbol order trade`. */
    tradesReported: (): readonly string[] =>
      seen.flatMap((event) => {
        if (event.kind === "trade") {
          const { symbol, orderId, id } = event.trade;
          return [`${symbol} ${orderId} ${id}`];
        }
        if (event.kind !== "event" || !isExecutionReport(event.data)) return [];
        const { s, i, t } = event.data;
        return t === -1 ? [] : [`${s} ${i} ${t}`];
      }),
    /** The same of the engine, from the world's beginning on, symbol by symbol. */
    tradesMade: () => tradeKeys().filter((key) => !before.has(key)),
    execute: (command: Command): Reply => exchange.execute(command),
    place: (fields: Partial<PlaceCommand>): Reply =>
      exchange.execute({
        kind: "place",
        account: name,
        symbol: "BTCUSDT",
        side: "BUY",
        type: "LIMIT",
        timeInForce: fields.type === undefined ? "GTC" : undefined,
        quantity: units("0.01"),
        price: fields.type === undefined ? units("30000") : undefined,
        ...fields,
      }),
    truth: (): Kept => ({
      orders: openOrders(account())
        .map((order) => orderRecord(order))
        .map(comparable)
        .sort(byText),
      balances: [...account().balances]
        .map(([asset, { free, locked }]) => {
          return { asset, free: decimal(free), locked: decimal(locked) };
        })
        .sort(byText),
    }),
    kept: (session: UserSession): Kept => ({
      orders: session.orders().map(comparable).sort(byText),
      balances: [...session.balances()].sort(byText),
    }),
  };
}

function wordOf(event: UserEvent): string {
  if (event.kind === "event") {
    const { data } = event;
    return isExecutionReport(data) ? `event ${data.x}` : `event ${String(data.e)}`;
  }
  return event.kind === "order" ? `order ${event.order.status}` : event.kind;
}

/** Only events have the order list, and only they say that an order is no iceberg. */
function comparable(order: object): object {
  const { orderListId: _, icebergQty, ...rest } = order as Record<string, unknown>;
  const isIceberg = icebergQty !== undefined && Number(icebergQty) !== 0;
  return Object.fromEntries(
    Object.entries(isIceberg ? { ...rest, icebergQty } : rest).sort(byText),
  );
}

function byText(one: unknown, other: unknown): number {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}
