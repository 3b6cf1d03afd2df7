/** Requests of one process: what each is answered with, code by code and field by field. */

import { expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { createRequestHandler } from "../../../sandbox/http/request-handler.ts";
import { limitMax } from "../../../testing/observe/probes/reads.ts";
import { type Answer, codeOf, foreignClient, messageOf } from "../support/foreign-client.ts";

const client = foreignClient();
const { sandbox, alice } = client;
const minute = () => sandbox.clock?.advance(60_000);

/** What is asked for, the status and code wanted, and a word that the message must hold. */
const targets: readonly (readonly [string, status: number, code: number, word: string])[] = [
  ["GET /api/v1/time", 200, 0, ""],
  ["GET /api/v1/depth?symbol=BTCUSDT", 200, 0, ""],
  ["GET /api/v1/depth?symbol=%42TCUSDT", 200, 0, ""],
  ["GET /api/v1/depth?&symbol=BTCUSDT&", 200, 0, ""],
  ["GET /api/v1/depth", 400, -1102, "symbol"],
  ["GET /api/v1/depth?symbol=", 400, -1105, "symbol"],
  ["GET /api/v1/depth?symbol=NOSUCH", 400, -1121, "symbol"],
  ["GET /api/v1/depth?symbol=btcusdt", 400, -1121, "symbol"],
  ["GET /api/v1/depth?symbol=__proto__", 400, -1121, "symbol"],
  ["GET /api/v1/depth?symbol=BTCUSDT&symbol=BTCUSDT", 400, -1101, "symbol"],
  ["GET /api/v1/depth?symbol=BTCUSDT&depth=5", 400, -1103, "depth"],
  ...["__proto__", "constructor", "toString", "a[]", "[]", "a[__proto__]"].map((name) => {
    const word = name.includes("[") ? "a field whose name is not letters and digits" : name;
    return [`GET /api/v1/depth?symbol=BTCUSDT&${name}=5`, 400, -1103, word] as const;
  }),
  ["GET /api/v1/depth?symbol=BTCUSDT&=5", 400, -1100, "name"],
  ...["%", "BTC%ZZUSDT", "%c0%80", "%c0%af", "%e0%80%af", "BTC%ED%A0%80", "%ff", "a%00b"].map(
    (text) => [`GET /api/v1/depth?symbol=${text}`, 400, -1100, "symbol"] as const,
  ),
  ["GET /api/v1/depth?symbol=BTCUSDT&limit=ten", 400, -1100, "limit"],
  ["GET /api/v1/depth?symbol=BTCUSDT&limit=1e2", 400, -1100, "limit"],
  ["GET /api/v1/depth?symbol=BTCUSDT&limit=0x10", 400, -1100, "limit"],
  [`GET /api/v1/trades?symbol=BTCUSDT&limit=${limitMax + 1}`, 400, -1130, "limit"],
  ["GET /api/v1/klines?symbol=BTCUSDT&interval=2m", 400, -1120, "interval"],
  ["GET /api/v1/nothing", 404, -1000, ""],
  ["GET /api/v1/time/", 404, -1000, "did you mean /api/v1/time?"],
  ["GET /API/v1/time", 404, -1000, ""],
  ["GET /api/v1/%74ime", 404, -1000, ""],
  ["GET /", 404, -1000, "the interface has no such path."],
  ["GET /stream?streams=btcusdt@trade", 404, -1000, "open this path with ws://"],
  ["POST /api/v1/time", 405, -1000, "GET"],
  ["DELETE /api/v1/account", 405, -1000, "GET"],
  ["GET /api/v1/account", 401, -2015, signing.header],
  ["POST /api/v1/listenKey", 401, -2015, signing.header],
];

test.each(targets)("%s is answered with %i and code %i", async (target, status, code, word) => {
  minute();
  const [method = "", path = ""] = target.split(" ");
  const answer = await client.open(path, method);
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  expect(messageOf(answer)).toContain(word);
  if (code !== 0) expectEnvelope(answer);
  expect(answer.headers.get("allow")).toBe(status === 405 ? word : null);
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.headers.get("X-MBX-USED-WEIGHT-10S")).toMatch(/^\d+$/);
  expect(answer.headers.get("X-MBX-USED-WEIGHT-1M")).toMatch(/^\d+$/);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

function expectEnvelope({ body }: Answer): void {
  expect(Object.keys(body)).toEqual(["code", "msg", "timestamp"]);
  expect(body.timestamp).toBe(client.now());
}

/** Ways to write a price, by the code that comes back. */
const prices: Readonly<Record<string, readonly string[]>> = {
  "0": ["30000", "30000.0", "0030000", " 30000 ", "30000.00000000", "30000.0000000000000000000"],
  "-1100": [
    ...["0x10", "0b1", "1e3", "1E3", "1e-9", "Infinity", "-Infinity", "NaN", "null", "true"],
    ...["-0", "-1", "+1", "1_000", "1,000", "1 000", ".5", "5.", ".", "1.2.3"],
    ...["１２３", "٣٠٠", "3²"],
  ],
  "-1105": ["", " "],
  "-1013": ["0", "0.00", "9007199254740993", "9".repeat(26), "30000.001", "1000000.01"],
  "-1111": ["30000.00000000000000000001", "30000.000000001"],
};

test.each(Object.entries(prices))("the code is %s for a price of %j", async (code, texts) => {
  for (const price of texts) {
    minute();
    expect([price, codeOf(await client.place({ price }))]).toEqual([price, Number(code)]);
  }
});

test.each([
  [-2013, ["1", "9007199254740993", "9223372036854775807"]],
  [-1100, ["9223372036854775808", "9".repeat(20), "1.0", "1e3", "0x10", "+1", "１", "NaN"]],
])("the code is %i for an orderId of %j", async (code, texts) => {
  for (const orderId of texts) {
    minute();
    const answer = await client.ask("GET order", { symbol: "BTCUSDT", orderId });
    expect([orderId, codeOf(answer)]).toEqual([orderId, code]);
  }
});

test("a field in the query and in the body is rejected and named", async () => {
  const query = { symbol: "BTCUSDT", orderId: 1 };
  const sent = { method: "DELETE", path: "/api/v1/order", query, body: { symbol: "BTCUSDT" } };
  const answer = await client.fresh(sent);
  expect([codeOf(answer), messageOf(answer)]).toEqual([-1101, expect.stringContaining("symbol")]);
});

const noField = (name: string): string =>
  `${name} is not a field of this operation; use symbol, limit.`;
const badBytes = (name: string): string =>
  `${name} is not percent-encoded UTF-8; percent-encode its UTF-8 bytes.`;
const inBody = (name: string): string => `${name} is in the body; send it in the query.`;
const many = Array.from({ length: 900 }, (_, index) => `n${index}`);
const manyFields = `symbol=BTCUSDT&${many.map((name) => `${name}=1`).join("&")}`;
const noneTaken = "y is not a field of this operation; this operation takes none.";
const closed = "listenKey is not open; create a new one.";

/** A request with query and body, the code, and the whole message. */
const faulty: readonly (readonly [string, query: string, body: string, number, string[]])[] = [
  ["GET depth", "limit=5&symbol=A%ZZ", "a=%C0", -1100, [badBytes("symbol"), badBytes("a")]],
  ["GET depth", manyFields, "", -1103, many.slice(0, 10).map(noField)],
  ["GET depth", "symbol=BTCUSDT", "limit=5", -1101, [inBody("limit")]],
  [
    "GET depth",
    "symbol=A&n=1&n=1&n=1",
    "",
    -1103,
    [noField("n"), "n is sent twice; send it once."],
  ],
  ["POST listenKey", "", "y=2", -1101, [inBody("y"), noneTaken]],
  ["PUT listenKey", "", "listenKey=a", -1125, [closed]],
];

test.each(faulty)("%s?%s with the body %j", async (target, query, body, code, sentences) => {
  minute();
  const [method = "", path] = target.split(" ");
  const sent = { method, path: `/api/v1/${path}`, query, body, ip: "127.0.0.1" };
  const answer = await sandbox.handleRequest({ ...sent, header: () => alice.apiKey });
  const { msg, ...rest } = JSON.parse(answer.body);
  expect([rest, msg]).toEqual([{ code, timestamp: client.now() }, sentences.join(" ")]);
});

test.each([
  ["newClientOrderId", -1118],
  ["origClientOrderId", -1119],
] as const)("a blank %s has the code %i", async (name, code) => {
  const answer = await client.ask("DELETE order", { symbol: "BTCUSDT", orderId: 1, [name]: "" });
  expect(codeOf(answer)).toBe(code);
});

const bug = new TypeError("a secret of the inside");
const getTime = { method: "GET", path: "/api/v1/time", query: "", body: "", ip: "1.1.1.1" };

test.each<
  readonly [string, handlers: object, status: number, code: number, reports: readonly string[]]
>([
  ["that is missing", {}, 501, -1020, []],
  [
    "that throws",
    {
      time: () => {
        throw bug;
      },
    },
    ...([500, -1000, ["getTime failed: a secret of the inside"]] as const),
  ],
  [
    "that rejects",
    { time: () => Promise.reject(bug) },
    ...([500, -1000, ["getTime failed: a secret of the inside"]] as const),
  ],
])("a handler %s", async (_, handlers, status, code, wanted) => {
  const reports: string[] = [];
  const exchange = { ...sandbox.exchange, report: (text: string) => reports.push(text) };
  const answer = createRequestHandler(exchange, handlers);
  const came = await answer({ ...getTime, header: () => undefined });
  expect([came.status, JSON.parse(came.body).code, reports]).toEqual([status, code, wanted]);
  expect(came.body).not.toContain("secret");
});

const nested = `${"[".repeat(5000)}${"]".repeat(5000)}`;

test.each([
  '{"symbol":"BTCUSDT"}',
  " [1]",
  "--boundary\r\n",
  '{"__proto__":{"polluted":1}}',
  nested,
])("a body like %j is rejected as no form, not for a bad signature", async (body) => {
  const headers = { [signing.header]: alice.apiKey, "Content-Type": "application/json" };
  const init = { method: "POST", headers, body };
  const response = await sandbox.fetch("http://sandbox/api/v1/order", init);
  const { code, msg } = (await response.json()) as { readonly code: number; msg: string };
  expect([response.status, code, msg]).toEqual([400, -1100, expect.stringContaining("form")]);
});
