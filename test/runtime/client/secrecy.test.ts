/** Whatever goes wrong, however it is printed, no secret is in it. */

import { inspect } from "node:util";

import fc from "fast-check";
import { expect, test } from "vitest";

import type { CallEvent } from "../../../runtime/call/options.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { order } from "./answers.ts";
import type { Seen } from "./given.ts";
import { client, json, key, secret, tables, tryPlaceOrder } from "./given.ts";

const listenKey = "pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s61cv6a81va65sdf19v8a";

/** All that a server or a transport could know and say: the request, in several spellings. */
function everything({ url, headers, body }: Seen): string {
  const request = JSON.stringify({ url, headers, body });
  const inspected = inspect({ url, headers, body });
  const all = [
    url,
    request,
    JSON.stringify(request),
    inspected,
    encodeURIComponent(request),
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    Buffer.from(key).toString("hex"),
    String(body),
  ];
  // A listenKey without its name is only known to a call that carries it.
  return (request.includes(listenKey) ? [...all, listenKey] : all).join(" | ");
}

type Leak = (text: string, seen: Seen) => Response | Promise<Response>;

/** Ways in which what an exchange or a transport says becomes part of an error. */
const leaks: Readonly<Record<string, Leak>> = {
  thrown: (text, seen) =>
    Promise.reject(Object.assign(new TypeError(text), { config: seen, request: seen })),
  "thrown text": (text) => Promise.reject(text),
  "the request itself": (_, seen) => Promise.reject(seen),
  cause: (text, seen) => {
    const cause = Object.assign(new Error(text, { cause: text }), { code: "ECONNRESET", seen });
    return Promise.reject(new TypeError("fetch failed", { cause }));
  },
  code: (text) => Promise.reject(Object.assign(new Error("x"), { code: text })),
  name: (text) => Promise.reject(Object.assign(new Error("x"), { name: text })),
  stack: (text) => Promise.reject(Object.assign(new Error("x"), { stack: text })),
  message: (text) => json({ code: -1022, msg: text }, 400),
  "a message that offers a listenKey": (_, { url }) =>
    json({ code: -1125, msg: url && `This listenKey: ${listenKey} does not exist` }, 400),
  refusal: (text) => json({ code: -2010, msg: `Duplicate order sent. ${text}` }, 400),
  unknown: (text) => json({ code: -1007, msg: text }, 200),
  filter: (text) => json({ code: -1013, msg: `Filter failure: ${text}` }, 400),
  html: (text) => json(`<html>${text}`, 502),
  page: (text) => json(`<html>${text}`, 200),
  "broken JSON": (text) => json(`{"msg":"${text}`, 200),
  "no UTF-8": (text) => new Response(Buffer.concat([Buffer.from(text), Buffer.of(0xff)])),
  redirect: (text) => new Response("", { status: 302, headers: { location: encodeURI(text) } }),
  "a body that breaks off": (text) =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new Error(text)) })),
};

const calls = [
  ["getAccount", {}, {}],
  ["placeOrder", { symbol: "LTCBTC", side: "BUY", type: "LIMIT" }, {}],
  ["placeOrder", { symbol: "LTCBTC", side: "BUY", type: "LIMIT" }, { sendIn: "body" }],
  ["keepAliveListenKey", { listenKey }, {}],
  ["keepAliveListenKey", { listenKey }, { sendIn: "body" }],
] as const;

/** Every way in which an error gets into a log. */
function printed(error: unknown): string {
  const deep = { depth: 20, showHidden: true, getters: true } as const;
  const shown = [`${error}`, inspect(error), inspect(error, deep), `${JSON.stringify(error)}`];
  for (let each = error; each instanceof Error; each = each.cause) {
    shown.push(
      each.message,
      String(each.stack),
      JSON.stringify(each, Object.getOwnPropertyNames(each)),
    );
  }
  return shown.join("\n");
}

function expectNoSecret(text: string, seen: readonly Seen[]): void {
  const signatures = seen.flatMap(({ url, body }) => `${url}&${body}`.match(/[0-9a-f]{64}/g) ?? []);
  for (const canary of [key, secret, listenKey, ...signatures]) {
    const bytes = Buffer.from(canary);
    for (const form of [
      canary.slice(0, 12),
      canary.slice(-12),
      bytes.toString("base64").slice(0, 16),
      bytes.toString("hex").slice(0, 24),
    ]) {
      expect(text).not.toContain(form);
    }
  }
}

for (const [name, leak] of Object.entries(leaks)) {
  for (const [id, fields, options] of calls) {
    test(`${name}: ${id} ${JSON.stringify(options)}`, async () => {
      const events: CallEvent[] = [];
      const answer = (seen: Seen) => leak(everything(seen), seen);
      const { call, seen, time } = client([answer], { onEvent: (event) => events.push(event) });
      const error = await time.outcome(call(id, fields, options));
      expect(error).toBeInstanceOf(Error);
      expectNoSecret(printed(error), seen);
      if (name !== "redirect") {
        expectNoSecret(inspect(events, { depth: 20 }), seen);
      }
    });
  }
}

test("aborting with the secret as reason", async () => {
  const { call, seen } = client([() => new Promise<Response>(() => undefined)]);
  const signal = AbortSignal.abort(new Error(`stop ${secret} ${key}`));
  const error = await call("getAccount", {}, { signal }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "AbortedError" });
  expectNoSecret(printed(error), seen);
});

test("secrets in the wrong field are not repeated", async () => {
  const { call } = client([() => json("{}")]);
  const fields = {
    symbol: [secret],
    side: key,
    type: "\ud800",
    quantity: secret,
    [secret]: 1,
    recvWindow: key,
  };
  const error = await call("placeOrder", fields).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "InvalidRequestError" });
  const shown = printed(error);
  // A field name of letters and digits is shown: nobody could mend what is not named.
  expectNoSecret(shown.replaceAll(secret, ""), []);
});

test("client, caller and response show nothing of what they hold", async () => {
  const { caller, api } = client([() => json("{}")]);
  const get = api.GET as unknown as (path: string) => Promise<{ response: Response }>;
  const { response } = await get("/api/v1/account");
  const deep = { depth: 20, showHidden: true, getters: true } as const;
  const text = [caller, api, response].map((each) => inspect(each, deep)).join("\n");
  expectNoSecret(text, []);
  expect(text).not.toMatch(/signature=/);
  expect(Object.keys(tables.operations)).toContain("getAccount");
});

const hex = (text: string): string => Buffer.from(text).toString("hex");
const base64 = (text: string): string => Buffer.from(text).toString("base64").replace(/=+$/, "");
const json1 = (text: string): string => JSON.stringify(text).slice(1, -1);
const bytes = (text: string): string =>
  hex(text).replace(/../g, (pair) => `%${pair.toUpperCase()}`);

const reversed = (text: string): string => [...text].reverse().join("");
const units = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The forms in which a secret gets into a text. */
const forms: Readonly<Record<string, (secret: string) => string>> = {
  upper: (text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  reversed,
  reversedHex: (text) => reversed(hex(text)),
  jsonUnits: units,
  jsonUnitsUpper: (text) => units(text).replace(/[0-9a-f]{4}/g, (unit) => unit.toUpperCase()),
  jsonUnitsTwice: (text) => json1(units(text)),
  everyByteTwice: (text) => bytes(text).replaceAll("%", "%25"),
  base64Behind: (text) => base64(`k:${text}`).slice(3),
  base64Before: (text) =>
    base64(`${text}:k`).slice(0, Math.floor((Buffer.byteLength(text) * 4) / 3)),
  percentBase64: (text) => encodeURIComponent(base64(text)),
  plain: (text) => text,
  percent: encodeURIComponent,
  lowerPercent: (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
  form: (text) => encodeURIComponent(text).replaceAll("%20", "+"),
  percentTwice: (text) => encodeURIComponent(encodeURIComponent(text)),
  everyByte: bytes,
  everyByteLower: (text) => bytes(text).toLowerCase(),
  json: json1,
  jsonTwice: (text) => json1(json1(text)),
  hex,
  hexUpper: (text) => hex(text).toUpperCase(),
  base64,
  base64Twice: (text) => base64(base64(text)),
  octal: (text) =>
    hex(text).replace(/../g, (pair) => `\\${Number(`0x${pair}`).toString(8).padStart(3, "0")}`),
  escapes: (text) => hex(text).replace(/../g, "\\x$&"),
  spacedHex: (text) => hex(text).replace(/../g, "$& "),
  entities: (text) => text.replace(/[^]/gu, (each) => `&#${each.codePointAt(0)};`),
  base64url: (text) => base64(text).replaceAll("+", "-").replaceAll("/", "_"),
};

/** As exchanges issue them; any other is only known as it is. */
const keys = fc.stringMatching(/^[A-Za-z0-9]{48,64}$/);

test(
  "no outcome shows a random key or secret",
  async () => {
    const one = fc.record({
      secret: keys,
      key: keys,
      form: fc.constantFrom(...Object.keys(forms)),
      leak: fc.constantFrom(...Object.keys(leaks)),
      around: fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 })),
      operation: fc.constantFrom("getAccount", "placeOrder", "place"),
      isSecret: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(one, async ({ secret, key, form, leak, around, operation, isSecret }) => {
        const hidden = forms[form]?.(isSecret ? secret : key) ?? "";
        const text = `${around[0]} ${hidden} ${around[1]}`;
        const answer = (seen: Seen) => leaks[leak]?.(text, seen) ?? json("");
        const { call, caller, time } = client([answer], {
          apiKey: key,
          apiSecret: secret,
          resolveMs: 3000,
        });
        const fields = operation === "getAccount" ? {} : order;
        const work =
          operation === "place" ? tryPlaceOrder(caller, fields) : call(operation, fields);
        const outcome = await time.outcome(work as Promise<unknown>);
        // What happens to be a whole answer is given to the caller as it came.
        const isAnswer = !(outcome instanceof Error) && !("error" in (outcome as object));
        if (!isAnswer) expect(printed(outcome)).not.toContain(hidden);
      }),
      { numRuns: runs({ commit: 50, gate: 50_000, release: 1_000_000 }) },
    );
  },
  propertyTimeoutMs,
);

test(
  "no event and no header in one shows a key, a secret, a signature or a listenKey",
  async () => {
    const one = fc.record({
      secret: keys,
      key: keys,
      form: fc.constantFrom(...Object.keys(forms)),
      name: fc.constantFrom("location", "x-echo", "x-request"),
      which: fc.constantFrom("secret", "key", "signature", "listenKey"),
    });
    await fc.assert(
      fc.asyncProperty(one, async ({ secret, key, form, name, which }) => {
        let hidden = "";
        const answer = ({ url }: Seen): Response => {
          const signature = new URL(url).searchParams.get("signature") ?? "";
          hidden = forms[form]?.({ secret, key, signature, listenKey }[which]) ?? "";
          const headers = { [name]: `http://x/?a=${encodeURI(hidden)}&b=1` };
          hidden = encodeURI(hidden);
          return json({}, 200, headers);
        };
        const events: unknown[] = [];
        const { call } = client([answer], {
          apiKey: key,
          apiSecret: secret,
          onEvent: (event) =>
            events.push(event, ...("headers" in event ? [...event.headers].map(String) : [])),
        });
        await (which === "listenKey"
          ? call("keepAliveListenKey", { listenKey })
          : call("getAccount", {}));
        const shown = events.map(printed).join("\n");
        expect(shown).toContain("response");
        expect(shown).not.toContain(hidden);
      }),
      { numRuns: runs({ commit: 50, gate: 50_000, release: 1_000_000 }) },
    );
  },
  propertyTimeoutMs,
);
