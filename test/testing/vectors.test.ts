/** Orders of the spec's signing vectors, signed by the client in the query and in the body. */

import { createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { createClient } from "../../generated/client.ts";
import { parsePairs, splitTarget, targetOf } from "../../testing/recordings/fields.ts";
import { vectors } from "../support/signing-vectors.ts";

const orders = vectors.filter(({ query, body }) => {
  const names = [...query, ...body].map(([name]) => name).join();
  return names.startsWith("symbol,side,type") && query.length * body.length === 0;
});

test("some orders of the spec are sent in the query, others in the body", () => {
  const places = new Set(orders.map(({ query }) => (query.length > 0 ? "query" : "body")));
  expect([...places].sort()).toEqual(["body", "query"]);
});

test.each(orders)("$name: the client signs what it sends", async ({ secret, query, body }) => {
  const requests: Request[] = [];
  const client = createClient({
    ...{ baseUrl: "http://exchange.test", apiKey: "vector-key", apiSecret: secret },
    ...{ maxAttempts: 1, validate: false, clockRefreshMs: Number.POSITIVE_INFINITY },
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return Response.json({ code: -1000, msg: "seen", timestamp: 1 }, { status: 400 });
    },
  });
  const given = [...query, ...body];
  const fields = Object.fromEntries(given);
  const numbers = {
    recvWindow: Number(fields["recvWindow"]),
    timestamp: Number(fields["timestamp"]),
  };
  const place: (request: object, options: object) => Promise<unknown> = client.placeOrder as never;
  const sendIn = query.length > 0 ? "query" : "body";
  await expect(place({ ...fields, ...numbers }, { sendIn })).rejects.toThrow("seen");
  const [sent] = requests;
  const text = (await sent?.text()) || splitTarget(targetOf(sent?.url ?? "")).query;
  const [signed = ""] = text.split("&signature=");
  const signature = createHmac("sha256", secret).update(signed).digest("hex");
  const id: unknown = expect.stringMatching(/^[\w-]{22}$/);
  const added = [
    ["newClientOrderId", id],
    ["signature", signature],
  ];
  expect(parsePairs(text)).toEqual([...given, ...added]);
});
