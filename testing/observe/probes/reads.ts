/** Read-only probes; most need no key. */

import { limitRules, limits } from "../../../generated/limits.ts";
import { getTime } from "../../../generated/operations.ts";
import { limitMax } from "../../scenarios/rows.ts";
import type { Probe, Wire } from "./wire.ts";

const { HOUR: hourMs, DAY: dayMs } = limitRules.listed.unitsMs;

/** Common start of all operation paths. */
const root = getTime.path.slice(0, getTime.path.lastIndexOf("/"));

export const readProbes: readonly Probe[] = [
  {
    id: "lists",
    summary: "Lists with and without a start, and with limits out of bounds",
    needs: [],
    run: async ({ symbol, call, now }) => {
      await call("getTrades", { symbol });
      await call("getTrades", { symbol, limit: 1 });
      for (const limit of [String(limitMax + 1), "0"]) {
        await call("getTrades", { symbol, limit: limitMax }, { kind: "fields", set: { limit } });
      }
      const endTime = now();
      await call("getAggTrades", { symbol, startTime: endTime - hourMs, endTime, limit: 5 });
    },
  },
  {
    id: "klines",
    summary: "Klines: more than the limit, without trades, of three days and of weeks",
    needs: [],
    run: async ({ symbol, call, now }) => {
      const endTime = now();
      const minutes = { symbol, interval: "1m" };
      await call("getKlines", { ...minutes, startTime: endTime - hourMs, endTime, limit: 1 });
      await call("getKlines", { ...minutes, startTime: endTime - 10 * dayMs, limit: 500 });
      await call("getKlines", { symbol, interval: "3d", limit: 3 });
      await call("getKlines", { symbol, interval: "1w", limit: 3 });
    },
  },
  {
    id: "general",
    summary: "Calls without optional fields, unknown paths and methods",
    needs: [],
    run: async ({ symbol, call, send }) => {
      await call("getTime");
      await call("getReferencePrice");
      await call("getSymbolTypes");
      await call("getExecutionRules", { symbol });
      await send("GET", `${root}/depth`);
      await send("GET", `${root}/noSuchPath`);
      await send("POST", `${root}/time`);
    },
  },
  {
    id: "windows",
    summary: "Calls before and after the start of a rate-limit window",
    needs: [],
    run: async (wire) => {
      await waitUntil(wire, 8000);
      await wire.call("getTime");
      await waitUntil(wire, 2000);
      await wire.call("getTime");
    },
  },
  {
    id: "streams",
    summary: "Every public stream of a symbol for a few seconds, then the order book",
    needs: ["streams"],
    run: async ({ symbol, call, listen, wait, admin, hangUp }) => {
      const ids = ["depth", "trade", "bookTicker", "ticker", "miniTicker"];
      await listen("combined", ...ids.map((id) => ({ id })));
      await admin({ command: "maker", on: true, everyMs: 100 });
      await wait(3000);
      await call("getDepth", { symbol, limit: 1000 });
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
      await call("getUserTrades", { symbol, startTime: endTime - dayMs - 1, endTime });
      const unknown = { symbol, orderId: 999_999_999 };
      await call("getOrder", unknown);
      await call("getOrder", unknown, { kind: "fields", drop: ["orderId"] });
      await call("getAccount");
      await call("getAccountV2");
      await call("getOpenOrders", { symbol });
      await call("getAllOrders", { symbol });
      await call("getTradeFees", { symbol });
      for (const operation of ["getAccountV2", "getOpenOrders", "getAllOrders"]) {
        await call(operation, { symbol }, { kind: "signature", value: "absent" });
      }
      await send("GET", `${root}/userTrades`);
    },
  },
];

/** Waits until this many milliseconds of the shortest window have passed. */
async function waitUntil({ now, wait }: Wire, into: number): Promise<void> {
  const [{ windowMs }] = limits;
  const passed = now() % windowMs;
  await wait((into - passed + windowMs) % windowMs);
}
