/** What is prepared, signed and written for a request, and what is said of one that is wrong. */

import { expect, test } from "vitest";

import type { CallOptions } from "../../../runtime/call/options.ts";
import { prepareRequest, writeRequest } from "../../../runtime/call/request.ts";
import type { GivenFields } from "../../../runtime/encoding/plain-fields.ts";
import { createSigner } from "../../../runtime/signing/signature.ts";
import { order } from "./answers.ts";
import { client, key, tables } from "./given.ts";

const { context } = client([], { recvWindow: 4000, randomBytes: (count) => new Uint8Array(count) });
const ownId = "A".repeat(22);
const form = "application/x-www-form-urlencoded";
const added = `newClientOrderId=${ownId}&recvWindow=4000&timestamp=7&signature=SIGNATURE`;
const signer = createSigner("", () => "SIGNATURE", tables.signing);

type Id = "getTime" | "getDepth" | "getAccount" | "getOrder" | "placeOrder" | "keepAliveListenKey";

function operationOf(id: Id) {
  const operation = tables.operations[id];
  if (operation === undefined) throw new Error(id);
  return operation;
}

function written(id: Id, given: GivenFields, options: CallOptions = {}) {
  return writeRequest(prepareRequest(operationOf(id), given, options, context), context, signer, 7);
}

const keyed = { "X-MBX-APIKEY": key };
const listenKey = "a".repeat(60);
const formHeaders = { ...keyed, "Content-Type": form };

function to(path: string, headers: object = {}, body: string | null = null) {
  return { url: `http://exchange.test/api/v1/${path}`, headers, body };
}

const keyInBody = to("listenKey", formHeaders, `listenKey=${listenKey}`);

test.each<[name: string, Parameters<typeof written>, wanted: object]>([
  ["an operation without fields", ["getTime", {}], to("time")],
  [
    "no key and no window where none is taken",
    ["getDepth", { query: { symbol: "A", limit: 5 } }],
    to("depth?symbol=A&limit=5"),
  ],
  [
    "a key without a signature",
    ["keepAliveListenKey", { query: { listenKey } }],
    to(`listenKey?listenKey=${listenKey}`, keyed),
  ],
  [
    "a window, a time and last the signature",
    ["getAccount", {}],
    to("account?recvWindow=4000&timestamp=7&signature=SIGNATURE", keyed),
  ],
  [
    "a window and a time of the caller's own",
    ["getAccount", { query: { timestamp: 5, recvWindow: 1 } }],
    to("account?timestamp=5&recvWindow=1&signature=SIGNATURE", keyed),
  ],
  [
    "a body, and nothing in the query",
    ["keepAliveListenKey", { query: { listenKey } }, { sendIn: "body" }],
    keyInBody,
  ],
  [
    "a body beside a query that is given too, whatever is asked for",
    ["keepAliveListenKey", { query: {}, body: { listenKey } }, { sendIn: "query" }],
    keyInBody,
  ],
  [
    "fields in both places stay where they are; what is added goes to the body",
    ["placeOrder", { query: { symbol: "A" }, body: { side: "BUY", type: "LIMIT" } }],
    to("order?symbol=A", formHeaders, `side=BUY&type=LIMIT&${added}`),
  ],
  [
    "fields of the query stay there beside an empty body; what is added goes to the body",
    ["placeOrder", { query: order, body: {} }, { sendIn: "body" }],
    to("order?symbol=LTCBTC&side=BUY&type=LIMIT&quantity=1&price=0.1", formHeaders, added),
  ],
])("sent: %s", (_, given, wanted) => {
  const isSigned = JSON.stringify(wanted).includes("SIGNATURE");
  const signature = isSigned ? { signature: "SIGNATURE" } : {};
  expect(written(...given)).toEqual({ ...signature, ...wanted });
});

const getOrder = { operation: "getOrder" } as const;
test.each([
  ["a new id", {}, { clientId: ownId, isOwnId: true, ask: { origClientOrderId: ownId } }],
  [
    "the caller's id, as it is sent",
    { newClientOrderId: " mine " },
    { clientId: "mine", isOwnId: false, ask: { origClientOrderId: "mine" } },
  ],
])("a placement with %s", (_, own, { ask, ...wanted }) => {
  const given = { query: { ...order, ...own, timestamp: 5 } };
  const { placement, ...request } = prepareRequest(operationOf("placeOrder"), given, {}, context);
  const fields = { symbol: "LTCBTC", ...ask };
  expect(placement).toEqual({ ...wanted, ask: { ...getOrder, fields } });
  const sent = { ...order, newClientOrderId: wanted.clientId, timestamp: "5", recvWindow: "4000" };
  expect(request).toMatchObject({ stampIn: "query", hasOwnTimestamp: true, body: [] });
  expect(request.fields).toEqual(sent);
});

const missing = (name: string): string => `${name} is missing; give it to createClient.`;
test.each<[Id, GivenFields, CallOptions, string]>([
  ["getAccount", {}, {}, `${missing("apiKey")} ${missing("apiSecret")}`],
  ["keepAliveListenKey", { query: { listenKey } }, {}, missing("apiKey")],
  [
    "getDepth",
    { query: { symbol: "A" } },
    { sendIn: "body" },
    "body cannot hold fields of this operation; use the query.",
  ],
])("%s with the fields %j and the options %j is not sent: %#", (id, given, options, message) => {
  const { context } = client([], { apiKey: undefined, apiSecret: undefined });
  const attempt = () => prepareRequest(operationOf(id), given, options, context);
  const thrown = { operation: id, message: `${id} was not sent. ${message}` };
  expect(attempt).toThrow(expect.objectContaining(thrown));
});
