import fc from "fast-check";
import { expect, test } from "vitest";

import { createFixtureServer, type PlainResponse } from "../../testing/fixture-server/server.ts";
import { type CallRecording, keyHeader } from "../../testing/recordings/call-recording.ts";
import { formatPairs, formType, type Pair } from "../../testing/recordings/fields.ts";
import type { RecordedFile } from "../../testing/recordings/files.node.ts";
import type { PlainRequest } from "../../testing/recordings/matching.ts";
import { type Conversation, recordConversations } from "../../testing/recordings/recorder.ts";
import { readRecordings } from "../../testing/recordings/recordings.ts";
import { parseExample } from "../../testing/recordings/yaml.ts";
import { runsFrom } from "../support/runs.ts";
import { anyText } from "../support/text.ts";

/** Each recording is requested some 50 times. */
const runs = { numRuns: runsFrom(1_000) };

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  anyText({ minLength: 1, maxLength: 4 }),
  fc.constantFrom(
    "BTCUSDT",
    "1",
    " \n",
    "a b",
    "a+b",
    "a&b=c",
    "%41",
    "é",
    "__proto__",
    "constructor",
  ),
);
const name = fc.oneof(
  fc.constantFrom("symbol", "limit", "price", "timeStamp", "signatures", "__proto__"),
  text.filter((each) => each !== "timestamp" && each !== "signature"),
);
const pairs = fc.array(fc.tuple(name, text), { maxLength: 5 });
const question = fc.record({
  method: fc.constantFrom<string>("GET", "POST", "PUT", "DELETE"),
  path: fc.constantFrom<string>("/api/v1/order", "/api/v1/depth", "/api/v1/time"),
  hasKey: fc.boolean(),
  query: pairs,
  body: pairs,
});
type Input = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

test("the order of fields, the timestamp and the signature do not matter", () => {
  const noise = fc.array(fc.tuple(fc.constantFrom("timestamp", "signature"), text), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(question, noise, fc.infiniteStream(fc.nat()), (input, fresh, dice) => {
      const { respond } = createFixtureServer({ calls: [recordingOf(input)] });
      for (let repeat = 0; repeat < 50; repeat += 1) {
        const query = shuffle([...input.query, ...fresh], dice);
        const body = shuffle(input.body, dice);
        expect(respond(plain({ ...input, query, body })).status).toBe(200);
      }
    }),
    runs,
  );
});

test("any other change is no match, and gets a 404", () => {
  const piece = fc.record({ index: fc.nat(), name, value: text });
  const pieces = fc.array(piece, { minLength: 4, maxLength: 4 });
  const reached = new Set<string>();
  fc.assert(
    fc.property(question, pieces, (input, parts) => {
      const { respond } = createFixtureServer({ calls: [recordingOf(input)] });
      for (const [what, apply] of parts.flatMap((part) =>
        changes.map((each) => bind(each, part)),
      )) {
        const other = apply(input);
        if (JSON.stringify(canonical(other)) === JSON.stringify(canonical(input))) continue;
        reached.add(what);
        const response = respond(plain(other));
        expect(response.status, what).toBe(404);
        expect(response.text.startsWith('{"code":404,"msg":"No recording matches '), what).toBe(
          true,
        );
      }
    }),
    runs,
  );
  expect([...reached].sort()).toEqual(changes.map(([what]) => what).sort());
});

test("what was recorded is what comes back, byte by byte", async () => {
  const body = fc.oneof(
    fc.json(),
    fc.json({ noUnicodeString: false }).map((json) => ` ${json}\n`),
    anyText(),
    fc.constantFrom(
      "",
      "8.0",
      "1E+1",
      '{"a":1,"a":2}',
      '{"__proto__":{"a":1}}',
      "9007199254740993",
    ),
    fc.constantFrom('{"at":"2020-01-01","yes":"no","n":"0x10","e":"1e3","null":"~"}', "<html>"),
  );
  const header = fc.constantFrom("retry-after", "x-mbx-used-weight-1m", "content-type");
  const response = fc.record({
    status: fc.constantFrom(200, 400, 401, 418, 429, 500, 503),
    headers: fc.dictionary(header, fc.constantFrom("1", "text/html", "0", "true")),
    text: body,
  });
  const session = fc.array(fc.record({ input: question, response }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(session.map(withoutGetBodies), async (parts) => {
      const conversations = parts.map(({ input, response: given }, index) =>
        conversationOf(`getTime.case${index}`, input, given),
      );
      const server = createFixtureServer(readBack(recordConversations(conversations, {})));
      for (const { input, response: given } of parts) {
        const { target, body: form, hasKey } = plain(input);
        const headers = {
          "content-type": formType,
          ...(hasKey && { [keyHeader.toLowerCase()]: "k" }),
        };
        const init = { method: input.method, headers, ...(form !== "" && { body: form }) };
        const served = await server.fetch(new Request(`http://exchange.test${target}`, init));
        expect(served.status).toBe(given.status);
        for (const [key, value] of Object.entries(given.headers)) {
          expect(served.headers.get(key)).toBe(value);
        }
        // Reading as text would swallow a byte order mark.
        const bytes = Buffer.from(await served.arrayBuffer());
        expect(bytes).toEqual(Buffer.from(wellFormed(given.text)));
      }
    }),
    { numRuns: runsFrom(500) },
  );
});

test("responses to one request come in the recorded order, then the last one again", () => {
  const input: Input = { method: "GET", path: "/api/v1/time", hasKey: false, query: [], body: [] };
  const conversations = ["one", "two", "three"].map((word, index) =>
    conversationOf(`getTime.${index === 1 ? "a" : "b"}${index}`, input, {
      ...ok,
      text: `"${word}"`,
    }),
  );
  const recordings = readBack(recordConversations(conversations, {}));
  const [first, second] = [createFixtureServer(recordings), createFixtureServer(recordings)];
  const texts = Array.from({ length: 5 }, () => first.respond(plain(input)).text);
  expect(texts).toEqual(['"one"', '"two"', '"three"', '"three"', '"three"']);
  expect(second.respond(plain(input)).text).toBe('"one"');
});

const ok: PlainResponse = { status: 200, headers: {}, text: "{}" };

interface Piece {
  readonly index: number;
  readonly name: string;
  readonly value: string;
}
type Change = readonly [name: string, apply: (input: Input, piece: Piece) => Input];

const changes: readonly Change[] = [
  ["method", (input) => ({ ...input, method: input.method === "GET" ? "POST" : "GET" })],
  ["path", (input) => ({ ...input, path: `${input.path}/` })],
  ["case of the path", (input) => ({ ...input, path: input.path.toUpperCase() })],
  // A call that was recorded without a key may have one.
  ["key", (input) => ({ ...input, hasKey: false })],
  ["more in the query", (input, { name: key, value }) => more(input, "query", [key, value])],
  ["more in the body", (input, { name: key, value }) => more(input, "body", [key, value])],
  ["less in the query", (input, { index }) => less(input, "query", index)],
  ["less in the body", (input, { index }) => less(input, "body", index)],
  ["another value", (input, { index, value }) => edit(input, index, ([key]) => [key, value])],
  [
    "another name",
    (input, { index, name: key }) => edit(input, index, ([, value]) => [key, value]),
  ],
  [
    "letter case",
    (input, { index }) => edit(input, index, ([key, value]) => [key, value.toLowerCase()]),
  ],
  ["white space", (input, { index }) => edit(input, index, ([key, value]) => [key, `${value} `])],
  ["place", (input) => ({ ...input, query: input.body, body: input.query })],
];

function bind([what, apply]: Change, piece: Piece): readonly [string, (input: Input) => Input] {
  return [what, (input) => apply(input, piece)];
}

function more(input: Input, place: "query" | "body", pair: [string, string]): Input {
  return { ...input, [place]: [...input[place], pair] };
}

function less(input: Input, place: "query" | "body", index: number): Input {
  return { ...input, [place]: input[place].filter((_, at) => at !== index % input[place].length) };
}

function edit(
  input: Input,
  index: number,
  map: (pair: [string, string]) => [string, string],
): Input {
  const at = index % Math.max(1, input.query.length);
  return { ...input, query: input.query.map((pair, each) => (each === at ? map(pair) : pair)) };
}

/** Fields of one name in their order, names in any. */
function canonical({ method, path, hasKey, query, body }: Input): unknown {
  const group = (list: readonly Pair[]): unknown =>
    [...byName(list)].sort(([one], [other]) => (one < other ? -1 : 1));
  return [method, path, hasKey, group(query), group(body)];
}

function byName(list: readonly Pair[]): Map<string, Pair[]> {
  const groups = new Map<string, Pair[]>();
  for (const pair of list) groups.set(pair[0], [...(groups.get(pair[0]) ?? []), pair]);
  return groups;
}

/** Fields of one name keep their order: a list is not the same list backwards. */
function shuffle(list: readonly Pair[], dice: Iterator<number>): [string, string][] {
  const groups = [...byName(list).values()];
  const mixed: [string, string][] = [];
  while (groups.length > 0) {
    const at = Number(dice.next().value) % groups.length;
    const [key, value] = groups[at]?.shift() ?? ["", ""];
    mixed.push([key, value]);
    if (groups[at]?.length === 0) groups.splice(at, 1);
  }
  return mixed;
}

function plain({ method, path, hasKey, query, body }: Input): PlainRequest {
  const target = query.length === 0 ? path : `${path}?${formatPairs(query)}`;
  return { method, target, hasKey, contentType: formType, body: formatPairs(body) };
}

function recordingOf(input: Input): CallRecording {
  const {
    calls: [recording],
  } = readBack(recordConversations([conversationOf("getTime.default", input, ok)], {}));
  if (recording === undefined) throw new Error("no recording came back");
  return recording;
}

function conversationOf(id: string, input: Input, response: PlainResponse): Conversation {
  const { method, path, query } = input;
  const form = input.body;
  const headers = new Map(input.hasKey ? [[keyHeader.toLowerCase(), "k"]] : []);
  const request = { method, path, query, form, text: "", headers };
  const received = {
    ...response,
    headers: new Map(Object.entries(response.headers)),
    text: wellFormed(response.text),
  };
  const call = { request, response: received };
  const summary = "A recorded response";
  return { name: id, summary, kind: "call", events: [{ at: 0, kind: "calls", call }] };
}

function readBack(files: readonly RecordedFile[]) {
  const problems: string[] = [];
  const examples = files.map(({ path, text }) => {
    const name = path.replace(/\.yaml$/, "");
    return [name, parseExample(text, path, problems)] as const;
  });
  return readRecordings({ calls: Object.fromEntries(examples) }, problems);
}

/** A platform request that gets something has no body. */
function withoutGetBodies<Part extends { readonly input: Input }>(parts: readonly Part[]): Part[] {
  return parts.map((part) =>
    part.input.method === "GET" ? { ...part, input: { ...part.input, body: [] } } : part,
  );
}

/** What a text is once it has been bytes. */
function wellFormed(value: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(value));
}
