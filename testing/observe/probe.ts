/** Runs the probes against a server, and observes the traffic. */

import { roles } from "../../generated/operations.ts";
import { fieldsIn, rowsIn } from "../../runtime/encoding/json-value.ts";
import { originOf } from "../recordings/conversation.ts";
import { scenarios as allScenarios } from "../scenarios/index.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { runContract, startRun } from "../suite/contract.ts";
import type { ContractOptions, ContractTarget, Run, RunningRow } from "../suite/run.ts";
import { closeRow, startRow } from "../suite/steps.ts";
import { textOf } from "./checks/sighting.ts";
import { type ObserveOptions, observe } from "./observe.ts";
import { readProbes } from "./probes/reads.ts";
import { sandboxProbes } from "./probes/sandbox.ts";
import { tradeProbes } from "./probes/trades.ts";
import { createWire, infoOf, type Probe } from "./probes/wire.ts";
import type { ObservedEvent } from "./traffic.ts";

interface ProbeOptions extends ObserveOptions {
  readonly target: ContractTarget;
  /** Also places and cancels orders, and opens listen keys. */
  readonly trade?: boolean;
  /** Rows of the contract suite to run first; those that break no limit when absent. */
  readonly scenarios?: readonly Scenario[];
  /** Called with each probe when it has ended. */
  readonly onProbe?: (result: ProbeResult) => void;
}

type ProbeResult = Pick<Probe, "id" | "summary"> & { readonly skipped?: string };

/** All rows but those with wrong keys and those that exceed the limits. */
const kindScenarios: readonly Scenario[] = allScenarios.filter((row) => {
  const { kind = "fields" } = ("change" in row && row.change) || {};
  return !("timesMax" in row) && (kind === "fields" || kind === "toBody");
});

/**
 * Runs the allowed and possible probes one after another, and observes their traffic: the events
 * are in the order of the probes.
 */
export async function runProbes(options: ProbeOptions) {
  const { target, openapi, asyncapi, trade = false, scenarios = kindScenarios } = options;
  const base: ContractOptions = { target, openapi, asyncapi, trade };
  const suffix =
    target.sharedClock === true ? {} : { clientIdSuffix: `-${Date.now().toString(36)}` };
  const { rows } = await runContract({ ...base, ...suffix, scenarios });
  const events = rows.flatMap(({ scenario, events: own }) => observed(scenario.id, own));
  const run = startRun(base);
  const symbol = await readRules(run, events);
  for (const probe of [...readProbes, ...tradeProbes, ...sandboxProbes]) {
    const { id, summary } = probe;
    const skipped = reasonToSkip(probe, options);
    if (skipped === undefined) events.push(...(await runProbe(run, probe, symbol)));
    options.onProbe?.({ id, summary, ...(skipped !== undefined && { skipped }) });
  }
  const origin = originOf(
    events.map(({ event }) => event),
    target.baseUrl,
  );
  const all = events.map((event) => ({ ...event, origin }));
  return { events: all, observation: observe(all, options) };
}

function reasonToSkip(
  { needs, uses = [] }: Probe,
  { target, trade }: ProbeOptions,
): string | undefined {
  const missing = uses.find((role) => roles[role] === undefined);
  if (missing !== undefined) return `the contract has no operation with the role ${missing}`;
  const { apiKey, streamUrl, advanceClock, admin } = target;
  const reasons = {
    key: apiKey === undefined && "it needs an API key",
    trade: trade !== true && "it changes the account",
    streams: streamUrl === undefined && "it needs the stream address",
    clock: advanceClock === undefined && "it needs a clock that can be moved",
    sandbox: admin === undefined && "it goes over the limits, which is for a sandbox",
  };
  return needs.map((need) => reasons[need]).find((reason) => reason !== false);
}

/** Reads the trading rules for rounding orders, and selects the symbol. */
async function readRules(run: Run, events: ObservedEvent[]): Promise<string> {
  const read: Pick<Probe, "id" | "run"> = {
    id: "rules",
    run: async ({ call }) => void run.responses.set(infoOf, await call("exchange.info")),
  };
  events.push(...(await runProbe(run, read, "")));
  const { symbols } = fieldsIn(run.responses.get(infoOf));
  const names = rowsIn(symbols).map((each) => textOf(each["symbol"]));
  return names.includes(usualSymbol) ? usualSymbol : (names[0] ?? usualSymbol);
}

const usualSymbol = "BTCUSDT";

async function runProbe(
  run: Run,
  { id, run: send }: Pick<Probe, "id" | "run">,
  symbol: string,
): Promise<readonly ObservedEvent[]> {
  const row = startRow(run, { id, summary: id, steps: [] });
  await send(createWire(row, symbol));
  await closeRow(row);
  return observed(id, row.log.events);
}

/** Calls of all rows are one conversation; each row has its own connection. */
function observed(id: string, events: RunningRow["log"]["events"]): ObservedEvent[] {
  return events.map((event, index) => ({
    event,
    place: `probe ${id} event ${index}`,
    conversation: event.kind === "calls" ? "calls" : id,
    timed: true,
  }));
}
