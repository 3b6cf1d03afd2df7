import { expect, test } from "vitest";

import { client } from "../../../generators/emitters/client.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const time = given.schema("ServerTime", { kind: "text" });
const one = (facets: Parameters<typeof given.operation>[0]) =>
  given.contract({ schemas: [time], operations: [given.operation(facets)] });
const answer = { kind: "reference", name: "ServerTime" } as const;

/** Two placements, of which one names a query that is not there. */
function two() {
  const placing = (id: string, query: string) =>
    given.operation({
      id,
      placement: { clientId: "a", resolvedBy: { operation: query, parameter: "b" } },
    });
  const responses = [{ schema: { kind: "list", items: answer }, when: undefined }] as const;
  const query = given.operation({ id: "getOrder", responses });
  const operations = [placing("placeOrder", "getOrder"), placing("amendOrder", "getMore"), query];
  return given.contract({ schemas: [time], operations });
}

const cases: readonly EmitterCase[] = [
  {
    name: "a method says what it does, costs and needs",
    given: one({ summary: "Server time", description: "To set a clock by." }),
    want: `
      /**
       * Server time.
       *
       * To set a clock by.
       *
       * Weight: 1 per IP address. Security \`NONE\`: no credentials.
       *
       * @throws InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused),
       *   UnreadableResponseError or TransportError (no response).
       * @see spec/paths/general/time.yaml
       */
      getTime(request?: GetTimeRequest, options?: CallOptions): Promise<ServerTime>;`,
  },
  {
    name: "its body is one call by id",
    given: one({}),
    want: `getTime: (request, options) => call("getTime", request, options),`,
  },
  {
    name: "a weight by tiers and per account",
    given: one({
      weight: {
        ip: {
          kind: "byTier",
          parameter: "limit",
          default: 500,
          tiers: [
            { from: 1, to: 100, weight: 1 },
            { from: 101, to: 500, weight: 5 },
          ],
        },
        account: { kind: "fixed", weight: 1 },
      },
    }),
    want: "Weight: by `limit` 1 for 1 to 100, 5 for 101 to 500 (without `limit`: 5), per IP address, and 1",
  },
  {
    name: "a weight by presence",
    given: one({
      weight: { ip: { kind: "byPresence", parameter: "symbol", present: 1, absent: 2 } },
    }),
    want: "Weight: 1 with `symbol` and 2 without, per IP address.",
  },
  {
    name: "a weight that is not stated",
    given: one({ weight: null }),
    want: "Weight: not stated by the interface.",
  },
  {
    name: "a required field makes the request required",
    given: one({ parameters: [given.parameter("symbol", { required: true })] }),
    want: "getTime(request: GetTimeRequest, options?: CallOptions)",
  },
  {
    name: "a required timestamp does not",
    given: one({
      security: given.security("SIGNED"),
      parameters: [given.parameter("timestamp", { required: true })],
    }),
    want: "getTime(request?: GetTimeRequest, options?: CallOptions)",
  },
  {
    name: "a timestamp that nobody signs is a field like any other",
    given: one({ parameters: [given.parameter("timestamp", { required: true })] }),
    want: "getTime(request: GetTimeRequest, options?: CallOptions)",
  },
  {
    name: "an answer that depends on a field has a signature for each case",
    given: one({
      parameters: [given.parameter("symbol")],
      responses: [
        { schema: answer, when: { parameter: "symbol", is: "present" } },
        { schema: { kind: "list", items: answer }, when: { parameter: "symbol", is: "absent" } },
      ],
    }),
    want: `
      getTime(
        request: GetTimeRequest & { readonly symbol: string },
        options?: CallOptions,
      ): Promise<ServerTime>;`,
  },
  {
    name: "and one body that serves them all",
    given: one({
      parameters: [given.parameter("symbol")],
      responses: [
        { schema: answer, when: { parameter: "symbol", is: "present" } },
        { schema: { kind: "list", items: answer }, when: { parameter: "symbol", is: "absent" } },
      ],
    }),
    want: `
      getTime: (request?: GetTimeRequest, options?: CallOptions) =>
        call<ServerTime & readonly ServerTime[]>("getTime", request, options),`,
  },
  {
    name: "a placement may end unknown",
    given: one({
      placement: { clientId: "a", resolvedBy: { operation: "getOrder", parameter: "b" } },
    }),
    want: "UnknownOutcomeError",
    not: "TransportError",
  },
  {
    name: "a cancellation has a method that never throws",
    given: one({
      cancellation: { queriedBy: "getTime", status: "s", canceled: ["C"], renamed: {} },
    }),
    want: `
      tryGetTime(
        request: GetTimeRequest,
        options?: CallOptions,
      ): Promise<Cancellation<ServerTime, ServerTime>>;`,
    not: "TransportError",
  },
  {
    name: "a client that places nothing has the methods of filters alone",
    given: one({}),
    want: 'const featureMethods = client.methods as Pick<Client, "after" | "now" | "filters">;',
    not: "observeOrder",
  },
  {
    name: "each placement has a method that never throws, and one list of what is pending",
    given: two(),
    want: `
      const featureMethods = client.methods as Pick<
        Client,
        | "after"
        | "now"
        | "tryPlaceOrder"
        | "tryAmendOrder"
        | "observeOrder"
        | "resolvePending"
        | "filters"
      >;`,
  },
  {
    name: "an outcome holds the response of the placement, or the order that its query finds",
    given: two(),
    want: `
      tryPlaceOrder(
        request: PlaceOrderRequest,
        options?: CallOptions,
      ): Promise<Placement<ServerTime, readonly ServerTime[]>>;`,
  },
  {
    name: "an outcome of a query that the contract lacks holds any object",
    given: two(),
    want: `
      tryAmendOrder(
        request: AmendOrderRequest,
        options?: CallOptions,
      ): Promise<Placement<ServerTime, object>>;`,
  },
  {
    name: "an order is observed as the query of the first placement gives it",
    given: two(),
    want: "observeOrder(order: Partial<readonly ServerTime[]>): void;",
  },
  {
    name: "what is pending is any of their outcomes",
    given: two(),
    want: `
      ): Promise<
        readonly (Placement<ServerTime, readonly ServerTime[]> | Placement<ServerTime, object>)[]
      >;`,
  },
];
testEmitter(client, cases);

testEmitter(client, [
  {
    name: "the entry passes on the client, the types and the errors",
    path: "index.ts",
    given: given.contract(),
    want: `
      export type { Int64, Open } from "../runtime/tables.ts";
      export * from "./client.ts";
      export * from "./errors.ts";
      export * from "./iterators.ts";
      export { canMove, isFinal } from "./order-rules.ts";
      export type { paths } from "./schema.ts";
      export * from "./types.ts";`,
  },
]);

test("a method leads to its operation in the spec, declared and carried out", async () => {
  const [file] = await client.emit(one({ id: "getTime" }));
  const place = given.origin("spec/paths/general/time.yaml");
  expect(file?.origins).toEqual(
    new Map([
      ["Client.getTime", place],
      ["createClient.getTime", place],
    ]),
  );
});
