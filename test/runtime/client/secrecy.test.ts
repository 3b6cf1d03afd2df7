/** Whatever goes wrong, however it is printed, no secret is in it. */

import { inspect } from "node:util";

import { expect, test } from "vitest";

import type { CallEvent } from "../../../runtime/client/options.ts";
import type { Seen } from "./given.ts";
import { client, json, key, secret, tables } from "./given.ts";

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

const leaks: readonly (readonly [
  name: string,
  answer: (seen: Seen) => Response | Promise<Response>,
])[] = [
  [
    "a transport that quotes the request",
    (seen) =>
      Promise.reject(
        Object.assign(new TypeError(everything(seen)), { config: seen, request: seen }),
      ),
  ],
  [
    "a cause that quotes the request",
    (seen) =>
      Promise.reject(
        new TypeError("fetch failed", {
          cause: Object.assign(new Error(everything(seen)), { code: "ECONNRESET", seen }),
        }),
      ),
  ],
  ["a transport that throws the request", (seen) => Promise.reject(seen)],
  ["a transport that throws text", (seen) => Promise.reject(everything(seen))],
  [
    "an error code that is the key",
    () => Promise.reject(Object.assign(new Error("x"), { code: key })),
  ],
  [
    "a message that quotes the request",
    (seen) => json({ code: -1022, msg: everything(seen) }, 400),
  ],
  [
    "a message that offers a listenKey",
    () => json({ code: -1125, msg: `This listenKey: ${listenKey} does not exist` }, 400),
  ],
  [
    "a short message",
    (seen) => json({ code: -2015, msg: `bad ${seen.headers["X-MBX-APIKEY"] ?? key}` }, 401),
  ],
  ["an HTML page that quotes the request", (seen) => json(`<html>${everything(seen)}`, 502)],
  ["an HTML page with status 200", (seen) => json(`<html>${everything(seen)}`, 200)],
  [
    "a page that is not UTF-8",
    (seen) => new Response(Buffer.concat([Buffer.from(everything(seen)), Buffer.of(0xff)])),
  ],
  ["a broken JSON that quotes the request", (seen) => json(`{"a":"${seen.url}"`, 200)],
  ["a redirect to the request", (seen) => json("", 302, { location: seen.url })],
  [
    "a body that breaks off",
    (seen) =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.error(new Error(everything(seen))) }),
      ),
  ],
];

const calls = [
  ["getAccount", {}, {}],
  ["placeOrder", { symbol: "LTCBTC", side: "BUY", type: "LIMIT" }, {}],
  ["placeOrder", { symbol: "LTCBTC", side: "BUY", type: "LIMIT" }, { sendIn: "body" }],
  ["keepAliveListenKey", { listenKey }, {}],
  ["keepAliveListenKey", { listenKey }, { sendIn: "body" }],
] as const;

/** Every way in which an error gets into a log. */
function printed(error: unknown): string {
  const shown = [
    String(error),
    inspect(error),
    inspect(error, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(error),
  ];
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

for (const [name, answer] of leaks) {
  for (const [id, fields, options] of calls) {
    test(`${name}: ${id} ${JSON.stringify(options)}`, async () => {
      const events: CallEvent[] = [];
      const { call, seen, time } = client([answer], { onEvent: (event) => events.push(event) });
      const error = await time.outcome(call(id, fields, options));
      expect(error).toBeInstanceOf(Error);
      expectNoSecret(printed(error), seen);
      if (!name.startsWith("a redirect")) {
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
