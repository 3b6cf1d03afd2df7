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

const modes = ["raw", "percent", "both"] as const;

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

const id = (text: string) => `symbol=BTCUSDT&origClientOrderId=${text}`;
const ofValues = id(written.raw);
const ofWire = id(written.percent);
const plain = id("plain-Text_1.0~");
const [pair, body] = ["symbol=BTCUSDT", "origClientOrderId=gr%C3%B6%C3%9Fe"];
const twice = "symbol=BTCUSDT&orderId=1&symbol=BTCUSDT";
const again = (text: string): string => `${text}&signature=${text}`;

/** What is signed and sent, and the codes of the modes raw, percent and both. */
const rows: readonly (readonly [
  name: string,
  call: Omit<Call, "mode">,
  codes: readonly number[],
])[] = [
  ["original values", { signed: ofValues, sent: ofWire }, [-2013, -1022, -2013]],
  ["text on the wire", { signed: ofWire, sent: ofWire }, [-1022, -2013, -2013]],
  ["lower case", { signed: ofWire.toLowerCase(), sent: ofWire }, [-1022, -1022, -1022]],
  ["what both forms write alike", { signed: plain, sent: plain }, [-2013, -2013, -2013]],
  ["two signatures", { signed: ofValues, sent: ofWire, spoil: again }, [-1101, -1101, -1101]],
  ["a field twice", { signed: twice, sent: twice }, [-1101, -1101, -1101]],
  ["a plus that is a space", { signed: id("a b"), sent: id("a+b") }, [-2013, -1022, -2013]],
  ["a plus that is a plus", { signed: id("a+b"), sent: id("a+b") }, [-1022, -2013, -2013]],
  ["a body after the query", { signed: pair + body, sent: pair, body }, [-1022, -2011, -2011]],
  ["what no decoder reads", { signed: id("%zz"), sent: id("%zz") }, [-1022, -1100, -1100]],
  ...[
    (text: string) => text.toUpperCase(),
    (text: string) => text.slice(1),
    (text: string) => `${text}0`,
    (text: string) => `${text.startsWith("0") ? "1" : "0"}${text.slice(1)}`,
    () => "",
  ].map((spoil) => {
    const call = { signed: ofValues, sent: ofWire, spoil };
    return [`a signature changed by ${spoil}`, call, [-1022, -1022, -1022]] as const;
  }),
];

test.each(rows)("%s", async (_, call, wanted) => {
  for (const first of [false, true]) {
    const codes = modes.map((mode) => codeOf({ mode, first, ...call }));
    expect(await Promise.all(codes)).toEqual(wanted);
  }
});

test("a signature in the body is not a part of the text that is signed", async () => {
  const { exchange, accounts, fetch } = sandboxes.percent;
  const [alice] = accounts;
  const text = `${ofWire}&timestamp=${exchange.now()}`;
  const hash = createHmac("sha256", alice?.apiSecret ?? "").update(text, "utf8");
  const headers = { [signing.header]: alice?.apiKey ?? "" };
  const init = { method: "DELETE", headers, body: `${text}&signature=${hash.digest("hex")}` };
  const response = await fetch(`http://sandbox${path}`, init);
  expect(await response.json()).toMatchObject({ code: -2011 });
});
