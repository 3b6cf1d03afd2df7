/** Read-only probes; most need no key. */

import { limits } from "../../../generated/limits.ts";
import { operations, roles } from "../../../generated/operations.ts";
import { streams } from "../../../generated/streams.ts";
import type { StreamDescriptor } from "../../../runtime/streams/types.ts";
import type { OperationDescriptor } from "../../../runtime/tables.ts";
import type { Probe, Wire } from "./wire.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Common start of all operation paths. */
const [{ path }] = Object.values<OperationDescriptor>(operations) as [OperationDescriptor];
const root = path.slice(0, path.lastIndexOf("/"));

/** Another contract may lack one. */
const [depth, time, ownTrades] = (["book.snapshot", "time", "trades.own"] as const).map(
  (role): OperationDescriptor | undefined => operations[roles[role]],
);

/** Highest limit of a list of trades. */
export const limitMax = highestLimit(operations[roles["trades.recent"]]);

/** Another contract may lack the list. */
function highestLimit(list: OperationDescriptor | undefined): number {
  const { maximum = 0 } = list?.parameters.find(({ name, role = name }) => role === "limit") ?? {};
  return maximum;
}

export const readProbes: readonly Probe[] = [
  {
    id: "lists",
    summary: "Lists with and without a start, and with limits out of bounds",
    needs: [],
    run: async ({ symbol, call, now }) => {
      await call("trades.recent", { symbol });
      await call("trades.recent", { symbol, limit: 1 });
      for (const limit of [String(limitMax + 1), "0"]) {
        await call(
          "trades.recent",
          { symbol, limit: limitMax },
          { kind: "fields", set: { limit } },
        );
      }
      const endTime = now();
      await call("trades.aggregate", { symbol, startTime: endTime - hourMs, endTime, limit: 5 });
    },
  },
  {
    id: "klines",
    summary: "Klines: more than the limit, without trades, of three days and of weeks",
    needs: [],
    run: async ({ symbol, call, now }) => {
      const endTime = now();
      const minutes = { symbol, interval: "1m" };
      await call("klines", { ...minutes, startTime: endTime - hourMs, endTime, limit: 1 });
      await call("klines", { ...minutes, startTime: endTime - 10 * dayMs, limit: 500 });
      await call("klines", { symbol, interval: "3d", limit: 3 });
      await call("klines", { symbol, interval: "1w", limit: 3 });
    },
  },
  {
    id: "general",
    summary: "Calls without optional fields, unknown paths and methods",
    needs: [],
    run: async ({ symbol, call, send }) => {
      await call("time");
      await call("getReferencePrice");
      await call("getSymbolTypes");
      await call("getExecutionRules", { symbol });
      if (depth !== undefined) await send("GET", depth.path);
      await send("GET", `${root}/noSuchPath`);
      if (time !== undefined) await send("POST", time.path);
    },
  },
  {
    id: "windows",
    summary: "Calls before and after the start of a rate-limit window",
    needs: [],
    run: async (wire) => {
      await waitUntil(wire, 8000);
      await wire.call("time");
      await waitUntil(wire, 2000);
      await wire.call("time");
    },
  },
  {
    id: "streams",
    summary: "Every public stream of a symbol for a few seconds, then the order book",
    needs: ["streams"],
    run: async ({ symbol, call, listen, wait, admin, hangUp }) => {
      const all = Object.entries<StreamDescriptor>(streams);
      const ofSymbol = all.filter(([, { access, parameters }]) => {
        return access === "public" && parameters.length === 1;
      });
      await listen("combined", ...ofSymbol.map(([id]) => ({ id })));
      await admin({ command: "maker", on: true, everyMs: 100 });
      await wait(3000);
      await call("book.snapshot", { symbol, limit: 1000 });
      await wait(1000);
      await admin({ command: "maker", on: false });
      await hangUp();
    },
  },
  {
    id: "account",
    summary: "Account records by time and id, with right, wrong and missing API keys",
    needs: ["key"],
    run: async ({ symbol, call, now, send }) => {
      const endTime = now();
      await call("trades.own", { symbol, startTime: endTime - dayMs - 1, endTime });
      const unknown = { symbol, orderId: 999_999_999 };
      await call("order.query", unknown);
      await call("order.query", unknown, { kind: "fields", drop: ["orderId"] });
      await call("account");
      await call("getAccountV2");
      await call("orders.open", { symbol });
      await call("orders.all", { symbol });
      await call("account.fees", { symbol });
      for (const operation of ["getAccountV2", "orders.open", "orders.all"] as const) {
        await call(operation, { symbol }, { kind: "signature", value: "absent" });
      }
      if (ownTrades !== undefined) await send("GET", ownTrades.path);
    },
  },
];

/** Waits until this many milliseconds of the shortest window have passed. */
async function waitUntil({ now, wait }: Wire, into: number): Promise<void> {
  const [{ windowMs }] = limits;
  const passed = now() % windowMs;
  await wait((into - passed + windowMs) % windowMs);
}
