/** The whole table against every kind of server, and the recordings that come of it. */

import { expect, test } from "vitest";

import { createVirtualClock } from "../../sandbox/exchange/clock.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { uncoveredStatements } from "../../testing/documents/coverage.ts";
import { openFixturePort } from "../../testing/fixture-server/port.node.ts";
import { formatRecording } from "../../testing/recordings/yaml.ts";
import { scenarios } from "../../testing/scenarios/index.ts";
import type { CallScenario } from "../../testing/scenarios/scenario.ts";
import { runContract } from "../../testing/suite/contract.ts";
import { fixtureTarget } from "../../testing/suite/fixture-target.ts";
import { recordRows, runApart } from "../../testing/suite/record.ts";
import { listFailures, unreachable } from "../../testing/suite/report.ts";
import type { ContractOptions, ContractTarget } from "../../testing/suite/run.ts";
import { sandboxTarget } from "../../testing/suite/sandbox-target.ts";
import { documents, recordings } from "./documents.ts";

test("every scenario passes against a sandbox in this process", async () => {
  const target = sandboxTarget();
  const force = target.fetch?.forceResponse;
  const met: Record<string, number> = {};
  const forceResponse: typeof force = async (wanted) => {
    if (wanted !== undefined) met[wanted.operation] = (met[wanted.operation] ?? 0) + 1;
    await force?.(wanted);
  };
  const send = target.fetch ?? fetch;
  const counting = Object.assign((request: Request) => send(request), { forceResponse });
  const { rows, coverage } = await run({ target: { ...target, fetch: counting } });
  // Every status to the first operation of a kind, and a wrong time only to those that send one.
  const [first = 0, later = 0, signed = 0] = ["getTime", "getTrades", "getTradeFees"].map(
    (id) => met[id],
  );
  expect([first > 5 * later, later > 20, signed > later]).toEqual([true, true, true]);
  expect(listFailures({ rows, coverage }, { complete: true })).toEqual([]);
  expect(rows.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
  expect(rows.flatMap(({ notes }) => notes)).toEqual([]);
  // A fact that some row touches after all is no longer unreachable.
  const uncovered = uncoveredStatements(coverage).map(({ kind, name }) => `${kind} ${name}`);
  expect(uncovered.sort()).toEqual([...unreachable].sort());
  const assumed = coverage.statements.filter(
    ({ kind, touched }) => kind === "message" && touched === 0,
  );
  expect(assumed).toEqual([]);
});

/** Starts a server; the result is its target and how it ends. */
type Start = () => Promise<readonly [target: ContractTarget, close: () => Promise<void>]>;

const servers: readonly (readonly [name: string, start: Start])[] = [
  [
    "the fixture server on a port, with the platform's sockets and no delays",
    async () => {
      const port = await openFixturePort(recordings);
      const { fetch: _, WebSocket: __, now: ___, after: ____, ...rest } = fixtureTarget({});
      const { baseUrl, streamUrl } = port;
      return [{ ...rest, baseUrl, streamUrl, advanceClock: moment }, port.close];
    },
  ],
  [
    "a sandbox on a port, whose addresses begin with a path",
    async () => {
      const clock = createVirtualClock(Date.UTC(2024, 0, 15));
      const { baseUrl, streamUrl, sandbox, close } = await startSandbox({ port: 0, clock });
      const [account] = sandbox.accounts;
      const advanceClock = async (ms: number): Promise<void> => {
        await clock.run(ms);
        await moment();
      };
      const target: ContractTarget = {
        baseUrl: `${baseUrl}/path/`,
        fetch: (sent) => fetch(new Request(sent.url.replace("/path/", "/"), sent)),
        streamUrl: `${streamUrl}/stream`,
        apiKey: account?.apiKey ?? "",
        apiSecret: account?.apiSecret ?? "",
        now: clock.now,
        after: clock.after,
        sharedClock: true,
        advanceClock,
        admin: sandbox.control,
      };
      return [target, close];
    },
  ],
];

for (const [name, start] of servers) {
  test(`every scenario passes against ${name}`, async () => {
    const [target, close] = await start();
    try {
      const result = await run({ target });
      expect(listFailures(result, { complete: true })).toEqual([]);
      expect(result.rows.filter(({ outcome }) => outcome === "skipped")).toEqual([]);
    } finally {
      await close();
    }
  });
}

test("without permission to trade, nothing that changes the account is sent", async () => {
  const result = await run({ target: sandboxTarget(), trade: false, scenarios });
  expect(listFailures(result, { complete: false })).toEqual([]);
  const events = result.rows.flatMap((row) => row.events);
  const methods = events.flatMap((event) =>
    event.kind === "calls" ? [event.call?.request.method] : [],
  );
  expect([...new Set(methods)]).toEqual(["GET"]);
  const skipped = new Set(result.rows.filter(isSkipped).map(({ scenario }) => scenario.id));
  const streams = scenarios.filter(({ steps }) => steps !== undefined).map(({ id }) => id);
  const ofUser = streams.filter((id) => id.startsWith("userData."));
  expect(streams.filter((id) => skipped.has(id))).toEqual(ofUser);
});

/** What a target lacks, and how many rows are skipped without it, by reason. */
const lacking: readonly (readonly [part: keyof ContractTarget, reason: string])[] = [
  ["apiKey", "it needs an API key"],
  ["streamUrl", "it needs the stream address"],
  ["advanceClock", "it needs a clock that can be moved"],
  ["admin", "it needs the admin commands of a sandbox"],
  ["sharedClock", "it needs a clock that client and server share"],
];

for (const [part, reason] of lacking) {
  test(`without ${part}, rows that need it are skipped: ${reason}`, async () => {
    const { [part]: _, ...target } = sandboxTarget();
    const chosen = scenarios.filter(({ id }) => lackingRows.has(id));
    const result = await run({ target: target as ContractTarget, scenarios: chosen });
    const skipped = result.rows.filter(isSkipped);
    expect(skipped.length).toBeGreaterThan(0);
    expect([...new Set(skipped.flatMap(({ reasons }) => reasons))]).toEqual([reason]);
  });
}

const lackingRows = new Set([
  ...["getTime.default", "getAccount.default", "getOpenOrders.tooMuchWeight"],
  ...["userData.deposit", "userData.expired"],
]);

/** Rows that change what an exchange holds: its books, its open orders, its limits, its keys. */
const moreRows: readonly CallScenario[] = [
  { id: "createListenKey.another", summary: "One more listen key" },
  {
    id: "placeOrder.another",
    summary: "One more order",
    fields: {
      symbol: "BTCUSDT",
      side: "BUY",
      type: "MARKET",
      quantity: "0.1",
      newClientOrderId: "more",
    },
  },
  {
    id: "getOrder.another",
    summary: "The same order",
    fields: { symbol: "BTCUSDT", origClientOrderId: "more" },
    after: ["placeOrder.another"],
  },
];

test("recording again changes no byte, and further rows change no other recording", async () => {
  const [last, ...others] = moreRows;
  const forced = { id: "getTime.answers", summary: "Responses of the suite", answers: true };
  const all = [forced, ...others, ...scenarios, ...(last === undefined ? [] : [last])];
  const rows = await runApart({ ...documents, trade: true, start: sandboxTarget, scenarios: all });
  const files = recordRows(rows, sandboxTarget());
  const onDisk = [
    ...recordings.calls.map((each) => [`${each.name}.yaml`, formatRecording(each)] as const),
    ...recordings.streams.map((one) => [`streams/${one.name}.yaml`, formatRecording(one)] as const),
  ];
  const recorded = new Map(files.map(({ path, text }) => [path, text]));
  for (const { id } of moreRows) expect(recorded.delete(`${id}.yaml`), id).toBe(true);
  expect(recorded).toEqual(new Map(onDisk));
});

test("recordings are those of the table, no more and no fewer", () => {
  const recorded = scenarios
    .filter((row) => row.steps !== undefined || row.expect?.kind !== "rejected")
    .map(({ id }) => id);
  const names = [...recordings.calls, ...recordings.streams].map(({ name }) => name);
  expect(names.sort()).toEqual(recorded.sort());
});

function run(options: Omit<ContractOptions, "openapi">) {
  return runContract({ ...documents, trade: true, strict: true, ...options });
}

function isSkipped({ outcome }: { readonly outcome: string }): boolean {
  return outcome === "skipped";
}

/** As long as a message takes on this machine, as a rule; the suite waits again if not. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 3));
}
