/** Bytes that nobody sends in good faith, on a real port: S02 to S07 and S17 of the fault list. */

import { createHmac } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { counters, type RawAnswer, talk } from "../../support/raw-http.ts";

const { reach, missed } = counters(["S02", "S03", "S04", "S05", "S06", "S07", "S17"]);

let running: RunningSandbox;
let time = Date.UTC(2024, 0, 15);

beforeAll(async () => {
  running = await startSandbox({ port: 0, now: () => time });
});

afterAll(() => running.close());

const host = "Host: a\r\n";
const form = "Content-Type: application/x-www-form-urlencoded\r\n";

function get(target: string, more = ""): string {
  return `GET ${target} HTTP/1.1\r\n${host}${more}\r\n`;
}

function post(target: string, body: string, more = form): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `POST ${target} HTTP/1.1\r\n${host}${more}${length}\r\n${body}`;
}

interface Row {
  readonly fault: "S02" | "S03" | "S04" | "S05" | "S07" | "S17";
  readonly name: string;
  readonly bytes: string | Buffer;
  readonly status: number;
  readonly code?: number;
  /** A word that the message must hold. */
  readonly word?: string;
}

const depth = "/api/v1/depth?symbol=BTCUSDT";
const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

const rows: readonly Row[] = [
  { fault: "S02", name: "a URL of 20 KB", bytes: get(`/${"x".repeat(20_000)}`), status: 431 },
  {
    fault: "S02",
    name: "a query of 20 KB",
    bytes: get(`${depth}&a=${"x".repeat(20_000)}`),
    status: 431,
  },
  { fault: "S02", name: "200 headers", bytes: get(depth, "X-A: b\r\n".repeat(200)), status: 431 },
  {
    fault: "S02",
    name: "one header of 20 KB",
    bytes: get(depth, `X-A: ${"b".repeat(20_000)}\r\n`),
    status: 431,
  },
  {
    fault: "S02",
    name: "a body of 2 MB",
    bytes: post("/api/v1/order", "x".repeat(2e6)),
    status: 413,
  },
  {
    fault: "S02",
    name: "JSON of 5,000 levels",
    bytes: post("/api/v1/order", deep(5000)),
    status: 400,
    code: -1100,
  },
  {
    fault: "S02",
    name: "JSON of 400,000 levels",
    bytes: post("/api/v1/order", deep(400_000)),
    status: 413,
  },
  ...["__proto__", "constructor", "toString", "a[]", "[]", "a[__proto__]"].flatMap((key): Row[] => [
    {
      fault: "S03",
      name: `${key} in the query`,
      bytes: get(`${depth}&${key}=1`),
      status: 400,
      code: -1103,
    },
    {
      fault: "S03",
      name: `${key} in JSON`,
      bytes: post("/api/v1/order", `{"${key}":{"polluted":1}}`),
      status: 400,
      code: -1100,
    },
  ]),
  ...[
    "%",
    "%zz",
    "%c0%80",
    "%c0%af",
    "%e0%80%af",
    "%ed%a0%80",
    "%f5%80%80%80",
    "%ff",
    "%00",
    "a%00b",
  ].map(
    (text): Row => ({
      fault: "S04",
      name: `symbol=${text}`,
      bytes: get(`/api/v1/depth?symbol=${text}`),
      status: 400,
      code: -1100,
      word: "symbol",
    }),
  ),
  { fault: "S04", name: "a NUL as it is", bytes: get("/api/v1/depth?symbol=\0"), status: 400 },
  {
    fault: "S05",
    name: "a field twice",
    bytes: get(`${depth}&symbol=BTCUSDT`),
    status: 400,
    code: -1101,
    word: "symbol",
  },
  {
    fault: "S05",
    name: "an empty name",
    bytes: get(`${depth}&=1`),
    status: 400,
    code: -1100,
    word: "name",
  },
  {
    fault: "S07",
    name: "a bare line feed",
    bytes: "GET /api/v1/time HTTP/1.1\nHost: a\n\n",
    status: 400,
  },
  {
    fault: "S07",
    name: "a bare line feed in a header",
    bytes: get("/api/v1/time", "X-A: b\nX-C: d\r\n"),
    status: 400,
  },
  {
    fault: "S07",
    name: "a bare carriage return",
    bytes: get("/api/v1/time", "X-A: b\rc\r\n"),
    status: 400,
  },
  {
    fault: "S07",
    name: "a folded header",
    bytes: get("/api/v1/time", "X-A: b\r\n c\r\n"),
    status: 400,
  },
  {
    fault: "S07",
    name: "a space before the colon",
    bytes: get("/api/v1/time", "X-A : b\r\n"),
    status: 400,
  },
  {
    fault: "S07",
    name: "a length and chunks",
    bytes:
      `POST /api/v1/order HTTP/1.1\r\n${host}Content-Length: 5\r\n` +
      "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    status: 400,
  },
  {
    fault: "S07",
    name: "chunks in an unknown coding",
    bytes: `POST /api/v1/order HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    status: 400,
  },
  {
    fault: "S07",
    name: "a chunk of no length",
    bytes: `POST /api/v1/order HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    status: 400,
  },
  {
    fault: "S07",
    name: "two lengths",
    bytes: `POST /api/v1/order HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
    status: 400,
  },
  {
    fault: "S07",
    name: "a length below zero",
    bytes: `POST /api/v1/order HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
    status: 400,
  },
  ...[
    "//api/v1/time",
    "/%2fapi/v1/time",
    "/%2Fapi/v1/time",
    "/api%2fv1/time",
    "/api/v1/time/",
    "/API/v1/time",
    "/api/v1/Time",
    "/api/v1/./time",
    "/api/v1/x/../time",
    "/api/v1/time%20",
    "/api/v1/time;a=1",
  ].map(
    (target): Row => ({
      fault: "S17",
      name: target,
      bytes: get(target),
      status: 404,
      code: -1000,
    }),
  ),
];

test.each(rows)("$fault: $name", async ({ fault, bytes, status, code, word = "" }) => {
  time += 60_000;
  const [answer] = await talk(running.port, bytes);
  expect(answer?.status).toBe(status);
  expectEnvelope(answer, code);
  expect((answer?.body as { readonly msg: string }).msg).toContain(word);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  reach(fault);
});

function expectEnvelope(answer: RawAnswer | undefined, code?: number): void {
  const wanted = {
    code: code ?? (expect.any(Number) as number),
    msg: expect.any(String) as string,
    timestamp: time,
  };
  expect(answer?.body).toEqual(wanted);
  expect(answer?.headers["content-type"]).toContain("application/json");
}

/** What a price written so is answered with, where 0 is acceptance: the whole table of S06. */
const prices: Readonly<Record<string, number>> = {
  "30000": 0,
  "30000.0": 0,
  "0030000": 0,
  " 30000 ": 0,
  "30000.00000000": 0,
  "30000.0000000000000000000": 0,
  "0x10": -1100,
  "0b1": -1100,
  "1e3": -1100,
  "1E3": -1100,
  "1e-9": -1100,
  Infinity: -1100,
  "-Infinity": -1100,
  NaN: -1100,
  null: -1100,
  true: -1100,
  "-0": -1100,
  "-1": -1100,
  "+1": -1100,
  "1_000": -1100,
  "1,000": -1100,
  "1 000": -1100,
  ".5": -1100,
  "5.": -1100,
  ".": -1100,
  "1.2.3": -1100,
  "１２３": -1100,
  "٣٠٠٠٠": -1100,
  "3²": -1100,
  "": -1105,
  " ": -1105,
  "0": -1013,
  "0.00": -1013,
  "9007199254740993": -1013,
  "99999999999999999999999999": -1013,
  "30000.001": -1013,
  "30000.00000000000000000001": -1111,
  "30000.000000001": -1111,
};

/** And a whole number. */
const orderIds: Readonly<Record<string, number>> = {
  "1": -2013,
  "9007199254740993": -2013,
  "9223372036854775807": -2013,
  "9223372036854775808": -1100,
  "99999999999999999999": -1100,
  "1.0": -1100,
  "1e3": -1100,
  "0x10": -1100,
  "+1": -1100,
  "１": -1100,
  NaN: -1100,
};

test("S06: every spelling of a number is taken or rejected as the table says", async () => {
  const order = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001";
  for (const [price, code] of Object.entries(prices)) {
    const wanted = { price, code, status: code === 0 ? 200 : 400 };
    const came = await signed("POST", `${order}&price=`, price);
    expect({ price, ...came }).toEqual(wanted);
    reach("S06");
  }
  for (const [orderId, code] of Object.entries(orderIds)) {
    const came = await signed("GET", "symbol=BTCUSDT&orderId=", orderId);
    expect({ orderId, ...came }).toEqual({ orderId, code, status: 400 });
  }
});

/** Status and code of a signed request whose last field may be odd; code 0 without a failure. */
async function signed(method: string, fields: string, value: string) {
  time += 60_000;
  const rest = `&timestamp=${time}`;
  const text = `${fields}${value.trim()}${rest}`;
  const signature = createHmac("sha256", "sandbox-secret-of-alice").update(text).digest("hex");
  const query = `${fields}${encodeURIComponent(value)}${rest}&signature=${signature}`;
  const key = `${signing.header}: sandbox-key-of-alice\r\n`;
  const [answer] = await talk(
    running.port,
    `${method} /api/v1/order?${query} HTTP/1.1\r\n${host}${key}\r\n`,
  );
  const { code = 0 } = answer?.body as { readonly code?: number };
  return { status: answer?.status, code };
}

test("S07: a request hidden behind another's body is not carried out", async () => {
  time += 60_000;
  const hidden = get("/api/v1/exchangeInfo");
  const lengths = "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n";
  const outer = `POST /api/v1/time HTTP/1.1\r\n${host}${lengths}\r\n`;
  const answers = await talk(running.port, `${outer}${hidden}`, { answers: 3, quietMs: 300 });
  expect(answers.map(({ status }) => status)).toEqual([400]);
  const lines = await talk(running.port, get("/api/v1/time") + get("/none") + get(depth), {
    answers: 3,
  });
  expect(lines.map(({ status }) => status)).toEqual([200, 404, 200]);
});

test("S17: no header changes whose limit counts", async () => {
  time += 60_000;
  const names = ["X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP", "True-Client-IP"];
  const used: (string | undefined)[] = [];
  for (const [index, name] of names.entries()) {
    const value = name === "Forwarded" ? "for=9.9.9.9" : `9.9.9.${index}`;
    const [answer] = await talk(running.port, get("/api/v1/exchangeInfo", `${name}: ${value}\r\n`));
    used.push(answer?.headers["x-mbx-used-weight-1m"]);
  }
  expect(used).toEqual(["10", "20", "30", "40", "50"]);
  for (const key of ["sandbox-key-of-alice", "sandbox-key-of-bob", "one-of-many"]) {
    const [answer] = await talk(
      running.port,
      get("/api/v1/exchangeInfo", `${signing.header}: ${key}\r\n`),
    );
    used.push(answer?.headers["x-mbx-used-weight-1m"]);
  }
  expect(used.slice(5)).toEqual(["60", "70", "80"]);
});

test("every fault of this file was reached, and the server responds as before", async () => {
  time += 60_000;
  const [answer] = await talk(running.port, get("/api/v1/time"));
  expect([answer?.status, answer?.body]).toEqual([200, { serverTime: time }]);
  expect(missed()).toEqual([]);
});
