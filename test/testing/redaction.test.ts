/** No secret reaches a recording, in whatever encoding and place it was sent or received. */

import { expect, test } from "vitest";

import { keyHeader } from "../../testing/recordings/call-recording.ts";
import type { Call, WireEvent } from "../../testing/recordings/conversation.ts";
import {
  type Conversation,
  findProblems,
  recordConversations,
} from "../../testing/recordings/recorder.ts";
import { createRedactor } from "../../testing/recordings/redactor.ts";
import { listSecrets } from "../../testing/recordings/secrets.ts";

const canary = "CANARY/7f3+secret-of~the.account=9Zq";
const key = "canaryKey0123456789abcdefABCDEF";
const listenKey = "canaryListenKey4f9a8b7c6d5e";
const credentials = { apiKey: key, apiSecret: canary };

const encodings: readonly (readonly [name: string, encode: (text: string) => string])[] = [
  ["raw", (text) => text],
  ["percent", (text) => encodeURIComponent(text)],
  ["percent, every byte", percentAll],
  ["base64", (text) => btoa(text)],
  ["base64 at offset 1", (text) => btoa(`x${text}yz`)],
  ["base64 at offset 2", (text) => btoa(`xy${text}z`)],
  ["base64url", (text) => btoa(text).replaceAll("+", "-").replaceAll("/", "_")],
  ["hex", (text) => hex(text)],
  ["hex in capitals", (text) => hex(text).toUpperCase()],
  ["JSON escapes", (text) => JSON.stringify(text).slice(1, -1)],
  ["Unicode escapes", (text) => unicode(text)],
  ["percent of base64", (text) => encodeURIComponent(btoa(text))],
  ["percent, twice", (text) => encodeURIComponent(encodeURIComponent(text))],
  ["capitals", (text) => text.toUpperCase()],
  ["small letters in base64", (text) => btoa(text.toLowerCase())],
  ["from its end to its start", (text) => [...text].reverse().join("")],
  ["base64 of JSON", (text) => btoa(JSON.stringify({ note: text }))],
  ["base64 of percent", (text) => btoa(`a=${encodeURIComponent(text)}&b`)],
  ["HTML", (text) => text.replace(/[^]/g, (each) => `&#x${each.charCodeAt(0).toString(16)};`)],
  ["HTML, decimal", (text) => text.replace(/[^]/g, (each) => `&#${each.charCodeAt(0)};`)],
];

/** Places of a call. */
const places: readonly (readonly [name: string, plant: (text: string) => Partial<PlantedCall>])[] =
  [
    ["request header", (text) => ({ sent: [["x-note", text]] })],
    ["response header", (text) => ({ got: [["x-mbx-note", text]] })],
    ["query value", (text) => ({ query: [["note", `a ${text} b`]] })],
    ["query name", (text) => ({ query: [[text, "1"]] })],
    ["form value", (text) => ({ form: [["note", text]] })],
    ["path", (text) => ({ path: `/api/v1/${text}` })],
    ["JSON value", (text) => ({ text: JSON.stringify({ deep: [{ note: `<${text}>` }] }) })],
    ["JSON key", (text) => ({ text: JSON.stringify({ [text]: 1 }) })],
    ["error text", (text) => ({ status: 400, text: JSON.stringify({ code: -1, msg: text }) })],
    ["plain text", (text) => ({ status: 502, text: `<p>${text}</p>` })],
    ["JSON body of the request", (text) => ({ body: JSON.stringify({ note: text }) })],
  ];

for (const [place, plant] of places) {
  test(`a secret in ${place} reaches no file, whatever its encoding`, () => {
    for (const [encoding, encode] of encodings) {
      const [file] = record([callOf(plant(encode(canary)))]);
      expect(file?.text, encoding).toBeDefined();
      expect(leaks(file?.text ?? ""), `${place}, ${encoding}`).toEqual([]);
    }
  });
}

test.each([
  ["a header", { got: [["retry-after", "a--------b"]] }],
  ["a field", { query: [["note", "a--------b"]] }],
  ["a body", { text: '{"note":"a--------b"}' }],
] as const)("a secret that is mostly hyphens is replaced in %s", (_place, planted) => {
  const conversation = { ...callOf(planted), name: "getTime.default" };
  const [file] = recordConversations([conversation], { apiSecret: "a--------b" });
  expect(file?.text).toContain("redactedSecret");
  expect(file?.text).not.toContain("a--------b");
});

test.each([
  ["authorization", "Bearer canaryToken0123456789"],
  ["cookie", "theme=dark; stream=canaryToken0123456789"],
  ["set-cookie", "stream=canaryToken0123456789; Path=/; HttpOnly"],
])("a token of the header %s is replaced where it stands alone, too", (name, value) => {
  const [file] = record([callOf({ sent: [[name, value]], text: '{"n":"canaryToken0123456789"}' })]);
  expect(file?.text).toBeDefined();
  expect(file?.text).not.toContain("canaryToken");
});

test("a secret with letters beyond ASCII is found in every encoding", () => {
  const secret = "schöner-Schlüssel-1234";
  const bytes = Buffer.from(secret);
  const { find } = createRedactor([{ placeholder: "redactedSecret", value: secret }]);
  const escaped = secret.replaceAll("ö", "\\u00f6").replaceAll("ü", "\\u00FC");
  const texts = [secret, encodeURIComponent(secret), bytes.toString("hex"), escaped];
  for (const text of [...texts, bytes.toString("base64"), `x${secret.toUpperCase()}`]) {
    expect(find(text), text).toEqual(["redactedSecret"]);
  }
});

/** Texts that need a rule of their own, and what is left of them. */
const redacted: readonly (readonly [name: string, secret: string, text: string, want: string])[] = [
  ["eight characters are a secret", "abcd1234", "<abcd1234>", "<redactedSecret>"],
  ["seven characters are none", "abcd123", "<abcd123>", "<abcd123>"],
  ["three encodings in each other", canary, btoa(hex(btoa(canary))), "redactedSecret"],
  ["a hexadecimal digit before", canary, `<a${hex(canary)}>`, "<redactedSecret>"],
  ["three letters before base64", canary, `<abc${btoa(canary)}>`, "<redactedSecret>"],
  ["a form that no encoder writes in one run", "one two-34", "<43-owt eno>", "redactedSecret"],
];

test.each(redacted)("%s", (_name, value, text, want) => {
  expect(createRedactor([{ placeholder: "redactedSecret", value }]).text(text)).toBe(want);
});

test("of two secrets the longer one is replaced first", () => {
  const { text } = createRedactor([
    { placeholder: "short", value: "abcdefgh" },
    { placeholder: "long", value: "abcdefgh-1234" },
  ]);
  expect(text("abcdefgh-1234 abcdefgh")).toBe("long short");
});

const token = "tokenOfSixteen16";

/** Where a secret is named, and what is found besides the credentials. */
const namedIn: readonly (readonly [place: string, call: Partial<PlantedCall>, want: string[]])[] = [
  ["a property of the response", { text: '{"apiKey":"property-1"}' }, ["property-1"]],
  ["a nested property", { text: '[{"a":{"secretKey":"property-2"}}]' }, ["property-2"]],
  ["a body of the request", { body: '{"secret":"property-3"}' }, ["property-3"]],
  ["a header of the response", { got: [["set-cookie", `${token};a`]] }, [`${token};a`, token]],
  ["a short part of a token", { sent: [["cookie", "a=fifteen-letters"]] }, ["a=fifteen-letters"]],
  ["a placeholder", { text: '{"apiKey":"redactedKey","secret":"redactedSecret2"}' }, []],
];

test.each(namedIn)("a secret is found in %s", (_place, planted, want) => {
  const { events } = callOf(planted);
  expect(listSecrets(events, {}).map(({ value }) => value)).toEqual(want);
});

test("only the messages that hold a secret together are replaced", () => {
  const text = recordSession([opens, ...["so", canary, "be", "it"].map((note) => receives(note))]);
  expect(text).toMatch(/so \}\n[^]*redactedSecret \}\n[^]*be \}\n[^]*it \}\n/);
  const [one, other] = halves(canary);
  const split = recordSession([opens, ...["so", one, other, "it"].map((note) => receives(note))]);
  expect(split.match(/redactedSecret/g)?.length).toBe(2);
  expect(split).toMatch(/so \}\n[^]*redactedSecret \}\n[^]*redactedSecret \}\n[^]*it \}\n/);
});

test("a secret of digits is found in messages that are numbers", () => {
  const digits = "9876543210123456";
  const [one, other] = halves(digits);
  const text = recordSession([
    callEvent({ listenKey: digits }),
    opens,
    ...[one, other].map((note) => receives(note)),
  ]);
  expect([text.includes(one), text.includes(other)]).toEqual([false, false]);
});

const opens: WireEvent = { at: 0, kind: "opens", url: "ws://x/stream?streams=btcusdt@trade" };
const receives = (text: string): WireEvent => ({ at: 1, kind: "receives", text });
const sends = (text: string): WireEvent => ({ at: 1, kind: "sends", text });

/** Halves of a text, cut in the middle. */
function halves(text: string): readonly [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

/** Places of a stream. */
const sessionPlaces: readonly (readonly [
  name: string,
  plant: (text: string) => readonly WireEvent[],
])[] = [
  ["path", (text) => [{ ...opens, url: `ws://x/ws/${text}` } as WireEvent]],
  ["query", (text) => [{ ...opens, url: `ws://x/stream?streams=a/${text}` } as WireEvent]],
  ["text of the exchange", (text) => [opens, receives(`so ${text} it is`)]],
  ["text of the client", (text) => [opens, sends(`so ${text} it is`)]],
  ["JSON value", (text) => [opens, receives(JSON.stringify({ deep: [{ note: `<${text}>` }] }))]],
  ["JSON key", (text) => [opens, receives(JSON.stringify({ [text]: 1 }))]],
  ["list of texts", (text) => [opens, sends(JSON.stringify({ params: [text] }))]],
  [
    "words of the end",
    (text) => [opens, { at: 2, kind: "ends", end: { by: "exchange", code: 1008, reason: text } }],
  ],
  ["response to a call", (text) => [opens, callEvent({ note: text })]],
  [
    "two messages",
    (text) => {
      const [one, other] = halves(text);
      return [
        opens,
        receives("before"),
        receives(`so ${one}`),
        receives(`${other} it is`),
        receives("after"),
      ];
    },
  ],
  [
    "two messages with one of the client between",
    (text) => {
      const [one, other] = halves(text);
      return [opens, receives(one), sends("between"), receives(other)];
    },
  ],
  [
    "JSON values of three messages",
    (text) => {
      const [one, rest] = halves(text);
      const [two, three] = halves(rest);
      return [opens, ...[one, two, three].map((note) => sends(JSON.stringify({ note })))];
    },
  ],
  [
    "single letters",
    (text) => [opens, ...[...text].map((letter) => receives(JSON.stringify({ letter })))],
  ],
];

for (const [place, plant] of sessionPlaces) {
  for (const [name, encode] of encodings) {
    test(`a secret as ${name} in ${place} of a stream does not reach the file`, () => {
      for (const secret of [canary, key]) {
        const shown = decodeAll(recordSession(plant(encode(secret))));
        expect(shown).not.toContain(secret);
        expect(shown).not.toContain(encode(secret));
      }
    });
  }
}

test("a secret has the same placeholder in the calls and the streams of a run", () => {
  const first = callOf({ text: JSON.stringify([{ listenKey: `${listenKey}1` }, { listenKey }]) });
  const url = `ws://x/stream?streams=${listenKey}`;
  const files = record([first, sessionOf([{ at: 0, kind: "opens", url }])]);
  expect(files.map(({ path }) => path)).toEqual([
    "getTime.default.yaml",
    "streams/trade.canary.yaml",
  ]);
  for (const { text } of files) expect(text).toContain("redactedListenKey2");
});

test("credentials and listen keys are replaced, each by a placeholder of its own", () => {
  const [file] = record([
    callOf({
      sent: [[keyHeader.toLowerCase(), key]],
      query: [
        ["listenKey", "firstListenKeyOfTheAccount"],
        ["timestamp", "1700000000000"],
        ["signature", "ab".repeat(32)],
      ],
      text: JSON.stringify([
        { listenKey: "firstListenKeyOfTheAccount" },
        { listenKey: "secondListenKeyOfTheAccount", type: "SITE" },
      ]),
    }),
  ]);
  expect(file?.text).toBe(
    [
      "summary: A planted secret",
      "value:",
      "  - { listenKey: redactedListenKey }",
      "  - { listenKey: redactedListenKey2, type: SITE }",
      "x-request:",
      "  method: GET",
      "  path: /api/v1/time",
      "  query: { listenKey: redactedListenKey, timestamp: redactedTimestamp, signature: redactedSignature }",
      "  security: SIGNED",
      "x-response:",
      "  status: 200",
      "  headers: { Content-Type: application/json }",
      "",
    ].join("\n"),
  );
});

test("a listen key is found by its name, wherever it appears first", () => {
  const url = `ws://x/stream?streams=${listenKey}`;
  const expired = { e: "listenKeyExpired", E: 1, listenKey };
  const text = recordSession([
    callEvent({ listenKey }),
    { at: 1, kind: "opens", url },
    receives(JSON.stringify({ stream: listenKey, data: expired })),
    sends(JSON.stringify({ method: "UNSUBSCRIBE", params: [listenKey], id: 1 })),
  ]);
  expect(text).not.toContain(listenKey);
  expect(text.match(/redactedListenKey/g)?.length).toBe(5);
});

test("text next to a secret is kept", () => {
  const text = recordSession([
    opens,
    receives('{"a":1}'),
    receives(`so ${canary}`),
    receives('{"b":[2]}'),
  ]);
  expect(text).toContain("a: 1");
  expect(text).toContain("so redactedSecret");
  expect(text).toContain("b: [ 2 ]");
});

test("a stream recording has exactly one connection", () => {
  expect(() => recordSession([opens, opens])).toThrow("it opens 2 connections, not one");
  expect(() => recordSession([receives("x")])).toThrow("it opens 0 connections, not one");
});

const badNames = [
  "../../x",
  "getTime",
  "getTime.a/b",
  "getTime.",
  ".default",
  "getTime.a b",
  "a.b.c",
];
for (const name of badNames) {
  test(`the recording name ${name} is refused`, () => {
    expect(() => recordConversations([{ ...callOf({}), name }], {})).toThrow(/The recording name/);
  });
}

test("a secret in a recording's name is refused and not repeated", () => {
  const name = `getTime.${key}`;
  const message = thrown(() => recordConversations([{ ...callOf({}), name }], { apiKey: key }));
  expect(message).toContain("name contains a secret");
  expect(message).not.toContain(key);
});

test("a secret that is left in a file is reported by its placeholder only", () => {
  const redactor = createRedactor(listSecrets([], credentials));
  for (const [encoding, encode] of encodings) {
    expect(redactor.find(`text: ${encode(canary)}\n`), encoding).toEqual(["redactedSecret"]);
  }
  expect(redactor.find("value: nothing to see here, 0123456789abcdef")).toEqual([]);
});

interface PlantedCall {
  readonly path: string;
  readonly query: Call["request"]["query"];
  readonly form: Call["request"]["form"];
  readonly body: string;
  readonly sent: readonly (readonly [string, string])[];
  readonly got: readonly (readonly [string, string])[];
  readonly status: number;
  readonly text: string;
}

function callOf(planted: Partial<PlantedCall>): Conversation {
  const { path = "/api/v1/time", query = [], form = [], body = "", sent = [], got = [] } = planted;
  const call: Call = {
    request: { method: "GET", path, query, form, text: body, headers: new Map(sent) },
    response: {
      status: planted.status ?? 200,
      headers: new Map([["content-type", "application/json"], ...got]),
      text: planted.text ?? "{}",
    },
  };
  return {
    name: "getTime.default",
    summary: "A planted secret",
    kind: "call",
    events: [{ at: 0, kind: "calls", call }],
  };
}

function sessionOf(events: readonly WireEvent[]): Conversation {
  return { name: "trade.canary", summary: "", kind: "stream", events };
}

function callEvent(body: object): WireEvent {
  const headers = [[keyHeader.toLowerCase(), key]] as const;
  const [event] = callOf({ sent: headers, text: JSON.stringify(body) }).events;
  if (event === undefined) throw new Error("there is no call");
  return event;
}

function record(conversations: readonly Conversation[]) {
  return recordConversations(conversations, credentials);
}

function recordSession(events: readonly WireEvent[]): string {
  const [file] = record([sessionOf(events)]);
  const secrets = [
    { value: canary, placeholder: "a" },
    { value: key, placeholder: "b" },
  ];
  const text = file?.text ?? "";
  expect(findProblems("trade.canary", text, createRedactor(secrets))).toEqual([]);
  return text;
}

/** The messages of a file one after the other: a secret may be split between them. */
function decodeAll(text: string): string {
  const letters = [...text.matchAll(/(?:letter|note|receives|sends): (.*)/g)].map(
    ([, text]) => text,
  );
  return `${text}\n${letters.join("")}`;
}

/** Looks for the canary with plain searches of its own, not with the redactor's decoders. */
function leaks(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const core = canary.slice(4, -4);
  const bare = (encoded: string): string => encoded.slice(2, -4).toLowerCase();
  const forms: readonly (readonly [string, string])[] = [
    ["raw", core],
    ["percent", encodeURIComponent(core)],
    ["percent, every byte", percentAll(core)],
    ["hex", hex(core)],
    ["JSON escapes", unicode(core)],
    ["base64, offset 0", bare(btoa(canary))],
    ["base64, offset 1", bare(btoa(`x${canary}`))],
    ["base64, offset 2", bare(btoa(`xy${canary}`))],
    ["percent, twice", encodeURIComponent(encodeURIComponent(core))],
    ["small letters in base64", bare(btoa(canary.toLowerCase()))],
    ["from its end to its start", [...core].reverse().join("")],
  ];
  return forms.filter(([, form]) => lower.includes(form.toLowerCase())).map(([name]) => name);
}

function hex(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

function percentAll(text: string): string {
  return hex(text).replace(/../g, (pair) => `%${pair}`);
}

function unicode(text: string): string {
  return [...text].map((letter) => `\\u00${hex(letter)}`).join("");
}

function thrown(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}
