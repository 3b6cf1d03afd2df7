/** The key of an event distinguishes it from all others, after each of many random commands. */

import fc from "fast-check";
import { expect, test } from "vitest";

import { streams } from "../../../generated/streams.ts";
import type { EventKey } from "../../../runtime/tables.ts";
import { readSetup } from "../../../sandbox/config/setup.ts";
import { step } from "../../../sandbox/engine/step.ts";
import { createVirtualClock } from "../../../sandbox/exchange/clock.ts";
import { createSandboxExchange, createServerState } from "../../../sandbox/exchange/exchange.ts";
import type { Message } from "../../../sandbox/streams/hub.ts";
import { createHub } from "../../../sandbox/streams/hub.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { longSequence, openingDeposits } from "../support/commands.ts";
import { smallExchange } from "../support/scenario.ts";

type Fields = Readonly<Record<string, unknown>>;

const numRuns = runs({ commit: 10, gate: 4_000, release: 200_000 });

const accounts = ["ann", "bob", "cat", "dan"] as const;

/** A small exchange, and what comes on streams of it. */
function listening(...names: readonly string[]) {
  const state = smallExchange();
  for (const command of openingDeposits) step(state, command, 0);
  const { now, after, advance } = createVirtualClock(0);
  const server = createServerState("streams", state);
  const { listings, exchangeFilters } = readSetup();
  const rest = { listings, exchangeFilters, keys: [], report: () => {} };
  const exchange = createSandboxExchange({ now, after, server, ...rest });
  const came: Message[] = [];
  const send = (message: Message): void => void came.push(message);
  const reader = { format: "raw", send, close: () => {}, cut: () => {} } as const;
  const keys = accounts.map((name) => exchange.listenKeys.create(name, now()));
  createHub(exchange, (message, one) => one.send(message))
    .connect(reader)
    .subscribe([...names, ...keys]);
  return { exchange, advance, came };
}

test("copies of an event agree in its key, and different events never do", {
  timeout: propertyTimeoutMs,
}, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(longSequence, (commands) => {
      const kinds = ["depth", "trade", "bookTicker", "ticker", "miniTicker"] as const;
      const { exchange, advance, came } = listening(...kinds.map((kind) => `btcusdt@${kind}`));
      for (const { command, waitMs } of commands) {
        // The clock stands more often than not, which is where times do not distinguish events.
        for (const half of [waitMs / 2, waitMs / 2]) {
          advance(half);
          for (const name of accounts) exchange.listenKeys.create(name, exchange.now());
        }
        exchange.execute(command);
      }
      const texts = new Map<string, string>();
      for (const { stream, text } of came) {
        const event = JSON.parse(text) as Fields;
        const { name, eventKeys } = rowOf(stream, event);
        seen.add(name);
        if (eventKeys === undefined) continue;
        const key = JSON.stringify([stream, name, ...keyOf(event, eventKeys)]);
        const same = texts.get(key);
        // Equal amounts that come in at one moment are the one thing that cannot be distinguished.
        const known = name === "balanceUpdate" ? same : undefined;
        expect([key, same], text).toEqual([key, known]);
        texts.set(key, text);
      }
    }),
    { numRuns },
  );
  expect([...seen].sort()).toEqual([
    "balanceUpdate",
    "bookTicker",
    "depthUpdate",
    "executionReport",
    "miniTicker",
    "outboundAccountPosition",
    "ticker",
    "trade",
  ]);
});

interface Row {
  readonly name: string;
  readonly eventType?: string;
  readonly eventKeys?: readonly EventKey[];
}

function rowOf(stream: string, event: Fields): Row {
  const kind = stream.split("@")[1] ?? "userData";
  const rows: readonly Row[] = streams[kind as "depth"].messages;
  const row = rows.find(({ eventType }) => eventType === event["e"]);
  if (row === undefined) throw new Error(`${stream} carries something that is not in the table.`);
  return row;
}

function keyOf(event: Fields, keys: readonly EventKey[]): readonly unknown[] {
  const key = keys.find(({ unless }) => unless === undefined || event[unless.field] !== unless.is);
  return (key?.fields ?? []).map((field) => {
    if (event[field] === undefined) throw new Error(`The field ${field} is not there.`);
    return event[field];
  });
}
