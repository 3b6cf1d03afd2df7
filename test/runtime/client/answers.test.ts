import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createClient } from "../../../generated/index.ts";
import { operations } from "../../../generated/operations.ts";
import { responseTables } from "../../../generated/responses.ts";
import { createResponseDecoder, type Decoded } from "../../../runtime/call/decode.ts";
import { parseJson } from "../../../runtime/encoding/json.ts";
import type { Int64 } from "../../../runtime/tables.ts";
import { createSandbox } from "../../../sandbox/index.ts";

const decoder = createResponseDecoder(responseTables);

function decode(id: string, text: string, isLenient = false): Decoded {
  const body = { value: parseJson(text), text, payloadOf: (whole: unknown) => whole };
  return decoder(id, body, isLenient);
}

/** A client that gets this text for an answer. */
function answered(text: string, options: { readonly checkResponses?: boolean } = {}) {
  const fetch = () => Promise.resolve(new Response(text));
  return createClient({ baseUrl: "http://x", apiKey: "k", apiSecret: "s", fetch, ...options });
}

const trade = {
  id: 1,
  price: "1.0",
  qty: "2",
  quoteQty: "2",
  time: 5,
  isBuyerMaker: true,
  isBestMatch: true,
};

describe("ids are exact whatever form they come in", () => {
  const rows: readonly (readonly [string, Int64])[] = [
    ["9007199254740993", 9_007_199_254_740_993n],
    ['"9007199254740993"', 9_007_199_254_740_993n],
    ['"8389765498"', 8_389_765_498],
    ["8389765498", 8_389_765_498],
    ["1E+1", 10],
    ["9223372036854775807", 2n ** 63n - 1n],
  ];
  test.each(rows)("%s", async (written, wanted) => {
    const text = `[${JSON.stringify(trade).replace('"id":1', `"id":${written}`)}]`;
    const [row] = await answered(text).getTrades({ symbol: "A" });
    expect(row?.id).toBe(wanted);
    expect(row).toEqual({ ...trade, id: wanted });
  });

  test.each(["9223372036854775808", "8.5", '"8.5"', '"x"', '""', "true", "null", "1e400", "{}"])(
    "%s is none",
    async (written) => {
      const text = `[${JSON.stringify(trade).replace('"id":1', `"id":${written}`)}]`;
      const call = answered(text).getTrades({ symbol: "A" });
      await expect(call).rejects.toMatchObject({
        pointer: "/0/id",
        name: "UnreadableResponseError",
      });
    },
  );
});

describe("decimals keep their digits", () => {
  test.each([
    ['"0.10"', "0.10"],
    ["0.10", "0.10"],
    ["123456789.123456789123456789", "123456789.123456789123456789"],
    ["1E-7", "0.0000001"],
  ])("%s", async (written, wanted) => {
    const text = `{"symbol":"A","price":${written},"more":0.1}`;
    const ticker = await answered(text).getTickerPrice({ symbol: "A" });
    expect(ticker).toEqual({ symbol: "A", price: wanted, more: 0.1 });
  });
});

type Node = Readonly<Record<string, unknown>>;
const root = JSON.parse(
  readFileSync(new URL("../../../generated/documents/openapi.json", import.meta.url), "utf8"),
) as Node;
const asNode = (value: unknown): Node =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {};

function resolved(value: unknown): Node {
  const node = asNode(value);
  const reference = node["$ref"];
  if (typeof reference !== "string") return node;
  const { $ref: _, ...own } = node;
  return {
    ...reference
      .slice(2)
      .split("/")
      .reduce((at, step) => asNode(at[step] ?? {}), root),
    ...own,
  };
}

/** A documented fact that an answer shows: where it is, and of what type it is. */
interface Fact {
  readonly path: readonly (string | number)[];
  readonly node: Node;
  readonly isNeeded: boolean;
}

/** By the document alone, so that the table under test has a judge of its own. */
function* factsOf(given: unknown, value: unknown, path: Fact["path"] = []): Generator<Fact> {
  const node = resolved(given);
  if ("x-assumed" in node) return;
  const branches = node["oneOf"];
  if (Array.isArray(branches)) {
    const found = branches.find((branch) => isBranch(resolved(branch), value));
    if (found !== undefined) yield* factsOf(found, value, path);
    return;
  }
  if (Array.isArray(value)) {
    const prefix = (node["prefixItems"] ?? []) as unknown[];
    for (const [index, item] of value.slice(0, 3).entries()) {
      if (prefix[index] === undefined && node["items"] === undefined) continue;
      const schema = prefix[index] ?? node["items"];
      if (prefix.length > 0 && prefix[index] === undefined) continue;
      if (isAssumed(resolved(schema))) continue;
      yield { path: [...path, index], node: resolved(schema), isNeeded: false };
      yield* factsOf(schema, item, [...path, index]);
    }
    return;
  }
  const required = (node["required"] ?? []) as string[];
  const properties = asNode(node["properties"]);
  for (const [name, item] of Object.entries(asNode(value))) {
    const schema = resolved(properties[name]);
    if (!(name in properties) || "x-assumed" in schema || "const" in schema) continue;
    if (asNode(properties[name])["x-assumed"] !== undefined) continue;
    const isNeeded = required.includes(name) && !("x-also-named" in schema);
    yield { path: [...path, name], node: schema, isNeeded };
    yield* factsOf(schema, item, [...path, name]);
  }
}

/** A record with nothing documented in it. */
function isAssumed(node: Node): boolean {
  const properties = Object.values(asNode(node["properties"]));
  return properties.length > 0 && properties.every((schema) => "x-assumed" in asNode(schema));
}

function isBranch(branch: Node, value: unknown): boolean {
  if (branch["type"] === "array" || Array.isArray(value)) {
    return branch["type"] === "array" && Array.isArray(value);
  }
  const words = Object.entries(asNode(branch["properties"])).filter(
    ([, schema]) => "const" in asNode(schema),
  );
  return (
    !("x-assumed" in branch) &&
    words.every(([name, schema]) => asNode(value)[name] === asNode(schema)["const"])
  );
}

function answerSchema(id: string): unknown {
  for (const item of Object.values(asNode(root["paths"]))) {
    for (const operation of Object.values(asNode(item))) {
      if (asNode(operation)["operationId"] !== id) continue;
      const response = resolved(asNode(asNode(operation)["responses"])["200"]);
      return asNode(asNode(response["content"])["application/json"])["schema"];
    }
  }
  return undefined;
}

function wrongValue(value: unknown): unknown {
  if (typeof value === "boolean") return "true";
  if (Array.isArray(value)) return {};
  return typeof value === "object" ? [] : true;
}

/** The answer with one fact changed; everything on the way to it is copied. */
function changed(value: unknown, [step, ...rest]: Fact["path"], how: string): unknown {
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...asNode(value) };
  const at = copy as Record<string | number, unknown>;
  if (step === undefined) return value;
  if (rest.length > 0) at[step] = changed(at[step], rest, how);
  else if (how === "retype") at[step] = wrongValue(at[step]);
  else {
    if (how === "rename") at[`${step}_`] = at[step];
    delete at[step];
  }
  return copy;
}

test("every answer of the sandbox is taken, and its mutations are not", async () => {
  const sandbox = createSandbox();
  const texts = new Map<string, string>();
  const [account] = sandbox.accounts;
  const client = createClient({
    baseUrl: "http://sandbox",
    apiKey: account?.apiKey,
    apiSecret: account?.apiSecret,
    now: sandbox.clock?.now,
    fetch: async (url, init) => {
      const answer = await sandbox.fetch(url, init);
      const { pathname } = new URL(url);
      const found = Object.values(operations).find(
        ({ method, path }) => method === init.method && path === pathname,
      );
      if (answer.ok && found !== undefined) texts.set(found.id, await answer.clone().text());
      sandbox.clock?.advance(1000);
      return answer;
    },
  });
  const symbol = "BTCUSDT";
  const order = { symbol, side: "BUY", type: "MARKET", quantity: "0.01" } as const;
  const { orderId } = await client.placeOrder(order);
  await client.placeOrder({ ...order, type: "LIMIT", timeInForce: "GTC", price: "30000" });
  await Promise.all([
    client.getTime(),
    client.getExchangeInfo(),
    client.getExecutionRules({ symbol }),
    client.getReferencePrice({ symbol }),
    client.getSymbolTypes(),
    client.getBookTicker({ symbol }),
    client.getKlines({ symbol, interval: "1h" }),
    client.getTicker24hr({ symbol }),
    client.getDepth({ symbol }),
    client.getTrades({ symbol }),
    client.getAggTrades({ symbol }),
    client.getTickerPrice({ symbol }),
    client.getAccount(),
    client.getUserTrades({ symbol }),
    client.getTradeFees(),
    client.getOrder({ symbol, orderId: orderId ?? 0 }),
    client.getOpenOrders({ symbol }),
    client.getAllOrders({ symbol }),
    client.getAccountV2(),
  ]);
  let rejected = 0;
  const taken: string[] = [];
  for (const [id, text] of texts) {
    const value: unknown = JSON.parse(text);
    expect(decode(id, text), id).toEqual({ kind: "value", value });
    for (const { path, isNeeded } of factsOf(answerSchema(id), value)) {
      for (const how of isNeeded ? ["drop", "rename", "retype"] : ["retype"]) {
        const mutated = JSON.stringify(changed(value, path, how));
        const decoded = decode(id, mutated);
        const pointer = `/${path.join("/")}`;
        if (decoded.kind === "issue" && decoded.pointer === pointer) rejected += 1;
        else taken.push(`${id} ${how} ${pointer}`);
        expect(decode(id, mutated, true).kind).toBe("value");
      }
    }
  }
  expect(texts.size).toBeGreaterThanOrEqual(20);
  expect(taken).toEqual([]);
  expect(rejected).toBeGreaterThan(500);
});
