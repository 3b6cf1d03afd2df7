import { expect, test } from "vitest";

import type { Conversation } from "../../testing/recordings/conversation.ts";
import { listSecrets, recordTakes, type Take } from "../../testing/recordings/recorder.ts";
import { keyHeader } from "../../testing/recordings/recording.ts";
import { createRedactor } from "../../testing/recordings/redactor.ts";

const canary = "CANARY/7f3+secret-of~the.account=9Zq";
const key = "canaryKey0123456789abcdefABCDEF";

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
  ["JSON escapes", (text) => unicode(text)],
  ["percent of base64", (text) => encodeURIComponent(btoa(text))],
  ["base64 of JSON", (text) => btoa(JSON.stringify({ note: text }))],
];

/** Where a secret may have got to. */
const places: readonly (readonly [name: string, plant: (text: string) => Partial<Planted>])[] = [
  ["request header", (text) => ({ sent: [["x-note", text]] })],
  ["answer header", (text) => ({ got: [["x-mbx-note", text]] })],
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
      const planted = plant(encode(canary));
      const [file] = recordTakes([take(planted)], { apiKey: key, apiSecret: canary });
      expect(file?.text, encoding).toBeDefined();
      expect(leaks(file?.text ?? ""), `${place}, ${encoding}`).toEqual([]);
    }
  });
}

test("credentials and listen keys are replaced, and told apart", () => {
  const [file] = recordTakes(
    [
      take({
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
    ],
    { apiKey: key, apiSecret: canary },
  );
  expect(file?.text).toBe(
    [
      "summary: A planted secret",
      "value:",
      "  - listenKey: redactedListenKey",
      "  - listenKey: redactedListenKey2",
      "    type: SITE",
      "x-request:",
      "  method: GET",
      "  path: /api/v1/time",
      "  query:",
      "    listenKey: redactedListenKey",
      "    timestamp: redactedTimestamp",
      "    signature: redactedSignature",
      "  security: SIGNED",
      "x-response:",
      "  status: 200",
      "  headers:",
      "    Content-Type: application/json",
      "",
    ].join("\n"),
  );
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
    expect(() => recordTakes([{ ...take({}), name }], {})).toThrow(/The recording name/);
  });
}

test("a secret in a recording's name is refused and not repeated", () => {
  const name = `getTime.${key}`;
  const failure = thrown(() => recordTakes([{ ...take({}), name }], { apiKey: key }));
  expect(failure).toContain("name holds a secret");
  expect(failure).not.toContain(key);
});

test("what is left in a file is found, and named by its placeholder alone", () => {
  const redactor = createRedactor(listSecrets([take({})], { apiKey: key, apiSecret: canary }));
  for (const [encoding, encode] of encodings) {
    expect(redactor.find(`text: ${encode(canary)}\n`), encoding).toEqual(["redactedSecret"]);
  }
  expect(redactor.find("value: nothing to see here, 0123456789abcdef")).toEqual([]);
});

interface Planted {
  readonly path: string;
  readonly query: Conversation["request"]["query"];
  readonly form: Conversation["request"]["form"];
  readonly body: string;
  readonly sent: readonly (readonly [string, string])[];
  readonly got: readonly (readonly [string, string])[];
  readonly status: number;
  readonly text: string;
}

function take(planted: Partial<Planted>): Take {
  const { path = "/api/v1/time", query = [], form = [], body = "", sent = [], got = [] } = planted;
  return {
    name: "getTime.default",
    summary: "A planted secret",
    conversation: {
      request: { method: "GET", path, query, form, text: body, headers: new Map(sent) },
      answer: {
        status: planted.status ?? 200,
        headers: new Map([["content-type", "application/json"], ...got]),
        text: planted.text ?? "{}",
      },
    },
  };
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
