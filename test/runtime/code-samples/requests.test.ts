/**
 * The requests that samples really send: each sample is run against a server that only listens.
 * Rows are every operation with its recorded request, and requests that need care.
 */

import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { operations } from "../../../generated/operations.ts";
import { signing } from "../../../generated/signing.ts";
import { codeSamples, type SampleRequest } from "../../../runtime/code-samples/samples.ts";
import {
  publicStreamSamples,
  streamInputs,
  userDataSamples,
} from "../../../runtime/code-samples/streams.ts";
import { decodePairs, type Pair } from "../../../runtime/encoding/percent.ts";
import { signingText } from "../../../runtime/signing/signature.ts";
import type { OperationDescriptor, SigningDescriptor } from "../../../runtime/tables.ts";
import { loadRecordings } from "../../../testing/recordings/files.node.ts";
import { type Language, languages, missing, runSamples } from "../../support/code-samples.ts";

const keys = {
  TRADESPEC_KEY: "key-in-environment",
  TRADESPEC_SECRET: "secret-ß-$x",
  LISTEN_KEY: "listen1",
};

const { calls } = await loadRecordings("spec/examples");
const recorded = new Map(calls.map((call) => [call.name, call]));

/** The request of a recording. */
function recordedRequest(operation: OperationDescriptor): SampleRequest {
  const fields = recorded.get(`${operation.id}.default`)?.request.query ?? {};
  return { operation, query: Object.entries(fields).map(([name, value]) => [name, `${value}`]) };
}

/** Values that a shell, a language or percent-encoding could take for something else. */
const hardTexts = [
  'it\'s "quoted"',
  "$HOME `id` $(id) ${x} !! %s %d %% #",
  "a\\b\\n\\x41\\",
  "größe-日本-ไทย-🚀 é e\u0301",
  "line\nbreak\ttab\rreturn\u001b[31m\u007f\u0085\u20281",
  "~!@#^&*()_+`-={}|[]:;<>?,./ a=b&c=d",
  "100%25%zz+1",
  "  padded\t",
  "@file",
  "-n",
  "</script>",
  "nul\0byte",
  "",
];

const { cancelOrder, getDepth, getOrder, keepAliveListenKey } = operations;
const symbol: Pair = ["symbol", "BTCUSDT"];

/** Rules that another exchange could have. */
const otherSigning = {
  ...signing,
  ...{ header: "X-Key", timestamp: "ts", signature: "sig", partSeparator: "?" },
} as const;
const percentSigning = { ...otherSigning, values: "percent", trim: false } as const;

/** A request, and the rules of an exchange that is not ours. */
type Row = SampleRequest & { readonly rules?: SigningDescriptor };

const rows: readonly Row[] = [
  ...Object.values(operations).map(recordedRequest),
  ...hardTexts.flatMap((hard, at): SampleRequest[] => [
    at % 2 === 0
      ? { operation: cancelOrder, query: [symbol, ["origClientOrderId", hard]] }
      : { operation: cancelOrder, query: [symbol], body: [["origClientOrderId", hard]] },
    { operation: getDepth, query: [["symbol", hard]] },
  ]),
  { operation: cancelOrder, query: [symbol], body: [["orderId", "12"]] },
  { operation: cancelOrder, query: [], body: [symbol, ["orderId", "12"]] },
  { operation: getOrder, query: [symbol, ["orderId", "9007199254740993"], ["recvWindow", "500"]] },
  { operation: getOrder, query: [symbol, ["orderId", "9007199254740991"]] },
  { operation: getOrder, query: [symbol, ["orderId", "007"]] },
  { operation: getOrder, query: [symbol, ["orderId", "no number"]] },
  { operation: getDepth, query: [symbol, symbol, ["limit", "5000"]] },
  {
    operation: cancelOrder,
    query: [symbol, symbol],
    body: [
      ["odd name&='\"", "a b"],
      ["odd", "1"],
    ],
  },
  { operation: getDepth, query: [] },
  { operation: operations.createListenKey, query: [["note", "1"]] },
  { operation: keepAliveListenKey, query: [], body: [["listenKey", "of somebody"]] },
  ...[otherSigning, percentSigning].flatMap((rules): Row[] => [
    { operation: getOrder, query: [symbol], rules },
    { operation: cancelOrder, query: [symbol], body: [["orderId", "12"]], rules },
    { operation: cancelOrder, query: [symbol], body: [["odd", " a+b%'\\ ß "]], rules },
    { operation: cancelOrder, query: [], body: [symbol, ["odd", "ß"]], rules },
  ]),
];

/** What arrived. */
interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
}

let server: Server;
/** By language and row. */
const arrived = new Map<string, Arrived[]>();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const [, language, row, rest] = /^\/(\w+)\/(\d+)(\/.*)$/u.exec(path) ?? [];
    const method = request.method ?? "";
    const operation = Object.values(operations).find(
      (one) => one.path === rest && one.method === method,
    );
    const body = decodePairs(await text(request)).pairs;
    const place = `${language} ${row}`;
    const { header } = rows[Number(row)]?.rules ?? signing;
    const key = request.headers[header.toLowerCase()]?.toString();
    const one = { method, path: rest ?? "", key, query: decodePairs(query).pairs, body };
    // The client asks for the time, and whether an order has a given id already.
    const isClients = language === "typescript" && operation !== rows[Number(row)]?.operation;
    if (!isClients) arrived.set(place, [...(arrived.get(place) ?? []), one]);
    const value =
      isClients && operation?.id === "getTime"
        ? { serverTime: Date.now() }
        : recorded.get(`${operation?.id}.default`)?.value;
    // The client queries a cancellation whose response names another order.
    const named = operation === cancelOrder ? Object.fromEntries([...one.query, ...one.body]) : {};
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(Array.isArray(value) ? value : { ...Object(value), ...named }));
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  await Promise.all(languages.filter((language) => !missing[language]).map(send));
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

async function send(language: Language): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const codes = rows.map((request, row) => {
    const baseUrl = `http://127.0.0.1:${port}/${language}/${row}`;
    if (!isSentBy(language, request)) return "";
    return codeSamples(request, { baseUrl, signing: request.rules ?? signing })[language];
  });
  await runSamples(language, codes, keys);
}

/** Code in TypeScript signs by the rules of the package. */
function isSentBy(language: Language, { rules }: Row): boolean {
  return language !== "typescript" || rules === undefined;
}

/** The fields that a row should send, without timestamp and signature. */
function expected({ operation, query, body = [], rules = signing }: Row, place: string) {
  const kinds = new Map(operation.parameters.map(({ name, kind }) => [name, `${kind}`]));
  const stamps: readonly string[] = [rules.timestamp, rules.signature];
  const written = (pairs: readonly Pair[]): Pair[] =>
    pairs
      .filter(([name]) => !stamps.includes(name))
      .map(([name, value]) => {
        if (name === "listenKey") return [name, keys.LISTEN_KEY];
        const sent = operation.signed && rules.trim ? value.trim() : value;
        const isNumber = kinds.get(name)?.startsWith("int") === true && /^\d+$/u.test(sent);
        return [name, isNumber && !place.startsWith("curl") ? String(BigInt(sent)) : sent];
      });
  return { query: written(query), body: written(body) };
}

for (const language of languages) {
  test.skipIf(missing[language])(`samples for ${language} send what they were made of`, () => {
    for (const [row, request] of rows.entries()) {
      if (!isSentBy(language, request)) continue;
      const { operation } = request;
      const [sent, ...others] = arrived.get(`${language} ${row}`) ?? [];
      expect([row, others]).toEqual([row, []]);
      expect([row, sent?.method, sent?.path]).toEqual([row, operation.method, operation.path]);
      expect([row, sent?.key]).toEqual([row, operation.sendsKey ? keys.TRADESPEC_KEY : undefined]);
      if (sent !== undefined) checkFields(request, sent, `${language} ${row}`);
    }
  });
}

function checkFields(request: Row, sent: Arrived, place: string): void {
  const { operation, rules = signing } = request;
  const parts = { query: [...sent.query], body: [...sent.body] };
  if (operation.signed) {
    const last = parts.body.length > 0 ? parts.body : parts.query;
    const [, signature] = last.pop() ?? [];
    const secret = keys.TRADESPEC_SECRET;
    const signed = signingText(parts.query, parts.body, rules);
    const digest = createHmac("sha256", secret).update(signed).digest("hex");
    expect([place, signature]).toEqual([place, digest]);
    const [name, timestamp] = last.pop() ?? [];
    expect([place, name]).toEqual([place, rules.timestamp]);
    expect(Math.abs(Number(timestamp) - Date.now())).toBeLessThan(60_000);
  }
  const wanted = expected(request, place);
  if (!place.startsWith("typescript")) {
    expect([place, parts]).toEqual([place, wanted]);
    return;
  }
  // The client chooses the place, trims values, and gives an order an id.
  const trimmed = (pairs: readonly Pair[]): Pair[] =>
    pairs.map(([name, value]) => [name, value.trim()]);
  const fields = trimmed([...wanted.query, ...wanted.body]);
  const all = trimmed([...parts.query, ...parts.body]);
  const names = new Set(fields.map(([name]) => name));
  expect([place, all.filter(([name]) => names.has(name))]).toEqual([place, fields]);
  const added = all.map(([name]) => name).filter((name) => !names.has(name));
  expect([place, added]).toEqual([place, []]);
}

/** Every `date` knows seconds, which do for a window of two seconds. */
test.each([
  [undefined, 5000, "date +%s000"],
  [undefined, 1999, "date +%s%3N"],
  ["2000", 1000, "date +%s000"],
  ["1999", 5000, "date +%s%3N"],
])("with a window of %s ms, usually %i ms, curl takes the time from %s", (given, usual, want) => {
  const query: readonly Pair[] = given === undefined ? [symbol] : [symbol, ["recvWindow", given]];
  const made = { baseUrl: "http://x", signing: { ...signing, windowMsDefault: usual } };
  expect(codeSamples({ operation: getOrder, query }, made).curl).toContain(`$(${want})`);
});

/** Requests whose samples are shown whole, and those of streams. */
const shown: readonly Row[] = [
  { operation: getDepth, query: [symbol, ["limit", "5"]] },
  { operation: getDepth, query: [["symbol", hardTexts[1] ?? ""]] },
  { operation: getDepth, query: decodePairs("symbol=%20A%7F&timestamp=1").pairs },
  { operation: getOrder, query: [symbol, ["orderId", "-5"], ["recvWindow", "1999"]] },
  { operation: operations.getTime, query: [] },
  { operation: getOrder, query: [symbol, ["recvWindow", "2000"]], rules: otherSigning },
  { operation: operations.placeOrder, query: [], body: [symbol] },
  recordedRequest(operations.placeOrder),
  ...rows.slice(-19).filter((_, at) => at % 2 === 0),
];
const listenKey = {
  ...{ baseUrl: "http://x", path: "/key", header: "X-Key", key: "listenKey" },
  ...{ createMethod: "POST", keepAliveMethod: "PUT", keepAliveEveryMs: 90_000 },
};

test("samples read as written by hand", async () => {
  const inputs = streamInputs("ws://x/stream", "streams", "data");
  const stream = { method: "klines", args: ["BTCUSDT", "1m"], name: "btcusdt@kline_1m" };
  const all = [
    ...shown.map(({ rules = signing, ...row }) => {
      return codeSamples(row, { baseUrl: "http://x", signing: rules });
    }),
    publicStreamSamples(stream, inputs),
    userDataSamples(streamInputs("ws://x/stream", "streams", undefined), listenKey),
  ];
  const texts = all.flatMap((samples) => Object.entries(samples).map((pair) => pair.join(":\n")));
  // The interval of its listenKey.
  expect(texts.at(-1)).toContain("await asyncio.sleep(1.5 * 60)");
  await expect(texts.join("\n")).toMatchFileSnapshot("samples.txt");
});
