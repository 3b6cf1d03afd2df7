/** Calls by path: what openapi-fetch lets a caller write is sent as written, or refused. */

import { expect, test } from "vitest";

import { opened } from "./answers.ts";
import { client, json, parameter, tables } from "./given.ts";

const order = { symbol: "A", side: "BUY", type: "LIMIT", quantity: "1", price: "2" };
const fields = { ...order, newClientOrderId: "mine", recvWindow: "777" };
const form = new URLSearchParams(fields).toString();
const data = (): FormData => {
  const given = new FormData();
  for (const [name, value] of Object.entries(fields)) given.append(name, value);
  return given;
};
const formHeader = { "Content-Type": "application/x-www-form-urlencoded" };

type Post = (path: string, init: object) => Promise<{ data?: unknown }>;

async function post(init: object) {
  const { api, seen } = client([() => json({ orderId: 1 })], { recvWindow: 5000 });
  const result: unknown = await (api.POST as unknown as Post)("/api/v1/order", init).catch(
    (error: unknown) => error,
  );
  return { result, seen };
}

const asForm = (body: Record<string, string>) => new URLSearchParams(body).toString();
const accept = { Accept: "application/json" };

const sent: Readonly<Record<string, object>> = {
  "an object of fields": { body: { ...fields, recvWindow: 777 } },
  "an object of fields with a form header": { body: fields, headers: formHeader },
  "an object of fields without a prototype": { body: Object.assign(Object.create(null), fields) },
  "an object of fields with a header that changes nothing": { body: fields, headers: accept },
  "a form as text": { body: form, headers: formHeader },
  "a form as text without a header": { body: form },
  URLSearchParams: { body: new URLSearchParams(fields), headers: formHeader },
  FormData: { body: data() },
  "a serializer that writes a form": { body: fields, bodySerializer: asForm },
  "a serializer that gives FormData": { body: fields, bodySerializer: data },
  "a serializer that passes text on": { body: form, bodySerializer: (body: string) => body },
  "the query": { params: { query: fields } },
  "the query by a serializer": { params: { query: fields }, querySerializer: () => form },
  "the query, sent in the body": { params: { query: fields }, sendIn: "body" },
};

for (const [name, init] of Object.entries(sent)) {
  test(`${name} is sent as written`, async () => {
    const { result, seen } = await post(init);
    expect(result).toMatchObject({ data: { orderId: 1 } });
    expect(seen).toHaveLength(1);
    const [request] = seen;
    if (request === undefined) throw new Error("Nothing was sent.");
    const { all, isSigned, query, body } = opened(request);
    expect(isSigned).toBe(true);
    expect(query.includes("symbol")).toBe(name.includes("query") && !name.includes("body"));
    expect(Object.fromEntries(all)).toMatchObject(fields);
    expect([...all].length).toBe(Object.keys(fields).length + 2);
    expect(body.length > 0).toBe(name.includes("query") ? name.includes("body") : true);
  });
}

const more = (name: string, value: string | Blob) => {
  const given = data();
  given.append(name, value);
  return given;
};
const body = fields;
const bytes = new TextEncoder().encode(form);
const noForm = "body is not a form";

/** What is refused, by a part of its message. */
const refused: readonly (readonly [name: string, init: object, words: string])[] = [
  ["a field twice in FormData", { body: more("price", "3") }, "price is sent twice"],
  ["a misspelt field", { body: { ...fields, pryce: "1" } }, "did you mean price?"],
  ["JSON behind white space", { body: `\n ${JSON.stringify(fields)}` }, noForm],
  ["a serializer that writes JSON", { body, bodySerializer: JSON.stringify }, noForm],
  ["a list", { body: [fields] }, noForm],
  ["a Blob", { body: new Blob([form]) }, noForm],
  ["bytes", { body: bytes }, noForm],
  ["a stream", { body: new Blob([form]).stream() }, noForm],
  ["a file in FormData", { body: more("file", new Blob(["x"])) }, noForm],
  ["a header", { body, headers: { "X-Own": "1" } }, "header x-own"],
  ["a key of its own", { body, headers: { "X-MBX-APIKEY": "k" } }, "header x-mbx-apikey"],
  ["a header parameter", { params: { query: fields, header: { "X-Own": "1" } } }, "header x-own"],
  ["another address", { body, baseUrl: "http://elsewhere.test" }, "baseUrl"],
  ["another port", { body, baseUrl: "http://exchange.test:81" }, "baseUrl"],
  ["a longer host", { body, baseUrl: "http://exchange.test.elsewhere" }, "baseUrl"],
  ["a mode of the cache", { body, cache: "no-store" }, "cache is not sent"],
  ["credentials", { body, credentials: "include" }, "credentials is not sent by a call by path"],
  ["integrity", { body, integrity: "sha256-AAAA" }, "integrity is not sent"],
  ["a request that outlives its page", { body, keepalive: true }, "keepalive is not sent"],
  ["a mode", { body, mode: "same-origin" }, "mode is not sent"],
  ["a redirect mode", { body, redirect: "manual" }, "redirect is not sent"],
  ["a referrer", { body, referrer: "" }, "referrer is not sent"],
  ["a referrer policy", { body, referrerPolicy: "origin" }, "referrerPolicy is not sent"],
  ["a misspelt option", { body, timeoutMS: 5 }, "did you mean timeoutMs?"],
  ["a wrong option", { body, timeoutMs: Number.NaN }, "timeoutMs has an invalid value"],
  ["one field in both places", { params: { query: order }, body }, "is sent twice"],
  ["digits that were lost", { body: { ...fields, quantity: 0.1 + 0.2 } }, "cannot be sent as is"],
];

for (const [name, init, words] of refused) {
  test(`${name} is refused`, async () => {
    const { result, seen } = await post(init);
    expect(result).toMatchObject({ name: "InvalidRequestError" });
    expect((result as Error).message).toContain(words);
    expect(seen).toEqual([]);
  });
}

test("what only looks like JSON further on is a form", async () => {
  const { seen } = await post({ body: `${new URLSearchParams(order)}&newClientOrderId={a"` });
  expect(seen.map((each) => opened(each).all.get("newClientOrderId"))).toEqual(['{a"']);
});

const flag = {
  id: "getFlag",
  method: "GET",
  path: "/api/v1/flag",
  sendsKey: false,
  signed: false,
  places: ["query"],
  weight: null,
  parameters: [parameter("flag", "boolean"), parameter("name", "text")],
} as const;

test.each<[fields: object, sent: string | undefined]>([
  [{ flag: true, name: "true" }, "flag=true&name=true"],
  [{ flag: false, name: "false" }, "flag=false&name=false"],
  [{ flag: "true" }, "flag=true"],
  [{ flag: "yes" }, undefined],
])("the fields %j of a call by path are sent as %s", async (query, sent) => {
  const operations = { ...tables.operations, getFlag: flag };
  const { api, seen } = client([() => json({})], {}, { tables: { operations } });
  const get = api.GET as unknown as (path: string, init: object) => Promise<unknown>;
  const work = get(flag.path, { params: { query } });
  if (sent === undefined) await expect(work).rejects.toMatchObject({ fields: ["flag"] });
  else await work;
  const urls = sent === undefined ? [] : [`http://exchange.test${flag.path}?${sent}`];
  expect(seen.map(({ url }) => url)).toEqual(urls);
});

test("a reason phrase in any language does not turn a success into an error", async () => {
  const statusText = "très bien \u4e2d\u6587\u007f";
  const answer = () => Object.defineProperty(json({}), "statusText", { value: statusText });
  const { api } = client([answer]);
  const get = api.GET as unknown as (path: string) => Promise<{ response: Response }>;
  const { response } = await get("/api/v1/time");
  expect([response.statusText, response.clone().statusText]).toEqual([
    "très bien ???",
    "très bien ???",
  ]);
});

test("an order that is taken without a word back is not an error", async () => {
  const { api, seen } = client([() => new Response(null, { status: 204 })]);
  const { response } = await (
    api.POST as unknown as (...given: unknown[]) => Promise<{
      readonly response: Response;
    }>
  )("/api/v1/order", { body: order });
  expect([response.status, await response.clone().json(), seen.length]).toEqual([204, {}, 1]);
});

test("a path that the contract does not have is reported, also below a base path", async () => {
  const { api, seen } = client([() => json({})], { baseUrl: "http://exchange.test/proxy/" });
  const get = api.GET as unknown as (path: string, init?: object) => Promise<unknown>;
  await expect(get("/api/v1/nothing")).rejects.toThrow(
    "The spec has no operation GET /api/v1/nothing; see its paths.",
  );
  await get("/api/v1/depth", { params: { query: { symbol: "A", limit: "5" } } });
  expect(seen.map(({ url }) => url)).toEqual([
    "http://exchange.test/proxy/api/v1/depth?symbol=A&limit=5",
  ]);
  await expect(
    get("/api/v1/depth", { params: { query: { symbol: "A", limit: "5.5" } } }),
  ).rejects.toThrow("limit");
});
