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

/** 2,000 recordings, each requested some 50 times: 100,000 requests for either property. */
const runs = { numRuns: 2_000 } as const;

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 4 }),
  fc.constantFrom("BTCUSDT", "1", "a b", "a+b", "a&b=c", "%41", "é", "__proto__", "constructor"),
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
type Asked = typeof question extends fc.Arbitrary<infer Value> ? Value : never;

test("the order of fields, the timestamp and the signature do not matter", () => {
  const noise = fc.array(fc.tuple(fc.constantFrom("timestamp", "signature"), text), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(question, noise, fc.infiniteStream(fc.nat()), (asked, fresh, dice) => {
      const { respond } = createFixtureServer({ calls: [recordingOf(asked)] });
      for (let repeat = 0; repeat < 50; repeat += 1) {
        const query = shuffle([...asked.query, ...fresh], dice);
        const body = shuffle(asked.body, dice);
        expect(respond(plain({ ...asked, query, body })).status).toBe(200);
      }
    }),
    runs,
  );
});

test("any other change is no match, and gets a 501", () => {
  const piece = fc.record({ index: fc.nat(), name, value: text });
  const pieces = fc.array(piece, { minLength: 4, maxLength: 4 });
  const reached = new Set<string>();
  fc.assert(
    fc.property(question, pieces, (asked, parts) => {
      const { respond } = createFixtureServer({ calls: [recordingOf(asked)] });
      for (const [what, apply] of parts.flatMap((part) =>
        changes.map((each) => bind(each, part)),
      )) {
        const other = apply(asked);
        if (JSON.stringify(canonical(other)) === JSON.stringify(canonical(asked))) continue;
        reached.add(what);
        const answer = respond(plain(other));
        expect(answer.status, what).toBe(501);
        expect(answer.text.startsWith('{"code":501,"msg":"No recording matches '), what).toBe(true);
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
    fc.string({ unit: "binary" }),
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
  const answer = fc.record({
    status: fc.constantFrom(200, 400, 401, 418, 429, 500, 503),
    headers: fc.dictionary(header, fc.constantFrom("1", "text/html", "0", "true")),
    text: body,
  });
  const session = fc.array(fc.record({ asked: question, answer }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(session.map(withoutGetBodies), async (parts) => {
      const conversations = parts.map(({ asked, answer: given }, index) =>
        conversationOf(`getTime.case${index}`, asked, given),
      );
      const server = createFixtureServer(readBack(recordConversations(conversations, {})));
      for (const { asked, answer: given } of parts) {
        const { target, body: form, hasKey } = plain(asked);
        const headers = {
          "content-type": formType,
          ...(hasKey && { [keyHeader.toLowerCase()]: "k" }),
        };
        const init = { method: asked.method, headers, ...(form !== "" && { body: form }) };
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
    { numRuns: 1_000 },
  );
});

test("responses to one request come in the recorded order, then the last one again", () => {
  const asked: Asked = { method: "GET", path: "/api/v1/time", hasKey: false, query: [], body: [] };
  const conversations = ["one", "two", "three"].map((word, index) =>
    conversationOf(`getTime.${index === 1 ? "a" : "b"}${index}`, asked, {
      ...ok,
      text: `"${word}"`,
    }),
  );
  const recordings = readBack(recordConversations(conversations, {}));
  const [first, second] = [createFixtureServer(recordings), createFixtureServer(recordings)];
  const texts = Array.from({ length: 5 }, () => first.respond(plain(asked)).text);
  expect(texts).toEqual(['"one"', '"two"', '"three"', '"three"', '"three"']);
  expect(second.respond(plain(asked)).text).toBe('"one"');
});

const ok: PlainResponse = { status: 200, headers: {}, text: "{}" };

interface Piece {
  readonly index: number;
  readonly name: string;
  readonly value: string;
}
type Change = readonly [name: string, apply: (asked: Asked, piece: Piece) => Asked];

const changes: readonly Change[] = [
  ["method", (asked) => ({ ...asked, method: asked.method === "GET" ? "POST" : "GET" })],
  ["path", (asked) => ({ ...asked, path: `${asked.path}/` })],
  ["case of the path", (asked) => ({ ...asked, path: asked.path.toUpperCase() })],
  ["key", (asked) => ({ ...asked, hasKey: !asked.hasKey })],
  ["more in the query", (asked, { name: key, value }) => more(asked, "query", [key, value])],
  ["more in the body", (asked, { name: key, value }) => more(asked, "body", [key, value])],
  ["less in the query", (asked, { index }) => less(asked, "query", index)],
  ["less in the body", (asked, { index }) => less(asked, "body", index)],
  ["another value", (asked, { index, value }) => edit(asked, index, ([key]) => [key, value])],
  [
    "another name",
    (asked, { index, name: key }) => edit(asked, index, ([, value]) => [key, value]),
  ],
  [
    "letter case",
    (asked, { index }) => edit(asked, index, ([key, value]) => [key, value.toLowerCase()]),
  ],
  ["white space", (asked, { index }) => edit(asked, index, ([key, value]) => [key, `${value} `])],
  ["place", (asked) => ({ ...asked, query: asked.body, body: asked.query })],
];

function bind([what, apply]: Change, piece: Piece): readonly [string, (asked: Asked) => Asked] {
  return [what, (asked) => apply(asked, piece)];
}

function more(asked: Asked, place: "query" | "body", pair: [string, string]): Asked {
  return { ...asked, [place]: [...asked[place], pair] };
}

function less(asked: Asked, place: "query" | "body", index: number): Asked {
  return { ...asked, [place]: asked[place].filter((_, at) => at !== index % asked[place].length) };
}

function edit(
  asked: Asked,
  index: number,
  map: (pair: [string, string]) => [string, string],
): Asked {
  const at = index % Math.max(1, asked.query.length);
  return { ...asked, query: asked.query.map((pair, each) => (each === at ? map(pair) : pair)) };
}

/** Fields of one name in their order, names in any. */
function canonical({ method, path, hasKey, query, body }: Asked): unknown {
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

function plain({ method, path, hasKey, query, body }: Asked): PlainRequest {
  const target = query.length === 0 ? path : `${path}?${formatPairs(query)}`;
  return { method, target, hasKey, contentType: formType, body: formatPairs(body) };
}

function recordingOf(asked: Asked): CallRecording {
  const {
    calls: [recording],
  } = readBack(recordConversations([conversationOf("getTime.default", asked, ok)], {}));
  if (recording === undefined) throw new Error("no recording came back");
  return recording;
}

function conversationOf(id: string, asked: Asked, response: PlainResponse): Conversation {
  const { method, path, query } = asked;
  const form = asked.body;
  const headers = new Map(asked.hasKey ? [[keyHeader.toLowerCase(), "k"]] : []);
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
function withoutGetBodies<Part extends { readonly asked: Asked }>(parts: readonly Part[]): Part[] {
  return parts.map((part) =>
    part.asked.method === "GET" ? { ...part, asked: { ...part.asked, body: [] } } : part,
  );
}

/** What a text is once it has been bytes. */
function wellFormed(value: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(value));
}
