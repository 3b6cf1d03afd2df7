/** The switch that lets in clients that sign the text as they send it; raw values otherwise. */

import { createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { signing } from "../../../generated/signing.ts";
import type { SigningMode } from "../../../sandbox/exchange/exchange.ts";
import { createSandbox, type Sandbox } from "../../../sandbox/index.ts";

const path = "/api/v1/order";

/** A value as it is, and as it stands in the query. */
const written = { raw: "a b+c&d=größe", percent: "a%20b%2Bc%26d%3Dgr%C3%B6%C3%9Fe" };

interface Call {
  readonly mode: SigningMode;
  /** The text that is signed, before time and signature. */
  readonly signed: string;
  readonly sent: string;
  readonly body?: string;
  readonly first?: boolean;
  readonly spoil?: (signature: string) => string;
}

const sandboxes: Readonly<Record<SigningMode, Sandbox>> = {
  raw: createSandbox(),
  percent: createSandbox({ signing: "percent" }),
  both: createSandbox({ signing: "both" }),
};

/** What a signed request is answered with; -2013 means that its signature was right. */
async function codeOf({ mode, signed, sent, body, first, spoil }: Call): Promise<number> {
  const sandbox = sandboxes[mode];
  const [alice] = sandbox.accounts;
  if (alice === undefined) throw new Error("the seed has lost its accounts");
  const time = `timestamp=${sandbox.exchange.now()}`;
  const hash = createHmac("sha256", alice.apiSecret).update(`${time}&${signed}`, "utf8");
  const digits = hash.digest("hex");
  const pair = `signature=${spoil?.(digits) ?? digits}`;
  const query = first ? `${pair}&${time}&${sent}` : `${time}&${sent}&${pair}`;
  const method = body === undefined ? "GET" : "DELETE";
  const headers = { [signing.header]: alice.apiKey };
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await sandbox.fetch(`http://sandbox${path}?${query}`, init);
  return ((await response.json()) as { readonly code: number }).code;
}

const ofValues = `symbol=BTCUSDT&origClientOrderId=${written.raw}`;
const ofWire = `symbol=BTCUSDT&origClientOrderId=${written.percent}`;

/** What was signed, and what each mode says of it. */
const rows: readonly (readonly [string, string, Readonly<Record<SigningMode, number>>])[] = [
  ["original values", ofValues, { raw: -2013, percent: -1022, both: -2013 }],
  ["text on the wire", ofWire, { raw: -1022, percent: -2013, both: -2013 }],
  ["text in lower case", ofWire.toLowerCase(), { raw: -1022, percent: -1022, both: -1022 }],
];

test("a signature in the body is not a part of the text that is signed", async () => {
  const { exchange, accounts, fetch } = sandboxes.percent;
  const [alice] = accounts;
  const text = `${ofWire}&timestamp=${exchange.now()}`;
  const hash = createHmac("sha256", alice?.apiSecret ?? "")
    .update(text, "utf8")
    .digest("hex");
  const headers = { [signing.header]: alice?.apiKey ?? "" };
  const init = { method: "DELETE", headers, body: `${text}&signature=${hash}` };
  const response = await fetch(`http://sandbox${path}`, init);
  expect(await response.json()).toMatchObject({ code: -2011 });
});

for (const mode of ["raw", "percent", "both"] as const) {
  for (const [name, signed, codes] of rows) {
    test(`${mode}: one of the ${name} gets ${codes[mode]}, wherever it stands`, async () => {
      expect(await codeOf({ mode, signed, sent: ofWire })).toBe(codes[mode]);
      expect(await codeOf({ mode, signed, sent: ofWire, first: true })).toBe(codes[mode]);
    });
  }

  test(`${mode}: what both forms write alike is accepted`, async () => {
    const plain = "symbol=BTCUSDT&origClientOrderId=plain-Text_1.0~";
    expect(await codeOf({ mode, signed: plain, sent: plain })).toBe(-2013);
  });

  test(`${mode}: a signature is sent once, and a field too`, async () => {
    const spoil = (text: string): string => `${text}&signature=${text}`;
    expect(await codeOf({ mode, signed: ofValues, sent: ofWire, spoil })).toBe(-1101);
    const twice = "symbol=BTCUSDT&orderId=1&symbol=BTCUSDT";
    expect(await codeOf({ mode, signed: twice, sent: twice })).toBe(-1101);
  });

  test(`${mode}: a changed signature is rejected`, async () => {
    for (const spoil of [
      (text: string) => text.toUpperCase(),
      (text: string) => text.slice(1),
      (text: string) => `${text}0`,
      (text: string) => `${text.startsWith("0") ? "1" : "0"}${text.slice(1)}`,
      () => "",
    ]) {
      expect(await codeOf({ mode, signed: ofValues, sent: ofWire, spoil })).toBe(-1022);
    }
  });
}

test("in the text on the wire a plus is a plus, and in the values it is a space", async () => {
  const sent = "symbol=BTCUSDT&origClientOrderId=a+b";
  const values = "symbol=BTCUSDT&origClientOrderId=a b";
  expect(await codeOf({ mode: "raw", signed: values, sent })).toBe(-2013);
  expect(await codeOf({ mode: "raw", signed: sent, sent })).toBe(-1022);
  expect(await codeOf({ mode: "percent", signed: sent, sent })).toBe(-2013);
  expect(await codeOf({ mode: "both", signed: sent, sent })).toBe(-2013);
});

test("the body follows the query in the signed text on the wire", async () => {
  const [sent, body] = ["symbol=BTCUSDT", "origClientOrderId=gr%C3%B6%C3%9Fe"];
  const call = { signed: `${sent}${body}`, sent, body };
  expect(await codeOf({ mode: "percent", ...call })).toBe(-2011);
  expect(await codeOf({ mode: "both", ...call })).toBe(-2011);
  expect(await codeOf({ mode: "raw", ...call })).toBe(-1022);
});

test("what no decoder reads can be signed as it stands, and is then named", async () => {
  const sent = "symbol=BTCUSDT&origClientOrderId=%zz";
  expect(await codeOf({ mode: "percent", signed: sent, sent })).toBe(-1100);
  expect(await codeOf({ mode: "both", signed: sent, sent })).toBe(-1100);
  expect(await codeOf({ mode: "raw", signed: sent, sent })).toBe(-1022);
});
