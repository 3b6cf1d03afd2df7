/**
 * A client, a proxy that breaks things and a sandbox on real sockets, over each transport. Whatever
 * happens to a placement, the exchange holds exactly one order of it, or certainly none. Clocks run
 * four times as fast as the machine's, so that the exchange's own waits stay short.
 */

import fc from "fast-check";
import { afterAll, expect, test } from "vitest";

import type { ClientOptions, Placement } from "../../../generated/index.ts";
import { createClient } from "../../../generated/index.ts";
import { undiciFetch } from "../../../runtime/client/transport-undici.node.ts";
import { platform } from "../../../runtime/platform.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { recordedOrders } from "../../sandbox/support/orders-of.ts";
import type { AcceptFault, ProxyFault, ProxyPlan } from "../../support/fault-proxy.node.ts";
import { startFaultProxy } from "../../support/fault-proxy.node.ts";
import { propertyTimeoutMs, runs } from "../../support/runs.ts";
import { resting } from "../../support/world.ts";

const overUndici = undiciFetch();
const transports = { fetch: platform.fetch, undici: overUndici } as const;
type Transport = keyof typeof transports;
afterAll(() => overUndici.close());

const beginMs = Date.now();
/** What a client said that was not so; no second try excuses it. */
const violations: string[] = [];

/** One placement through a proxy with this plan, and how many orders there are of it. */
async function placed(transport: Transport, plan: ProxyPlan, pace: number, own: object) {
  const now = () => beginMs + Math.floor((Date.now() - beginMs) * pace);
  const after: typeof platform.after = (delayMs, run) => platform.after(delayMs / pace, run);
  const { sandbox, port, close } = await startSandbox({ port: 0, now, after });
  const [record] = sandbox.accounts;
  if (record === undefined) throw new Error("no account");
  const proxy = await startFaultProxy(port, plan);
  const client = createClient({
    baseUrl: proxy.url,
    apiKey: record.apiKey,
    apiSecret: record.apiSecret,
    fetch: transports[transport],
    ...{ now, after, random: () => 0, limits: false, validate: false, clockRefreshMs: Infinity },
    // The machine's slowness must not look like a fault.
    ...{ timeoutMs: 90_000, recvWindow: 3000 },
    ...own,
  } as ClientOptions);
  try {
    // So that a connection is there already.
    if (plan.accept === undefined) await client.getTime({}, { timeoutMs: 90_000 });
    const first = await client.tryPlaceOrder(resting);
    const placement = first.kind === "unknown" ? await first.ask() : first;
    const orders = recordedOrders(sandbox.exchange.state.accounts.get(record.account));
    const made = [...orders].filter((each) => each.clientOrderId === placement.clientId).length;
    const allowed = { placed: [1], rejected: [0], unknown: [0, 1] }[placement.kind];
    if (!allowed.includes(made)) violations.push(`${made} orders: ${JSON.stringify(placement)}`);
    expect({ kind: placement.kind, made }).toEqual(
      placement.kind === "placed" ? { kind: "placed", made: 1 } : { kind: "rejected", made: 0 },
    );
    return placement as Exclude<Placement, { kind: "unknown" }>;
  } finally {
    await Promise.all([proxy.close(), close()]);
  }
}

/** The first placement alone meets these faults. */
function onFirst(...faults: readonly ProxyFault[]): () => ProxyPlan {
  return () => {
    let count = 0;
    return { request: ({ method }) => (method === "POST" && (count += 1) === 1 ? faults : []) };
  };
}

/** The first connection meets this fault. */
const atFirst = (fault: AcceptFault) => () => ({
  accept: (nth: number) => (nth === 1 ? fault : undefined),
});

/** The second request of a connection finds it closing. */
const closing = () => ({
  request: ({ nthOnConnection }: { readonly nthOnConnection: number }) =>
    nthOnConnection === 2 ? [{ fault: "fin", side: "before" } as const] : [],
});

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const malformed = {
  "a garbage status line": "HELO who are you\r\n\r\n",
  "a bad chunk": `${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
  "two lengths": `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  "a length and chunks": `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}`,
  "a header without end": `${head}X-Filler: ${"x".repeat(100_000)}`,
  "nothing but a line end": "\r\n\r\n",
};
const texts = Object.entries(malformed);
const short = { timeoutMs: 3000 };
const sides = ["before", "after"] as const;

/** Name, plan, how the placement ends, whether its own answer comes, options. */
type Row = readonly [string, () => ProxyPlan, Placement["kind"], hasAnswer?: boolean, own?: object];

const rows: readonly Row[] = [
  ["never read", atFirst("unread"), "rejected", false, short],
  ["reset as it connects", atFirst("reset"), "placed"],
  ["ended as it connects", atFirst("fin"), "placed"],
  ["the connection closes as the request leaves", closing, "placed"],
  ["no answer, before", onFirst({ fault: "hang", side: "before" }), "rejected", false, short],
  ["no answer, behind", onFirst({ fault: "hang", side: "after" }), "placed", false, short],
  ...sides.flatMap((side): readonly Row[] => [
    [`reset, ${side}`, onFirst({ fault: "reset", side }), "placed"],
    [`ended, ${side}`, onFirst({ fault: "fin", side }), "placed"],
    [`slow, but in time, ${side}`, onFirst({ fault: "latency", ms: 60, side }), "placed", true],
  ]),
  // What comes in place of an answer is read by the same code, whether the order was taken or not.
  ...texts.map(([name, text], at): Row => {
    const side = sides[at % 2] ?? "before";
    return [`${name}, ${side}`, onFirst({ fault: "inject", text, side }), "placed"];
  }),
  ["too slow", onFirst({ fault: "latency", ms: 900, side: "after" }), "placed", false, short],
  ["pieces of one byte", onFirst({ fault: "slice", bytes: 1 }), "placed", true],
  ["a slow line", onFirst({ fault: "slice", bytes: 6, everyMs: 20 }), "placed", false, short],
  ["cut in its head", onFirst({ fault: "cut", bytes: 40 }), "placed"],
  ["cut in its body", onFirst({ fault: "cut", bytes: 500 }), "placed"],
  ["delivered twice", onFirst({ fault: "twice" }), "placed", true],
  ["delivered twice, second answer", onFirst({ fault: "twice", answer: "second" }), "placed"],
];
const cells = Object.keys(transports).flatMap((transport) =>
  rows.map((row) => [transport as Transport, ...row] as const),
);

/** A busy machine closes windows that were not meant to close: then there is more time. */
test.concurrent.for(cells)(
  "over %s, %s: one order or certainly none",
  { retry: 3 },
  async ([transport, , plan, kind, hasAnswer, own = {}], { expect, task }) => {
    const pace = own === short ? 4 : 4 / 4 ** (task.result?.retryCount ?? 0);
    const placement = await placed(transport, plan(), pace, own);
    expect(placement.kind).toBe(kind);
    if (hasAnswer) expect(placement).toMatchObject({ response: { symbol: "BTCUSDT" } });
  },
);

const side = fc.constantFrom(...sides);
const fault: fc.Arbitrary<ProxyFault> = fc.oneof(
  fc.record({ fault: fc.constantFrom("reset", "fin", "hang"), side }),
  fc.record({
    ...{ fault: fc.constant("inject" as const), side },
    text: fc.constantFrom(...texts.map(([, text]) => text)),
  }),
  fc.record({ fault: fc.constant("cut" as const), bytes: fc.integer({ min: 0, max: 900 }) }),
  fc.record({ fault: fc.constant("latency" as const), side, ms: fc.nat(400) }),
  fc.record({ fault: fc.constant("slice" as const), bytes: fc.integer({ min: 1, max: 50 }) }),
  fc.constant({ fault: "twice" } as const),
);
const together = fc.record({
  transport: fc.constantFrom("fetch" as const, "undici" as const),
  placing: fc.array(fault, { minLength: 1, maxLength: 2 }),
  asking: fc.array(fault, { maxLength: 2 }),
  timeoutMs: fc.integer({ min: 500, max: 8000 }),
});

test("one order or certainly none, whatever comes together", {
  retry: 3,
  timeout: propertyTimeoutMs,
}, async () => {
  const all = fc.sample(together, runs({ commit: 4, gate: 500, release: 20_000 }));
  // Most of the time nothing happens, so that several can wait together.
  for (let from = 0; from < all.length; from += 10) {
    const play = async ({ transport, placing, asking, timeoutMs }: (typeof all)[number]) => {
      let [placements, questions] = [0, 0];
      const request: ProxyPlan["request"] = ({ method, target }) => {
        if (method === "POST") return (placements += 1) === 1 ? placing : [];
        if (!target.includes("/order")) return [];
        return asking.slice(questions, (questions += 1));
      };
      await placed(transport, { request }, 4, { timeoutMs });
    };
    await Promise.all(all.slice(from, from + 10).map(play));
  }
});

test("no client said what was not so", () => expect(violations).toEqual([]));
