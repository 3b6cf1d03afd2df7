import { expect, test } from "vitest";

import type { CallContext, CallState } from "../../../runtime/call/context.ts";
import type { DecodeResponse } from "../../../runtime/call/decode.ts";
import {
  type BodyText,
  type Collectable,
  classifyResponse,
  collectBody,
  readBody,
} from "../../../runtime/call/response.ts";
import { ApiError, type UnreadableResponseError } from "../../../runtime/errors.ts";
import type { EnvelopeDescriptor } from "../../../runtime/tables.ts";
import { envelope, retry } from "./given.ts";

const bytesMax = 1e9;

interface Rules {
  readonly bytesMax: number;
  readonly envelope?: EnvelopeDescriptor;
  readonly decode?: DecodeResponse;
  readonly takesAnyBody?: boolean;
}

/** What an attempt comes to by its response, without what every error says. */
function readBy(status: number, body: BodyText, rules: Rules): Record<string, unknown> {
  const { takesAnyBody, decode } = rules;
  const response = { status, headers: new Headers() } as Response;
  const request = { operation: { id: "o" }, fields: {}, ...(takesAnyBody && { placement: {} }) };
  const context = {
    settings: { responseBytesMax: rules.bytesMax },
    tables: { envelope: rules.envelope, retry, statuses: [], advice: {}, openCodes: [] },
    features: { decodeResponse: decode },
    clock: { serverMs: () => 0 },
  } as unknown as CallContext;
  const state = { request, plan: {}, attempt: 1 } as unknown as CallState;
  const read = classifyResponse({ response, body }, state, context);
  if (read.kind === "done") return { kind: "success", value: read.value };
  if (read.error instanceof ApiError) {
    const { code, serverMessage } = read.error;
    // Without a message of the exchange, the text stands for it.
    const isText = serverMessage !== "" && body.text.startsWith(serverMessage ?? "");
    return { kind: "error", code, message: isText ? undefined : serverMessage };
  }
  const { message, pointer } = read.error as UnreadableResponseError;
  const [, reason] =
    /^o: the response \(status \d+\) (.*?)\.(?: It starts with .*)?$/.exec(message) ?? [];
  return { kind: "unreadable", reason, pointer };
}

const bodyOf = (text: string) => ({ text, bytes: new TextEncoder().encode(text).length });
const readAnswer = (status: number, text: string) =>
  readBy(status, bodyOf(text), { envelope, bytesMax });

const order = { orderId: 9007199254740993n, status: "SOMETHING_NEW", extra: null };
const text = '{"orderId":9007199254740993,"status":"SOMETHING_NEW","extra":null}';
const success = (value: unknown) => ({ kind: "success", value });
const failure = (code?: number, message?: string) => ({ kind: "error", code, message });
const unread = (reason: string, pointer?: string) => ({ kind: "unreadable", reason, pointer });
const unreadable = expect.objectContaining({ kind: "unreadable", reason: expect.any(String) });

const noCode = (code: string): Row => {
  const value = { code, msg: "" };
  return [`the text "${code}" is not a code`, 200, JSON.stringify(value), success(value)];
};
const noSuccess = unread("is neither a success nor an error");
const asText = '{"orderId":"9007199254740993"}';
const traced = `{"code":0,"msg":"","trace":"a","data":${text}}`;
const ofSymbol = { code: 7, symbol: "A" };

type Row = readonly [name: string, status: number, text: string, want: unknown];
const rows: readonly Row[] = [
  ["bare payload", 200, text, success(order)],
  ["envelope", 200, `{"code":0,"msg":"","timestamp":1,"data":${text}}`, success(order)],
  ["envelope with code 200", 200, `{"code":200,"msg":"","data":${text}}`, success(order)],
  ["envelope without data", 200, '{"code":0,"msg":"success","timestamp":1}', success({})],
  ["bare list", 200, "[]", success([])],
  ["failure with 200", 200, '{"code":-2013,"msg":"no","timestamp":1}', failure(-2013, "no")],
  ["failure with 400", 400, '{"code":-1121,"msg":"bad"}', failure(-1121, "bad")],
  ["failure with data", 400, '{"code":-1,"msg":"m","data":{"a":1}}', failure(-1, "m")],
  ["a code as text", 200, '{"code":"-1003","msg":"slow"}', failure(-1003, "slow")],
  ["another field", 200, '{"code":-2010,"msg":"no","success":false}', failure(-2010, "no")],
  ["a success with another field", 200, traced, success(order)],
  ["a code beyond any number", 200, `{"code":-${"9".repeat(20)},"msg":"m"}`, failure(-1e20, "m")],
  ["a positive code is a failure", 200, '{"code":1,"msg":"m"}', failure(1, "m")],
  ["status first: code 0 with status 500", 500, '{"code":0,"msg":"","data":{}}', failure(0, "")],
  ["status first: a payload with status 400", 400, text, failure()],
  ["a payload with a field named code", 200, JSON.stringify(ofSymbol), success(ofSymbol)],
  ["a code without any other field", 200, '{"code":-2013}', failure(-2013)],
  ["a success code without any other field", 200, '{"code":0}', success({})],
  ["a code with a time", 200, '{"code":7,"timestamp":1}', failure(7)],
  ["a code with data", 200, '{"code":7,"data":{}}', failure(7)],
  ["a code, and a message that is not text", 200, '{"code":-1,"msg":5}', failure(-1)],
  ["a code of nine digits as text", 200, '{"code":"123456789","msg":""}', failure(123456789, "")],
  ...["1234567890", "1x", "x1", "", "--1"].map(noCode),
  ["true is not a code", 200, '{"code":true,"msg":""}', success({ code: true, msg: "" })],
  ["HTML with 200", 200, "<html>welcome</html>", unread("cannot be read as JSON")],
  ["empty with 200", 200, "", unread("is empty")],
  ["white space with 200", 200, " \n", unread("is empty")],
  ["HTML with 502", 502, "<html>bad gateway</html>", failure()],
  ["empty with 503", 503, "", failure(undefined, "")],
  ["a bare number is never a whole answer", 200, "123", unreadable],
  ["a bare word", 200, '"pong"', unreadable],
  ["null", 200, "null", unreadable],
  ...[199, 300, 304, 399].map((at): Row => [`the status ${at}`, at, text, noSuccess]),
  ["the status 299", 299, text, success(order)],
  ["a __proto__ key", 200, '{"__proto__":{"x":1},"a":1}', success({ a: 1 })],
  ["duplicate keys: the last one counts", 200, '{"a":1,"a":2}', success({ a: 2 })],
  ["an id as text stays text", 200, asText, success(JSON.parse(asText))],
];

for (const [name, status, body, want] of rows) {
  test(name, () => {
    expect(readAnswer(status, body)).toEqual(want);
  });
}

test("no start of an answer is taken for an answer", () => {
  for (const whole of [text, `[${text},1]`, `{"code":0,"data":[1,2]}`]) {
    for (let length = 0; length < whole.length; length += 1) {
      expect(readAnswer(200, whole.slice(0, length)).kind).toBe("unreadable");
    }
  }
});

test("nesting a million deep", () => {
  expect(readAnswer(200, "[".repeat(1e6) + "]".repeat(1e6)).kind).toBe("success");
  expect(readAnswer(200, "[".repeat(1e6)).kind).toBe("unreadable");
  expect(readAnswer(400, '{"code":'.repeat(1e6)).kind).toBe("error");
  const long = `${"[".repeat(1e6)}9007199254740993${"]".repeat(1e6)}`;
  expect(readAnswer(200, long).kind).toBe("unreadable");
});

const utf8 = (given: string) => new TextEncoder().encode(given);
const utf8Without = (text: string, at: number) => utf8(text).filter((_, index) => index !== at);
const bodies: readonly (readonly [name: string, bytes: Uint8Array, want: unknown])[] = [
  ["text", utf8("é😀"), { text: "é😀" }],
  ["byte order mark", Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d), { text: "{}" }],
  ["invalid UTF-8", Uint8Array.of(0x22, 0xff, 0x22), { fault: "is not UTF-8" }],
  ["Latin-1", Uint8Array.of(0x22, 0xe9, 0x22), { fault: "is not UTF-8" }],
  ["half a character at the end", utf8("é").subarray(0, 1), { fault: "is not UTF-8" }],
  ["three bytes of four", utf8("😀").subarray(0, 3), { fault: "is not UTF-8" }],
  ["three bytes of four in JSON", utf8Without('["😀"]', 5), { fault: "is not UTF-8" }],
  ["the replacement character itself", utf8('["\ufffd"]'), { text: '["\ufffd"]', ok: true }],
  ["the same behind a mark", utf8('\ufeff["\ufffd"]'), { text: '["\ufffd"]', ok: true }],
  ["UTF-16 with its mark", Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0), { fault: "is not UTF-8" }],
  ["nothing", new Uint8Array(0), { text: "" }],
  ["at the limit", utf8("x".repeat(1000)), { bytes: 1000 }],
  [
    "above the limit",
    utf8("x".repeat(1001)),
    { fault: "is longer than 1000 bytes", text: "x".repeat(1001) },
  ],
];

for (const [name, bytes, want] of bodies) {
  test(`body: ${name}`, async () => {
    const { fault, ok, ...text } = Object(want);
    for (const response of [new Response(bytes.slice()), slices(bytes)]) {
      const body = await readBody(response, 1000);
      expect(body).toMatchObject(text);
      const read = readBy(200, body, { bytesMax: 1000 });
      if (fault !== undefined)
        expect(read).toMatchObject({ reason: expect.stringContaining(fault) });
      if (ok === true) expect(read.kind).toBe("success");
    }
  });
}

/** One byte at a time. */
function slices(bytes: Uint8Array): Response {
  const stream = new ReadableStream({
    start: (controller) => {
      for (const byte of bytes) {
        controller.enqueue(Uint8Array.of(byte));
      }
      controller.close();
    },
  });
  return new Response(stream);
}

test.each([
  ["", success({})],
  [" \n", success({})],
  ["null", success({})],
  ["true", success({})],
  ["5", success({})],
  ['"x"', success({})],
  ["[1]", success([1])],
  [text, success(order)],
  ['{"code":-1,"msg":"m"}', failure(-1, "m")],
  ["<html>", unread("cannot be read as JSON")],
  ["[1", unread("cannot be read as JSON")],
])("where any body will do, %j is read", (given, wanted) => {
  const rules = { envelope, bytesMax: bodyOf(given).bytes, takesAnyBody: true };
  expect(readBy(200, bodyOf(given), rules)).toEqual(wanted);
  expect(readBy(503, bodyOf(given), rules)).toMatchObject({ kind: "error" });
});

test("what is longer than the limit is not even looked at", () => {
  const body = { text: '{"code":-1,"msg":"m"}', bytes: 1000 };
  const read = (status: number, limit: number) =>
    readBy(status, body, { envelope, bytesMax: limit });
  expect([read(400, 1000), read(200, 1000)]).toEqual([failure(-1, "m"), failure(-1, "m")]);
  expect(read(400, 999)).toEqual(failure());
  const reason = "is longer than 999 bytes; raise responseBytesMax to allow it";
  expect(read(200, 999)).toEqual(unread(reason));
});

test("what is not as documented is named, or else it is the whole of it", () => {
  const read = (pointer: string) => {
    const decode = () => ({ kind: "issue", pointer, reason: "is not a list" }) as const;
    return readBy(200, bodyOf("{}"), { bytesMax, decode });
  };
  expect(read("/a")).toEqual(unread("is not as documented: /a is not a list", "/a"));
  expect(read("")).toEqual(unread("is not as documented: it is not a list", ""));
});

/** A response as `fetch` makes them. */
function received(type: ResponseType, headers: Record<string, string>): Response {
  return Object.defineProperty(new Response("é", { headers }), "type", { value: type });
}

test.each<[ResponseType, headers: Record<string, string>, how: "at once" | "as a stream"]>([
  ["basic", { "content-length": "2" }, "at once"],
  ["basic", { "content-length": "1000" }, "at once"],
  ["basic", { "content-length": "1001" }, "as a stream"],
  ["basic", { "content-length": "2, 2" }, "as a stream"],
  ["basic", {}, "as a stream"],
  ["basic", { "content-length": "2", "content-encoding": "gzip" }, "as a stream"],
  ["default", { "content-length": "2" }, "as a stream"],
  ["cors", { "content-length": "2" }, "as a stream"],
])("a response of type %s with headers %j is read %s", async (type, headers, how) => {
  const response = received(type, headers);
  let read = "as a stream";
  const arrayBuffer = () => {
    read = "at once";
    return response.clone().arrayBuffer();
  };
  const watched = Object.defineProperty(response, "arrayBuffer", { value: arrayBuffer });
  expect(await readBody(watched, 1000)).toEqual({ text: "é", bytes: 2 });
  expect(read).toBe(how);
});

test("a transport that collects the body by itself is left to do so", async () => {
  expect(collectBody).toBe(Symbol.for("tradespec.collectBody"));
  const collecting: Collectable & { readonly own: string } = {
    own: "its own",
    async [collectBody](limit) {
      return { text: this.own, bytes: limit };
    },
  };
  const response = Object.assign(new Response("x"), collecting);
  expect(await readBody(response, 7)).toEqual({ text: "its own", bytes: 7 });
});

test("an answer without a body reads as empty", async () => {
  expect(await readBody(new Response(null), 10)).toEqual({ text: "", bytes: 0 });
});
