import { expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { createRequestHandler } from "../../../sandbox/http/request-handler.ts";
import { limitMax } from "../../../testing/scenarios/rows.ts";
import { codeOf, type Fields, foreignClient, messageOf } from "../support/foreign-client.ts";

const client = foreignClient();

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
  ["GET /api/v1/depth?symbol=BTCUSDT&__proto__=5", 400, -1103, "__proto__"],
  ["GET /api/v1/depth?symbol=BTCUSDT&constructor=5", 400, -1103, "constructor"],
  ["GET /api/v1/depth?symbol=BTCUSDT&=5", 400, -1100, "name"],
  ["GET /api/v1/depth?symbol=BTC%ZZUSDT", 400, -1100, "symbol"],
  ["GET /api/v1/depth?symbol=BTC%C0%80", 400, -1100, "symbol"],
  ["GET /api/v1/depth?symbol=BTC%ED%A0%80", 400, -1100, "symbol"],
  ["GET /api/v1/depth?symbol=BTC%00", 400, -1100, "symbol"],
  ["GET /api/v1/depth?symbol=BTCUSDT&limit=ten", 400, -1100, "limit"],
  ["GET /api/v1/depth?symbol=BTCUSDT&limit=1e2", 400, -1100, "limit"],
  ["GET /api/v1/depth?symbol=BTCUSDT&limit=0x10", 400, -1100, "limit"],
  [`GET /api/v1/trades?symbol=BTCUSDT&limit=${limitMax + 1}`, 400, -1130, "limit"],
  ["GET /api/v1/klines?symbol=BTCUSDT&interval=2m", 400, -1120, "interval"],
  ["GET /api/v1/nothing", 404, -1000, ""],
  ["GET /api/v1/time/", 404, -1000, "did you mean /api/v1/time?"],
  ["GET //api/v1/time", 404, -1000, ""],
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
  client.sandbox.clock?.advance(60_000);
  const [method = "", path = ""] = target.split(" ");
  const answer = await client.open(path, method);
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
  expect(messageOf(answer)).toContain(word);
  if (code !== 0) {
    const { timestamp } = answer.body as { readonly timestamp?: number };
    expect(timestamp).toBe(client.now());
    expect(Object.keys(answer.body as object)).toEqual(["code", "msg", "timestamp"]);
  }
  expect(answer.headers.get("allow")).toBe(status === 405 ? word : null);
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.headers.get("X-MBX-USED-WEIGHT-10S")).toMatch(/^\d+$/);
  expect(answer.headers.get("X-MBX-USED-WEIGHT-1M")).toMatch(/^\d+$/);
});

/** A price as it is sent, and the code that comes back. */
const numbers: readonly (readonly [string, number])[] = [
  ["30000", 0],
  ["30000.0", 0],
  ["030000", 0],
  ["30000.00000000", 0],
  [" 30000 ", 0],
  ["0x10", -1100],
  ["1e3", -1100],
  ["Infinity", -1100],
  ["NaN", -1100],
  ["-1", -1100],
  ["+30000", -1100],
  ["30_000", -1100],
  ["30,000", -1100],
  [".5", -1100],
  ["5.", -1100],
  ["３００００", -1100],
  ["30000.000000001", -1111],
  ["30000.001", -1013],
  ["0", -1013],
  ["1000000.01", -1013],
];

test.each(numbers)("a price of %j is answered with code %i", async (price, code) => {
  client.sandbox.clock?.advance(60_000);
  const query: Fields = [
    ["symbol", "BTCUSDT"],
    ["side", "BUY"],
    ["type", "LIMIT"],
    ["timeInForce", "GTC"],
    ["quantity", "0.001"],
    ["price", price],
  ];
  const answer = await client.fresh({ method: "POST", path: "/api/v1/order", query });
  expect(codeOf(answer)).toBe(code);
});

test("a field in the query and in the body is rejected and named", async () => {
  const sent = {
    method: "DELETE",
    path: "/api/v1/order",
    query: [
      ["symbol", "BTCUSDT"],
      ["orderId", "1"],
    ],
    body: [["symbol", "BTCUSDT"]],
  } as const;
  const answer = await client.fresh(sent);
  expect([codeOf(answer), messageOf(answer)]).toEqual([-1101, expect.stringContaining("symbol")]);
});

test("a query operation takes no body", async () => {
  const { sandbox, alice } = client;
  const answer = await sandbox.handleRequest({
    method: "GET",
    path: "/api/v1/depth",
    query: "symbol=BTCUSDT",
    body: "limit=5",
    header: () => alice.apiKey,
    ip: "127.0.0.1",
  });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    400,
    expect.objectContaining({ code: -1101, msg: expect.stringContaining("limit") as string }),
  ]);
});

const noField = (name: string): string =>
  `${name} is not a field of this operation; use symbol, limit.`;
const badBytes = (name: string): string =>
  `${name} is not percent-encoded UTF-8; percent-encode its UTF-8 bytes.`;
const many = Array.from({ length: 12 }, (_, index) => `n${index}`);

/** A request with query and body, the code, and the whole message. */
const faulty: readonly (readonly [string, query: string, body: string, number, string[]])[] = [
  ["GET depth", "limit=5&symbol=A%ZZ", "a=%C0", -1100, [badBytes("symbol"), badBytes("a")]],
  [
    "GET depth",
    `symbol=BTCUSDT&${many.map((name) => `${name}=1`).join("&")}`,
    "",
    -1103,
    many.slice(0, 10).map(noField),
  ],
  [
    "GET depth",
    "symbol=BTCUSDT&n=1&n=1&n=1",
    "",
    -1103,
    [noField("n"), "n is sent twice; send it once."],
  ],
  [
    "POST listenKey",
    "",
    "y=2",
    -1101,
    [
      "y is in the body; send it in the query.",
      "y is not a field of this operation; this operation takes none.",
    ],
  ],
  ["PUT listenKey", "", "listenKey=a", -1125, ["listenKey is not open; create a new one."]],
];

test.each(faulty)("%s?%s with the body %j", async (target, query, body, code, sentences) => {
  client.sandbox.clock?.advance(60_000);
  const [method = "", path] = target.split(" ");
  const { sandbox, alice } = client;
  const sent = { method, path: `/api/v1/${path}`, query, body, ip: "127.0.0.1" };
  const answer = await sandbox.handleRequest({ ...sent, header: () => alice.apiKey });
  const { msg, ...rest } = JSON.parse(answer.body);
  expect([rest, msg]).toEqual([{ code, timestamp: client.now() }, sentences.join(" ")]);
});

test.each([
  ["newClientOrderId", -1118],
  ["origClientOrderId", -1119],
] as const)("a blank %s has the code %i", async (name, code) => {
  const query: Fields = [
    ["symbol", "BTCUSDT"],
    ["orderId", "1"],
    [name, ""],
  ];
  const answer = await client.fresh({ method: "DELETE", path: "/api/v1/order", query });
  expect(codeOf(answer)).toBe(code);
});

test("an operation without a handler gets -1020", async () => {
  const { exchange } = client.sandbox;
  const answer = createRequestHandler(exchange, {});
  const request = { method: "GET", query: "", body: "", header: () => undefined, ip: "1.1.1.1" };
  const { status, body } = await answer({ ...request, path: "/api/v1/time" });
  expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining({ code: -1020 })]);
});

const bug = new TypeError("a secret of the inside");

test.each([
  [
    "that is thrown",
    () => {
      throw bug;
    },
  ],
  ["that rejects", () => Promise.reject(bug)],
])("a bug of a handler %s gives a bare 500, and the log its message", async (_, getTime) => {
  const reports: string[] = [];
  const exchange = { ...client.sandbox.exchange, report: (text: string) => reports.push(text) };
  const answer = createRequestHandler(exchange, { getTime } as object);
  const request = { method: "GET", query: "", body: "", header: () => undefined, ip: "1.1.1.1" };
  const { status, body } = await answer({ ...request, path: "/api/v1/time" });
  expect(status).toBe(500);
  expect(body).not.toContain("secret");
  expect(reports).toEqual(["getTime failed: a secret of the inside"]);
});

test.each(['{"symbol":"BTCUSDT"}', " [1]", "--boundary\r\n"])(
  "a body like %j is rejected as no form, not for a bad signature",
  async (body) => {
    const headers = { [signing.header]: client.alice.apiKey, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body };
    const response = await client.sandbox.fetch("http://sandbox/api/v1/order", init);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: -1100, msg: expect.stringContaining("form") as string }),
    ]);
  },
);

test("a request with hundreds of errors gets a short response", async () => {
  client.sandbox.clock?.advance(60_000);
  const fields = Array.from({ length: 900 }, (_, index) => `field${index}=1`).join("&");
  const answer = await client.open(`/api/v1/depth?${fields}`);
  expect(codeOf(answer)).toBe(-1103);
  expect(messageOf(answer).length).toBeLessThan(2000);
});

test("a body that is too long is rejected", async () => {
  const init = { method: "POST", body: `symbol=${"x".repeat(20_000)}` };
  const response = await client.sandbox.fetch("http://sandbox/api/v1/order", init);
  expect([response.status, await response.json()]).toEqual([
    413,
    expect.objectContaining({ code: -1101 }),
  ]);
  expect(response.headers.get("X-MBX-USED-WEIGHT-10S")).toMatch(/^\d+$/);
});
