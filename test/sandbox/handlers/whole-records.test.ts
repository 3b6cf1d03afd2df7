/**
 * A small story of two accounts with rates of their own: every response and every message, whole.
 * Decimals are written without trailing zeros, and times as milliseconds since the beginning. What
 * is usual in a record is left out, and named with a minus where it is not there.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createSandbox } from "../../../sandbox/index.ts";
import { foreignClient } from "../support/foreign-client.ts";

const startTime = 1_000_000_000_020;
const empty = { bids: [], asks: [] };
const balances = { QQQ: "1000", AAA: "10" };

/** A line without indent is a request, of ann (a) or bob (b); below it is what came of it. */
const records = "whole-records.txt";
const story = readFileSync(join(import.meta.dirname, records), "utf8");

/** The same requests, with what really came. */
async function played(): Promise<string> {
  const sandbox = createSandbox({
    startTime,
    symbols: [
      { baseAsset: "AAA", quoteAsset: "QQQ", filters: [] },
      { baseAsset: "BBB", quoteAsset: "QQQ", filters: [], type: "SITE" },
    ],
    depth: { AAAQQQ: empty, BBBQQQ: empty },
    accounts: [
      { name: "a", balances, fees: { maker: "0.001", taker: "0.002" } },
      { name: "b", balances, fees: { maker: "0.003", taker: "0.004" } },
    ],
  });
  const client = foreignClient(sandbox);
  const { clock, hub, exchange } = sandbox;
  const came: string[] = [];
  const names = new Map(
    ["a", "b"].map((name) => [exchange.listenKeys.create(name, exchange.now()), name]),
  );
  const connection = hub.connect({
    format: "raw",
    send: ({ stream, text }) => {
      came.push(`${names.get(stream) ?? stream.split("@")[1]}: ${rowOf(JSON.parse(text))}`);
    },
    close: () => {},
    cut: () => {},
  });
  const kinds = ["trade", "bookTicker", "ticker", "miniTicker", "depth"];
  connection.subscribe([...names.keys(), ...kinds.map((kind) => `aaaqqq@${kind}`)]);
  /** What happens without a request. */
  const acts: Readonly<Record<string, () => unknown>> = {
    maintenance: () => exchange.execute({ kind: "maintenance" }),
    withdrawal: () =>
      exchange.execute({ kind: "deposit", account: "b", asset: "QQQ", amount: -500_000_000n }),
    // The last day begins with the fourth trade.
    day: () => clock?.set(startTime + 86_400_000 + 80 - 10),
    later: () => clock?.advance(50),
  };
  const lines: string[] = [];
  for (const line of story.split("\n").filter((line) => /^\S/.test(line))) {
    const [who, method = "", path, ...fields] = line.split(" ");
    const query = fields.map((field) => field.split("=") as [string, string]);
    clock?.advance(10);
    const act = acts[method];
    if (act !== undefined) {
      act();
      lines.push(line, ...came.splice(0).flatMap(wrapped));
      continue;
    }
    const sent = { method, path: `/api/v1/${path}`, query };
    const target = `${sent.path}?${fields.join("&")}`;
    const { body } =
      who === "-"
        ? await client.open(target, method)
        : await client.fresh(sent, who === "a" ? client.alice : client.bob);
    const rows = Array.isArray(body) ? body : [body];
    lines.push(line, ...rows.map(rowOf).flatMap(wrapped), ...came.splice(0).flatMap(wrapped));
  }
  return lines.join("\n");
}

/** Fields of reports and of orders that are left out where they hold just this. */
const none = "0.00000000";
const report = {
  ...{ e: "executionReport", s: "AAAQQQ", f: "GTC", P: none, F: none, g: -1, C: "", r: "NONE" },
  ...{ l: none, z: none, L: none, n: none, N: null, t: -1, m: false, Z: none, Y: none, Q: none },
};
const quantities = { executedQty: none, cumulativeQuoteQty: none, origQuoteOrderQty: none };
const orderRecord = { symbol: "AAAQQQ", timeInForce: "GTC", ...quantities };

function usualOf({ e, E, ...record }: Readonly<Record<string, unknown>>): object {
  if (e === report.e) return { ...report, T: E, O: E };
  if (e === "24hrTicker") return { e, s: "AAAQQQ", C: E };
  if (e === "outboundAccountPosition") return { e, u: E };
  if (e === "depthUpdate" || e === "24hrMiniTicker") return { e, s: "AAAQQQ" };
  if (e === "trade") return { e, s: "AAAQQQ", T: E };
  if ("isBuyer" in record) return { symbol: "AAAQQQ", isBestMatch: true };
  return "origQty" in record ? orderRecord : {};
}

/** A record in one line, as `name=value`; lists in brackets. */
function rowOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(rowOf).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const usual = usualOf(value as never) as Readonly<Record<string, unknown>>;
    const missing = Object.keys(usual).filter((name) => !(name in value));
    const shown = Object.entries(value).filter(([name, part]) => {
      return !(name in usual && usual[name] === part);
    });
    const parts = shown.map(([name, part]) => `${name}=${rowOf(part)}`);
    return [...parts, ...missing.map((name) => `-${name}`)].join(" ");
  }
  if (typeof value === "number" && value > startTime / 2) return `${value - startTime}ms`;
  const isKey = typeof value === "string" && value.length === 60;
  return isKey ? "…" : String(value).replace(/^(-?\d+)\.0+$|^(-?\d+\.\d*?[1-9])0+$/, "$1$2");
}

/** A line in lines of at most 100 columns. */
function wrapped(row: string): string[] {
  const lines = [" "];
  for (const word of row.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length < 99) lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(`      ${word}`);
  }
  return lines;
}

test("every response and every message of a story, as whole records", async () => {
  await expect(`${await played()}\n`).toMatchFileSnapshot(records);
});
