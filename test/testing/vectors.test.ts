import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { createClient } from "../../generated/client.ts";
import { tables } from "../../generated/tables.ts";
import { createBaseClient } from "../../runtime/client/client.ts";
import type { ClientOptions } from "../../runtime/client/options.ts";
import { fieldsIn, listIn } from "../../runtime/encoding/json-value.ts";
import { writeFields } from "../../runtime/encoding/wire.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import { type Pair, parsePairs, splitTarget, targetOf } from "../../testing/recordings/fields.ts";

/** One vector of spec/rules/signing.yaml. */
interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly query: string;
  readonly body: string;
  readonly signature: string;
}

const openapi: unknown = JSON.parse(await readFile("generated/documents/openapi.json", "utf8"));
const vectors = listIn(fieldsIn(fieldsIn(openapi)["x-signing"])["vectors"]) as readonly Vector[];
const names =
  "symbol|side|type|timeInForce|quantity|price|recvWindow|timestamp|newClientOrderId|note";

test("the spec has vectors", () => {
  expect(vectors.length).toBeGreaterThan(10);
});

for (const vector of vectors) {
  test(`vector: ${vector.name}`, async () => {
    const [query, body] = [splitVector(vector.query), splitVector(vector.body)];
    if ([...query, ...body].some(([, value]) => value === "")) {
      await expect(send(vector)).rejects.toThrow(/blank|empty/);
      return;
    }
    const sent = await send(vector);
    const wanted: Pair = ["signature", vector.signature];
    expect(sent).toEqual(
      body.length > 0
        ? { query, body: [...body, wanted] }
        : { query: [...query, wanted], body: [] },
    );
  });
}

const documented = vectors.filter(({ query, body }) =>
  /^symbol=LTCBTC&side=BUY&type=LIMIT/.test(query === "" ? body : `${query}&${body}`),
);
for (const { name, secret, query, body, signature } of documented.filter(
  ({ query, body }) => query === "" || body === "",
)) {
  test(`vector through placeOrder: ${name}`, async () => {
    const requests: Request[] = [];
    const client = createClient({
      baseUrl: "http://exchange.test",
      apiKey: "vector-key",
      apiSecret: secret,
      maxAttempts: 1,
      validate: false,
      clockRefreshMs: Number.POSITIVE_INFINITY,
      fetch: async (input, init) => {
        requests.push(new Request(input, init));
        return Response.json({ code: -1000, msg: "seen", timestamp: 1 }, { status: 400 });
      },
    });
    const fields = Object.fromEntries(splitVector(query === "" ? body : query));
    const request = {
      ...fields,
      recvWindow: Number(fields["recvWindow"]),
      timestamp: Number(fields["timestamp"]),
      // The client gives every order an id; this one would change the signed text.
      newClientOrderId: undefined,
    };
    const call: (request: object, options: object) => Promise<unknown> = client.placeOrder as never;
    await expect(call(request, { sendIn: query === "" ? "body" : "query" })).rejects.toThrow(
      "seen",
    );
    const [sent] = requests;
    const text = (await sent?.text()) || splitTarget(targetOf(sent?.url ?? "")).query;
    const pairs = parsePairs(text);
    const id = pairs.find(([key]) => key === "newClientOrderId");
    expect(id).toBeDefined();
    expect(pairs.filter(([key]) => key !== "newClientOrderId" && key !== "signature")).toEqual(
      splitVector(query === "" ? body : query),
    );
    expect(pairs.at(-1)?.[0]).toBe("signature");
    expect(pairs.at(-1)?.[1]).not.toBe(signature);
  });
}

/** Sends a vector's fields through the client's own machinery and gives back what went out. */
async function send({
  secret,
  ...given
}: Vector): Promise<{ query: readonly Pair[]; body: readonly Pair[] }> {
  const requests: Request[] = [];
  const [query, body] = [splitVector(given.query), splitVector(given.body)];
  const vector = describe([...query, ...body].map(([name]) => name));
  const options: ClientOptions = {
    baseUrl: "http://exchange.test",
    apiKey: "vector-key",
    apiSecret: secret,
    maxAttempts: 1,
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return Response.json({});
    },
  };
  const client = createBaseClient({ ...tables, operations: { vector } }, options, {
    checkFields: writeFields,
  });
  const fields = {
    query: Object.fromEntries(query),
    ...(body.length > 0 && { body: Object.fromEntries(body) }),
  };
  await client.run(vector, fields, {});
  const [sent] = requests;
  return {
    query: parsePairs(splitTarget(targetOf(sent?.url ?? "")).query),
    body: parsePairs((await sent?.text()) ?? ""),
  };
}

/** An operation that takes just the fields of a vector, all of them texts. */
function describe(fields: readonly string[]): OperationDescriptor {
  return {
    id: "vector",
    method: "POST",
    path: "/vector",
    sendsKey: true,
    signed: true,
    places: ["query", "body"],
    parameters: fields.map((name) => ({ name, kind: "text", required: true })),
    weight: null,
  };
}

/** A vector is raw text: `&` and `=` may be part of a value, so only known names start a field. */
function splitVector(text: string): readonly Pair[] {
  if (text === "") return [];
  return text.split(new RegExp(`&(?=(?:${names})=)`)).map((part): Pair => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)];
  });
}
