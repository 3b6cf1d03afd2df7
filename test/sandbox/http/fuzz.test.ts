/**
 * Requests made up from the documents: one half as they allow, the other half invalid. The contract
 * suite's own reading of the documents judges both request and response.
 */

import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { orderTypeRules } from "../../../generated/order-rules.ts";
import { signing } from "../../../generated/signing.ts";
import { nextBelow, nextText, seedRandom } from "../../../sandbox/engine/random.ts";
import { createSandbox, type Sandbox } from "../../../sandbox/index.ts";
import { checkRequest } from "../../../testing/documents/check-request.ts";
import { checkResponse } from "../../../testing/documents/check-response.ts";
import {
  type DocumentedOperation,
  type DocumentedParameter,
  readOpenApi,
} from "../../../testing/documents/openapi.ts";
import type { SentRequest } from "../../../testing/recordings/conversation.ts";
import { formatPairs, type Pair, parsePairs } from "../../../testing/recordings/fields.ts";
import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import { auditBalances } from "../support/audit.ts";

const document = readOpenApi(
  JSON.parse(await readFile("generated/documents/openapi.json", "utf8")),
);

const cases = runs({ commit: 1000, gate: 200_000, release: 5_000_000 });
const seed = process.env["TRADESPEC_SEED"] ?? "fuzz";
const random = seedRandom(seed);

const spoilings = [
  "nothing",
  "a field left out",
  "a wrong value",
  "an unknown field",
  "a field twice",
  "a bad escape",
  "no key",
  "an unknown key",
  "no signature",
  "a changed signature",
  "a stale timestamp",
  "a body that is not a form",
  "another method",
  "another path",
] as const;
type Spoiling = (typeof spoilings)[number];

/** What came of it: an answer, or what kind of refusal. */
const outcomes = ["200", "form", "business", "401", "404", "405"] as const;

function below(bound: number): number {
  return nextBelow(random, bound);
}

function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[below(values.length)];
  if (value === undefined) throw new Error("there is nothing to choose from");
  return value;
}

const symbols = ["BTCUSDT", "ETHUSDT", "BTCTHB"];
const prices = ["30000", "44000.00", "45000.01", "2300.5", "1500000", "0.01", "1000000.00"];
const quantities = ["0.001", "0.01", "1", "0.5", "0.00001", "9000"];

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A value that the documents allow, of those that the sandbox can do something with. */
function validValue({ name, schema }: DocumentedParameter, sandbox: Sandbox): string {
  const { type, minimum, maximum, ...others } = schema as Schema;
  const { enum: choices } = others;
  if (choices !== undefined) return oneOf(choices);
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  if (bounds.length > 0 && below(6) === 0) return String(oneOf(bounds));
  if (/[sS]ymbol$/.test(name)) return oneOf(symbols);
  if (name === "limit") return String(1 + below(20));
  if (/Time$/.test(name)) return String(sandbox.exchange.now() - below(86_400_000));
  if (name === "recvWindow") return String(5000 + below(signing.windowMsMax - 5000 + 1));
  if (/rice$/.test(name)) return oneOf(prices);
  if (/^(?:quantity|quoteOrderQty|icebergQty)$/.test(name)) return oneOf(quantities);
  if (type === "integer") return String(1 + below(4000));
  if (type === "number") return oneOf(quantities);
  return nextText(random, 1 + below(30));
}

/** Fields that the documents allow; those of a placement fit its type. */
function validFields(operation: DocumentedOperation, sandbox: Sandbox): Pair[] {
  const chosen = operation.parameters.filter(({ name, required }) => {
    if (name === "timestamp") return false;
    return required || (name === "limit" ? below(20) > 0 : below(3) === 0);
  });
  const fields = chosen.map((parameter): Pair => [parameter.name, validValue(parameter, sandbox)]);
  if (operation.id !== "placeOrder") return fields;
  const [type, rule] = oneOf(Object.entries(orderTypeRules));
  const needed: string[] = [...rule.required, ...rule.oneOf.map((names) => oneOf<string>(names))];
  const sized = ["quantity", "quoteOrderQty", "price", "stopPrice", "timeInForce", "icebergQty"];
  const kept = fields.filter(([name]) => !sized.includes(name) && !needed.includes(name));
  const typed = kept.map(([name, value]): Pair => [name, name === "type" ? type : value]);
  const own = operation.parameters.filter(({ name }) => needed.includes(name) && name !== "type");
  return [
    ...typed.filter(([name]) => name !== "type"),
    ["type", type],
    ...own.map((parameter): Pair => [parameter.name, validValue(parameter, sandbox)]),
  ];
}

const badValues = [
  ...["-1", "0", "1001", `${signing.windowMsMax + 1}`, `${-(2n ** 63n)}`, `${2n ** 63n}`],
  ...["abc", "1.5e3", "0x10", "-", "１", "NaN", "true1", "{}", "1,5", "é", "'--"],
];

interface Wire {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly key: string | undefined;
}

/** A request as text, signed after all that is wrong about its fields. */
function write(operation: DocumentedOperation, spoiling: Spoiling, sandbox: Sandbox): Wire {
  const asks = (place: string): boolean => operation.credentials.some((each) => each.in === place);
  let fields = validFields(operation, sandbox);
  const at = below(Math.max(1, fields.length));
  const name = fields[at]?.[0] ?? "symbol";
  if (spoiling === "a field left out") fields = fields.filter((_, index) => index !== at);
  if (spoiling === "a wrong value")
    fields = fields.map(([each, value], index) => [each, index === at ? oneOf(badValues) : value]);
  if (spoiling === "an unknown field")
    fields.push([oneOf(["foo", "Symbol", "__proto__", "constructor", "a[]"]), "1"]);
  if (spoiling === "a field twice") fields.push([name, fields[at]?.[1] ?? "BTCUSDT"], [name, "1"]);
  if (asks("query")) {
    const now = sandbox.exchange.now();
    fields.push(["timestamp", String(spoiling === "a stale timestamp" ? now - 60_001 : now)]);
  }
  const split = operation.takesForm ? below(fields.length + 1) : fields.length;
  const parts = [fields.slice(0, split), fields.slice(split)];
  const [plainQuery = "", plainBody = ""] = parts.map((pairs) =>
    pairs.map(([each, value]) => `${each}=${value}`).join("&"),
  );
  const [query = "", body = ""] = parts.map(formatPairs);
  const { method, path } = operation;
  const wire = {
    method:
      spoiling === "another method" ? oneOf(["PATCH", "PUT", "POST", "DELETE", "GET"]) : method,
    path:
      spoiling === "another path"
        ? oneOf([`${path}/`, `/${path}`, path.toUpperCase(), `${path}x`])
        : path,
    query: spoiling === "a bad escape" ? `${query}&${name}=%e0%80` : query,
    body: spoiling === "a body that is not a form" ? oneOf(["{}", "[1]", "--x\r\n"]) : body,
    key: asks("header") && spoiling !== "no key" ? keyOf(spoiling) : undefined,
  };
  if (!asks("query") || spoiling === "no signature") return wire;
  const hash = createHmac("sha256", "sandbox-secret-of-alice");
  const digits = hash.update(plainQuery + plainBody, "utf8").digest("hex");
  const signature = spoiling === "a changed signature" ? [...digits].reverse().join("") : digits;
  return { ...wire, query: `${wire.query === "" ? "" : `${wire.query}&`}signature=${signature}` };
}

function keyOf(spoiling: Spoiling): string {
  return spoiling === "an unknown key" ? nextText(random, 64) : "sandbox-key-of-alice";
}

/** The same request as the judge wants it. */
function asSent({ method, path, query, body, key }: Wire): SentRequest {
  const isForm = !/^(?:[[{]|--)/.test(body);
  return {
    method,
    path,
    query: parsePairs(query),
    form: isForm ? parsePairs(body) : [],
    text: isForm ? "" : body,
    headers: new Map(key === undefined ? [] : [[signing.header.toLowerCase(), key]]),
  };
}

/** Codes for requests whose form is wrong, which no request in order may get. */
const formCodes = new Set([-1100, -1101, -1103, -1105, -1117, -1022, -2015, -1130, -1131, -1021]);

/** Assumed, and so no part of what the documents refuse: see `client-id-characters`. */
function hasOddId({ query, form }: SentRequest): boolean {
  return [...query, ...form].some(([name, value]) => {
    return name === "newClientOrderId" && !/^[A-Za-z0-9_-]{1,36}$/.test(value);
  });
}

/** What the judge cannot see in the text: whether key, signature and time are the right ones. */
function isForged({ credentials }: DocumentedOperation, spoiling: Spoiling): boolean {
  const asks = (place: string): boolean => credentials.some((each) => each.in === place);
  if (spoiling === "an unknown key") return asks("header");
  if (spoiling === "a changed signature" || spoiling === "a stale timestamp") return asks("query");
  return spoiling === "a bad escape";
}

test(`${cases} made-up requests get what the documents say`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const reached = new Reached();
  const reports: string[] = [];
  const sandbox = createSandbox({ report: (text) => reports.push(text) });
  for (let index = 0; index < cases; index += 1) {
    if (index % 30 === 0) sandbox.clock?.advance(10_000);
    const operation = oneOf(document.operations);
    const spoiling = index % 2 === 0 ? "nothing" : oneOf(spoilings);
    const wire = write(operation, spoiling, sandbox);
    const description = `${seed} ${index}: ${wire.method} ${wire.path}?${wire.query} ${wire.body}`;
    const header = (name: string): string | undefined =>
      name === signing.header.toLowerCase() ? wire.key : undefined;
    const answer = await sandbox.handleRequest({ ...wire, header, ip: "1.1.1.1" });
    const request = asSent(wire);
    const code = codeOf(answer.body);
    const isBad =
      isForged(operation, spoiling) ||
      hasOddId(request) ||
      checkRequest(document, request).length > 0;
    expect(answer.status, description).toBeLessThan(500);
    const called = document.find(wire.method, wire.path);
    if (called === undefined) {
      expect([404, 405], description).toContain(answer.status);
    } else {
      const headers = new Map(
        Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const received = { status: answer.status, headers, text: answer.body };
      const { issues } = checkResponse(document, { request, response: received });
      expect(issues, description).toEqual([]);
      if (spoiling === "nothing") expect(isBad, description).toBe(false);
      if (isBad) expect(answer.status, description).toBeGreaterThanOrEqual(400);
      else expect(formCodes.has(code), `${description} ${answer.body}`).toBe(false);
    }
    expectEnvelope(answer.status, answer.body, description);
    reached.add(spoiling);
    reached.add(operation.id);
    reached.add(outcomeOf(answer.status, code));
  }
  expect(reports).toEqual([]);
  const wanted = [...spoilings, ...outcomes, ...document.operations.map(({ id }) => id)];
  expect(reached.missing(wanted)).toEqual([]);
  expect(auditBalances(sandbox.exchange.state)).toEqual([]);
});

function codeOf(text: string): number {
  const { code = 0 } = JSON.parse(text) as { readonly code?: number };
  return code;
}

function expectEnvelope(status: number, text: string, description: string): void {
  if (status < 400) return;
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  expect(Object.keys(body), description).toEqual(["code", "msg", "timestamp"]);
  expect([typeof body["code"], typeof body["msg"]], description).toEqual(["number", "string"]);
}

function outcomeOf(status: number, code: number): (typeof outcomes)[number] {
  if (status === 200 || status === 401 || status === 404 || status === 405) return `${status}`;
  return formCodes.has(code) ? "form" : "business";
}
