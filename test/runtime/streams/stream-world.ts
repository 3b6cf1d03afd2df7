/** A stream client and a sandbox on one virtual clock, and what is needed to trade there. */

import { retry, statuses } from "../../../generated/errors.ts";
import type { StreamNotice, StreamOptions } from "../../../generated/stream-client.ts";
import { createStreams, streams as descriptors } from "../../../generated/stream-client.ts";
import { connectionLimits, connectionQuery, connectionRules } from "../../../generated/streams.ts";
import type { StreamTables } from "../../../runtime/streams/types.ts";
import { nextBelow, seedRandom } from "../../../sandbox/engine/random.ts";
import type { SandboxOptions } from "../../../sandbox/index.ts";
import { createSandbox, usualSymbols } from "../../../sandbox/index.ts";
import { createWebSocketClass } from "../../../sandbox/streams/websocket.ts";

/** What the client works by, as it is generated. */
export const tables: StreamTables = {
  streams: descriptors,
  limits: connectionLimits,
  rules: connectionRules,
  query: connectionQuery,
  backoff: retry.backoff,
  statuses,
};

interface WorldOptions extends SandboxOptions {
  /** So many symbols more, COIN1USDT and so on, with empty books. */
  readonly coins?: number;
}

/** A sandbox whose clock a test moves. */
export function worldOf({ coins = 0, ...options }: WorldOptions = {}) {
  const sandbox = createSandbox({ ...options, ...withCoins(coins) });
  const { clock } = sandbox;
  if (clock === undefined) throw new Error("The sandbox has no clock of its own.");
  let made = 0;
  /** Alice buys from the maker, and sells to him the next time. */
  const trade = (symbol = "BTCUSDT"): void => {
    made += 1;
    sandbox.exchange.execute({
      kind: "place",
      account: "alice",
      symbol,
      side: made % 2 === 0 ? "SELL" : "BUY",
      type: "MARKET",
      quantity: 100_000n,
      clientOrderId: `order-${made}`,
    });
  };
  return { sandbox, clock, trade };
}

function withCoins(count: number): SandboxOptions {
  const coins = Array.from({ length: count }, (_, index) => `COIN${index + 1}`);
  const [btc] = usualSymbols;
  if (count === 0 || btc === undefined) return {};
  return {
    symbols: [...usualSymbols, ...coins.map((baseAsset) => ({ ...btc, baseAsset }))],
    depth: Object.fromEntries(coins.map((coin) => [`${coin}USDT`, { bids: [], asks: [] }])),
  };
}

export type StreamWorld = ReturnType<typeof worldOf>;

/** What a stream client of this world is made with; each seed has its own chance and address. */
export function optionsIn({ sandbox, clock }: StreamWorld, seed: string) {
  const random = chance(seed);
  const notices: StreamNotice[] = [];
  const { open, handshake } = sandbox;
  const options = {
    url: "ws://sandbox/stream",
    WebSocket: createWebSocketClass({ open, handshake: (target) => handshake(target, seed) }),
    now: clock.now,
    after: clock.after,
    random,
    onEvent: (notice: StreamNotice) => notices.push(notice),
  } satisfies StreamOptions;
  const kinds = (): string => notices.map(({ kind }) => kind).join(" ");
  return { options, notices, kinds };
}

/** The same with a client. */
export function clientIn(world: StreamWorld, own: Partial<StreamOptions> = {}, seed = "client") {
  const { options, ...noted } = optionsIn(world, seed);
  return { streams: createStreams({ ...options, ...own }), ...noted };
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function chance(seed: string): () => number {
  const state = seedRandom(seed);
  return () => nextBelow(state, 1_000_000) / 1_000_000;
}
