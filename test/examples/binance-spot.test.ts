/**
 * The contract of another exchange: generated, type-checked, and its client driven against a server
 * as strict as that exchange, beside clients that others wrote for it.
 */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { Spot } from "@binance/connector";
import { MainClient } from "binance";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readSpec, type SpecFile } from "../../generators/contract/documents/spec-files.ts";
import { emitters } from "../../generators/emitters/index.ts";
import { generate } from "../../generators/pipeline.ts";
import { writeFiles } from "../../runtime/files.node.ts";
import type { SignedRequest } from "../../runtime/signing/requests.ts";
import { key, secret, startBinance } from "../support/binance-exchange.ts";
import { compile } from "../support/compile.ts";
import { newFolder } from "../support/folder.ts";
import { contractWithout } from "../support/reduced-spec.ts";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");
const spec = join(project, "examples/binance-spot/spec");

/** Runs a command for the contract, as its author does. */
const command = (...words: readonly string[]): readonly string[] => [
  join(project, "scripts/tradespec-generator.ts"),
  ...words,
];

/** The parts of the generated modules that the tests use; types of their own they have as well. */
type Call = (fields?: object) => Promise<Record<string, unknown>>;
type Client = Readonly<Record<string, Call>>;
interface Modules {
  readonly createClient: (options: object) => Client;
  readonly signRequest: (request: object, options: object) => Promise<SignedRequest>;
  readonly signingVectors: readonly Readonly<
    Record<"query" | "body" | "secret" | "signature", string>
  >[];
  readonly filterVectors: Readonly<Record<string, readonly Vector[]>>;
  readonly compileFilters: (filters: readonly object[]) => {
    readonly checkOrder: (
      order: object,
      context?: object,
    ) => Record<"violations" | "unknown", readonly { readonly rule: string }[]>;
  };
}
interface Vector {
  readonly filter: object;
  readonly order: object;
  readonly context?: object;
  readonly violates: readonly string[];
  readonly unknown?: readonly string[];
}

const folder = newFolder();
let modules: Modules;
let exchange: Awaited<ReturnType<typeof startBinance>>;
let client: Client;

const location = { folder: spec, root: project, vocabularyFrom: join(project, "spec") };

/** Generates from a spec; notes are as good as problems here. */
async function write(files: readonly SpecFile[], out: string): Promise<void> {
  const generated = await generate({ location, spec: files });
  expect(generated.notes).toEqual([]);
  await writeFiles(join(folder, out), generated.files);
}

beforeAll(async () => {
  await write(readSpec(location), "generated");
  for (const name of ["runtime", "node_modules", "examples"])
    await symlink(join(project, name), join(folder, name));
  const config = JSON.parse(await readFile(join(project, "tsconfig.json"), "utf8")) as object;
  const own = { ...config, include: ["*/*.ts", "use.ts"], exclude: ["runtime", "node_modules"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(own));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const imported = (name: string) =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, `generated/${name}.ts`)).href);
  const all = await Promise.all(["index", "signing", "filters"].map(imported));
  modules = Object.assign({}, ...(all as object[])) as Modules;
  const info = load(await readFile(join(spec, "examples/getExchangeInfo.default.yaml"), "utf8"));
  exchange = await startBinance((info as { readonly value: unknown }).value);
  client = modules.createClient({ baseUrl: exchange.baseUrl, apiKey: key, apiSecret: secret });
});

afterAll(() => exchange?.close());

/** What a user writes; a line with an error that the types must find. */
const use = `
import { createClient, type Order, type PlaceOrderRequest } from "./generated/index.ts";
import { compileFilters } from "./generated/filters.ts";
const client = createClient({ baseUrl: "https://example.com" });
const stop = { symbol: "LTCBTC", side: "SELL", type: "STOP_LOSS", quantity: "1" } as const;
export const placed: PlaceOrderRequest = { ...stop, trailingDelta: 100 };
// @ts-expect-error neither stopPrice nor trailingDelta
export const lacking: PlaceOrderRequest = stop;
export const mode: Promise<string> = client
  .getOrder({ symbol: "LTCBTC", orderId: 1 })
  .then((order: Order) => order.selfTradePreventionMode);
export const { violations } = compileFilters([]).checkOrder({ trailingDelta: 1 });
// @ts-expect-error no such interval
export const klines = client.getKlines({ symbol: "LTCBTC", interval: "2s" });
`;

/** The same contract with other names, and one of a single operation. */
const variants: readonly (readonly [
  string,
  (files: readonly SpecFile[]) => readonly SpecFile[],
])[] = [
  [
    "renamed",
    (files) =>
      files.map(({ path, text }) => {
        const renamed = (all: string): string =>
          all
            .replace(/\b(place|cancel|get)(?=[A-Z])/gu, "$1Own")
            .replace(/(?<=last: |\[|^ +)lastUpdateId(?=[,:])/gmu, "version")
            .replace(/\b(Order|Filter|OrderType|OrderStatus|ControlId|ExchangeInfo)\b/gu, "My$1");
        const isSpec = !path.startsWith("lint/");
        return isSpec ? { path: renamed(path), text: renamed(text) } : { path, text };
      }),
  ],
  [
    "one-operation",
    (files) => [
      ...files.filter(({ path }) => path.startsWith("lint/")),
      { path: "openapi.yaml", text: onePath },
    ],
  ],
];
const onePath = `
openapi: 3.1.0
info: { title: One, version: v1 }
paths:
  /ping:
    get:
      operationId: ping
      responses: { "200": { description: Nothing., content: { application/json: { schema: {} } } } }
`;

/** Parts that another contract may lack; what only made sense with them goes as well. */
const gaps: readonly (readonly string[])[] = [
  ["asyncapi.yaml#/"],
  ["asyncapi.yaml#/x-book-sync", "openapi.yaml#/x-envelope", "openapi.yaml#/x-limits"],
  ["asyncapi.yaml#/x-user-data", "paths/general.yaml#/time", "schemas/orders.yaml#/Fill"],
  ["schemas/rules.yaml#/Filter", "schemas/common.yaml#/ServerTime"],
  ["openapi.yaml#/x-order-rules", "openapi.yaml#/x-versioning"],
  ["openapi.yaml#/x-order-states", "schemas/orders.yaml#/OrderResponseType"],
  ["schemas/orders.yaml#/Order", "schemas/orders.yaml#/OrderType"],
  ["schemas/orders.yaml#/AccountTrade", "paths/orders.yaml#/order/delete/parameters"],
  ["parameters.yaml#/symbol", "schemas/orders.yaml#/OrderCancellation"],
  ["paths/orders.yaml#/order/post", "schemas/orders.yaml#/Account"],
  ["openapi.yaml#/x-market-data"],
];

test("what is generated has no type errors, and a user's mistakes are some", async () => {
  const files = readSpec(location);
  for (const [name, edit] of variants) await write(edit(files), name);
  for (const [index, parts] of gaps.entries()) {
    const contract = contractWithout(location, files, parts);
    const drafts = emitters.flatMap((emitter) => emitter.emit(contract));
    await writeFiles(join(folder, `gaps/${index}`), drafts);
  }
  await writeFile(join(folder, "use.ts"), use);
  await symlink(join(project, "runtime"), join(folder, "gaps/runtime"));
  expect(await compile(folder, "-p", ".")).toBe("");
  // Before it is formatted, a file has imports that it does not use.
  const compilerOptions = { noUnusedLocals: false };
  const parts = { include: ["*/*.ts"], exclude: ["runtime"] };
  const own = { extends: "../tsconfig.json", compilerOptions, ...parts };
  await writeFile(join(folder, "gaps/tsconfig.json"), JSON.stringify(own));
  expect(await compile(join(folder, "gaps"), "-p", ".")).toBe("");
}, 300_000);

test("the published requests have the published signatures", async () => {
  const fieldsOf = (text: string) => Object.fromEntries(new URLSearchParams(text));
  const signed = modules.signingVectors.map(async ({ secret: own, query, body }) => {
    const fields = { query: fieldsOf(query), body: fieldsOf(body) };
    const request = { method: "POST", url: "http://x", ...fields };
    const { url, init } = await modules.signRequest(request, { apiKey: "k", apiSecret: own });
    return /signature=(\w+)$/.exec(init.body ?? url)?.[1];
  });
  const known = modules.signingVectors.map(({ signature }) => signature);
  expect(known).toContain("c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71");
  expect(await Promise.all(signed)).toEqual(known);
});

test("every filter decides its vectors as the contract says", () => {
  const rows = Object.values(modules.filterVectors).flat();
  expect(rows.length).toBeGreaterThan(40);
  const idsOf = (all: readonly { readonly rule: string }[]) => all.map(({ rule }) => rule);
  const found = rows.map(({ filter, order, context }) => {
    const { violations, unknown } = modules.compileFilters([filter]).checkOrder(order, context);
    return { filter, order, violates: idsOf(violations), unknown: idsOf(unknown) };
  });
  const wanted = rows.map(({ filter, order, violates, unknown = [] }) => {
    return { filter, order, violates, unknown };
  });
  expect(found).toEqual(wanted);
});

const rest = { timeInForce: "GTC", quantity: "1", price: "0.1" };
const limit = { symbol: "LTCBTC", side: "BUY", type: "LIMIT", ...rest, newClientOrderId: "a-1" };

/** A call by its name, its fields, and the same call of two other clients. */
type Row = readonly [
  name: string,
  fields: object,
  binance: (peer: MainClient) => Promise<unknown>,
  connector: (peer: Spot) => Promise<unknown>,
];

describe("against a server as strict as the exchange", () => {
  test("an order is placed, found, listed and canceled once", async () => {
    expect(await client["ping"]?.()).toEqual({});
    const info = await client["getExchangeInfo"]?.({ symbol: "ETHBTC" });
    expect(info).toMatchObject({ symbols: [{ symbol: "ETHBTC" }] });
    const placed = await client["placeOrder"]?.(limit);
    expect(placed).toMatchObject({ clientOrderId: "a-1", status: "NEW", price: "0.1" });
    const asked = { symbol: "LTCBTC", origClientOrderId: "a-1" };
    expect(await client["getOrder"]?.(asked)).toMatchObject({ status: "NEW" });
    expect(await client["getOpenOrders"]?.({})).toHaveLength(1);
    expect(await client["cancelOrder"]?.(asked)).toMatchObject({ status: "CANCELED" });
    await expect(client["cancelOrder"]?.(asked)).rejects.toMatchObject({ code: -2011 });
    const unfit = { ...limit, price: "0.1234567", newClientOrderId: "a-2" };
    await expect(client["placeOrder"]?.(unfit)).rejects.toMatchObject({
      code: -1013,
      status: 400,
      codeName: "INVALID_MESSAGE",
    });
  });

  const depth = { symbol: "LTCBTC", limit: 5 };
  const quoted = { symbol: "LTCBTC", side: "SELL", type: "MARKET", quoteOrderQty: "12.5" };
  const foreign = { symbol: "这是测试币456", origClientOrderId: "a-3" };
  const id = { newClientOrderId: "x-U5D79M5B-1" };
  /** A call, and the same of other clients; `connector` wants what it requires one by one. */
  const rows: readonly Row[] = [
    ["ping", {}, (peer) => peer.testConnectivity(), (peer) => peer.ping()],
    [
      "getDepth",
      depth,
      (peer) => peer.getOrderBook({ symbol: "LTCBTC", limit: 5 }),
      (peer) => peer.depth("LTCBTC", { limit: 5 }),
    ],
    [
      "testOrder",
      { ...limit, ...id },
      (peer) => peer.testNewOrder({ ...limit, ...id } as never),
      (peer) => peer.newOrderTest("LTCBTC", "BUY", "LIMIT", { ...rest, ...id }),
    ],
    [
      "testOrder",
      { ...quoted, ...id },
      (peer) => peer.testNewOrder({ ...quoted, ...id } as never),
      (peer) => peer.newOrderTest("LTCBTC", "SELL", "MARKET", { quoteOrderQty: "12.5", ...id }),
    ],
    [
      "getOrder",
      foreign,
      (peer) => peer.getOrder(foreign),
      (peer) => peer.getOrder(foreign.symbol, { origClientOrderId: "a-3" }),
    ],
    [
      "getOpenOrders",
      { symbol: "LTCBTC" },
      (peer) => peer.getOpenOrders({ symbol: "LTCBTC" }),
      (peer) => peer.openOrders({ symbol: "LTCBTC" }),
    ],
  ];

  for (const [index, [name, fields, ofBinance, ofConnector]] of rows.entries()) {
    test(`${name} ${index + 1} sends what other clients of the exchange send`, async () => {
      const options = { api_key: key, api_secret: secret, baseUrl: exchange.baseUrl };
      const first = exchange.seen.length;
      await client[name]?.(fields).catch(() => undefined);
      await ofBinance(new MainClient(options)).catch(() => undefined);
      const connector = new Spot(key, secret, { baseURL: exchange.baseUrl });
      await ofConnector(connector).catch(() => undefined);
      const [own, ...others] = exchange.seen.slice(first).map(({ fields: sent, ...seen }) => {
        const { timestamp, signature, recvWindow: _, ...plain } = sent;
        return { ...seen, plain, isStamped: timestamp !== undefined && signature !== undefined };
      });
      expect(own?.code).toBe(fields === foreign ? -2013 : undefined);
      expect(others).toEqual([own, own]);
    });
  }
});

test.each([
  ["its recordings", [], 37],
  ["a sandbox, with the scenarios of this project's exchange", ["--sandbox"], 172],
])("the contract tests pass against %s", async (_, options, count) => {
  const words = command("contract", "--spec", spec, ...options);
  const { stdout } = await run(process.execPath, words, { cwd: project });
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(`${count} passed, 0 failed, 0 skipped`);
});

test("a sandbox says why it does not serve an operation or a stream", async () => {
  const copy = join(folder, "without-role");
  await cp(spec, copy, { recursive: true });
  const path = join(copy, "paths/market.yaml");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace("    x-role: klines\n", ""));
  const words = command("sandbox", "--spec", copy, "--port", "0");
  const sandbox = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    let address = "";
    for await (const line of createInterface({ input: sandbox.stdout })) {
      [, address = ""] = /http:\/\/(\S+?)\//u.exec(line) ?? [];
      if (address !== "") break;
    }
    const ask = async (target: string): Promise<unknown> => {
      const response = await fetch(`http://${address}/api/v3/${target}`);
      return [response.status, await response.json()];
    };
    const msg = "getKlines has no x-role that this sandbox serves; docs/extensions.md lists them.";
    expect(await ask("klines?symbol=BTCUSDT&interval=1m")).toEqual([501, { code: -1013, msg }]);
    expect(await ask("ping")).toEqual([200, {}]);
    expect(await ask("exchangeInfo?symbol=ETHUSDT")).toMatchObject([200, { symbols: [{}] }]);
    const socket = new WebSocket(`ws://${address}/stream?streams=btcusdt@depth`);
    await once(socket, "open");
    const params = ["btcusdt@trade", "btcusdt@kline_1m"];
    socket.send(JSON.stringify({ method: "SUBSCRIBE", params, id: 1 }));
    const [{ data }] = await once(socket, "message");
    const refusal = { code: 2, msg: "this sandbox does not publish stream 2 of the list." };
    expect(JSON.parse(data)).toEqual({ ...refusal, id: 1 });
    socket.close();
  } finally {
    sandbox.kill();
  }
});
