/** What was recorded comes back: which requests match a recording, and what they get. */

import { expect, test } from "vitest";

import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import { keyHeader } from "../../testing/recordings/call-recording.ts";
import { formType, parsePairs } from "../../testing/recordings/fields.ts";
import { type Conversation, recordConversations } from "../../testing/recordings/recorder.ts";
import { readRecordings } from "../../testing/recordings/recordings.ts";
import { parseExample } from "../../testing/recordings/yaml.ts";

/** A request in a line: method, path with query, body behind `|`, and `key` where it has one. */
const recorded =
  "POST /api/v1/order?a=1&a=2&b=+%41&__proto__=x | side=BUY&%C3%A9=a%26b%3Dc&z=%FF key";

const same: readonly string[] = [
  recorded,
  "POST /api/v1/order?b=+A&__proto__=x&a=1&a=2 | z=%FF&%C3%A9=a%26b%3Dc&side=BUY key",
  "POST /api/v1/order?signature=x&a=1&timestamp=1&a=2&b=+%41&__proto__=x | side=BUY&%C3%A9=a%26b%3Dc&z=%FF key",
];

const others: readonly (readonly [what: string, from: string, to: string])[] = [
  ["another method", "POST", "PUT"],
  ["a longer path", "/order", "/order/"],
  ["another case of the path", "/order", "/ORDER"],
  ["no key", " key", ""],
  ["more in the query", "?a=1", "?constructor=1&a=1"],
  ["less in the query", "a=1&", ""],
  ["more in the body", "| ", "| symbol=1&"],
  ["less in the body", "side=BUY&", ""],
  ["fields of one name in another order", "a=1&a=2", "a=2&a=1"],
  ["another value", "a=2", "a=3"],
  ["another name", "b=", "c="],
  ["a name like that of the timestamp", "?a=1", "?timeStamp=1&a=1"],
  ["another byte that is no UTF-8", "%FF", "%FE"],
  ["another letter case", "BUY", "buy"],
  ["white space", "BUY", "BUY+"],
  ["fields in the other place", "&__proto__=x | ", " | __proto__=x&"],
];

test.each(same)("%s matches, and so it does as a request of fetch", async (line) => {
  const server = serverOf([recorded, ok]);
  expect(server.respond(requestIn(line)).status).toBe(200);
  const { target, ...init } = requestIn(line);
  const headers = { [keyHeader]: "k", "Content-Type": formType };
  const sent = new Request(`http://exchange.test${target}`, { ...init, headers });
  expect((await server.fetch(sent)).status).toBe(200);
});

test.each(others)("%s is no match, and gets a 404", (_, from, to) => {
  const line = recorded.replace(from, to);
  expect(line).not.toBe(recorded);
  const { status, text } = serverOf([recorded, ok]).respond(requestIn(line));
  expect([status, text]).toEqual([404, expect.stringMatching(/^\{"code":404,"msg":"No recording/)]);
});

test.each([
  [200, 200],
  [401, 404],
])(
  "for a call that was recorded without a key, with status %i, one with a key gets %i",
  (...row) => {
    const [status, want] = row;
    const line = "GET /api/v1/time | ";
    expect(serverOf([line, { ...ok, status }]).respond(requestIn(`${line} key`)).status).toBe(want);
  },
);

test.each([204, 205, 304])("a recorded status %i, which has no body, is served", async (status) => {
  const server = serverOf(["GET /api/v1/time | ", { ...ok, status, text: "" }]);
  const served = await server.fetch(new Request("http://exchange.test/api/v1/time"));
  expect([served.status, served.body]).toEqual([status, null]);
});

test.each([
  ...["", "{}", ' {"a": 1}\n', "8.0", "1E+1", '{"a":1,"a":2}', '{"__proto__":{"a":1}}'],
  ...["9007199254740993", "<html>", "- a", "~: !x", "%", "\u0000\u007f\u2028", "\ufeff{}", "é 👩"],
  '{"at":"2020-01-01","yes":"no","n":"0x10","e":"1e3","null":"~"}',
])("the response %j comes back byte by byte", async (text) => {
  const headers = { "retry-after": "0", "content-type": "text/html" };
  const server = serverOf(["GET /api/v1/time | ", { status: 429, headers, text }]);
  const served = await server.fetch(new Request("http://exchange.test/api/v1/time"));
  expect([served.status, served.headers.get("retry-after")]).toEqual([429, "0"]);
  expect(served.headers.get("content-type")).toBe("text/html");
  // Reading as text would swallow a byte order mark.
  expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.from(text));
});

test("responses to one request come in the recorded order, then the last one again", () => {
  const line = "GET /api/v1/time | ";
  const texts = ['"one"', '"two"', '"three"'];
  const recordings = texts.map((text) => [line, { ...ok, text }] as const);
  const [first, second] = [serverOf(...recordings), serverOf(...recordings)];
  const served = Array.from({ length: 5 }, () => first.respond(requestIn(line)).text);
  expect(served).toEqual([...texts, '"three"', '"three"']);
  expect(second.respond(requestIn(line)).text).toBe('"one"');
});

const ok = { status: 200, headers: {}, text: "{}" };

interface Recorded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function requestIn(line: string) {
  const [head = "", rest = ""] = line.split(" | ");
  const [method = "", target = ""] = head.split(" ");
  const [body = "", key] = rest.split(" ");
  return { method, target, hasKey: key === "key", contentType: formType, body };
}

/** A server of what was recorded, written to files, and read again. */
function serverOf(...calls: readonly (readonly [line: string, response: Recorded])[]) {
  const conversations = calls.map(([line, { headers, ...response }], index): Conversation => {
    const { method, target, hasKey, body } = requestIn(line);
    const [path = "", query = ""] = target.split("?");
    const sent = new Map(hasKey ? [[keyHeader.toLowerCase(), "k"]] : []);
    const call = {
      request: {
        method,
        path,
        query: parsePairs(query),
        form: parsePairs(body),
        text: "",
        headers: sent,
      },
      response: { ...response, headers: new Map(Object.entries(headers)) },
    };
    // Numbers are not the order of names.
    const name = `getTime.${index === 1 ? "a" : "b"}${index}`;
    return { name, summary: "A call", kind: "call", events: [{ at: 0, kind: "calls", call }] };
  });
  const problems: string[] = [];
  const examples = recordConversations(conversations, {}).map(({ path, text }) => {
    return [path.replace(/\.yaml$/, ""), parseExample(text, path, problems)] as const;
  });
  return createFixtureServer(readRecordings({ calls: Object.fromEntries(examples) }, problems));
}
