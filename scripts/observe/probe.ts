/** `npm run contract -- --probe`: sends requests that test the assumptions. */

import { runProbes } from "../../testing/observe/probe.ts";
import type { ContractTarget } from "../../testing/suite/run.ts";
import { startSandboxTarget } from "../contract/server.ts";
import { printObservation, readDocuments } from "./report.ts";

/** Runs the probes, names each on standard error, and prints the report. */
export async function probe(
  server: ContractTarget | undefined,
  options: Parameters<typeof printObservation>[1] & { readonly trade: boolean },
): Promise<void> {
  const { observation } = await runProbes({
    ...(await readDocuments()),
    target: server === undefined ? (await startSandboxTarget())() : await withControl(server),
    trade: server === undefined || options.trade,
    onProbe: ({ id, summary, skipped }) => {
      const end = skipped === undefined ? "" : `; skipped: ${skipped}`;
      process.stderr.write(`probe ${id}: ${summary}${end}\n`);
    },
  });
  await printObservation(observation, options);
}

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A sandbox on this machine takes commands that move its clock and ban an address. */
export async function withControl(target: ContractTarget): Promise<ContractTarget> {
  const url = new URL("/control", target.baseUrl);
  if (!loopback.has(url.hostname)) return target;
  // Another server than a sandbox may send anything.
  const read = (): Promise<{ readonly time: number; readonly clock: string } | undefined> =>
    fetch(url)
      .then(async (response) => (await response.json()) as never)
      .catch(() => undefined);
  const state = await read();
  if (typeof state?.clock !== "string") return target;
  const admin = async (command: unknown): Promise<unknown> =>
    (await fetch(url, { method: "POST", body: JSON.stringify(command) })).json();
  if (!state.clock.startsWith("virtual")) return { ...target, admin };
  // As the timers of the client do.
  if (state.clock.endsWith("frozen")) await admin({ command: "clock", frozen: false });
  let aheadMs = state.time - Date.now();
  return {
    ...target,
    admin,
    now: () => Date.now() + aheadMs,
    advanceClock: async (ms) => {
      for (let left = ms; left >= 0; left -= stepMs) {
        const advanceMs = Math.min(left, stepMs);
        // First: messages of the sandbox may come before its response.
        aheadMs += advanceMs;
        await admin({ command: "clock", advanceMs });
        // Messages of the sandbox, such as pings, take a moment to arrive.
        await new Promise((resolve) => setTimeout(resolve, messageMs));
      }
      const reached = await read();
      if (reached !== undefined) aheadMs = reached.time - Date.now();
    },
  };
}

const messageMs = 20;

/** Shorter than the time in which the sandbox expects a pong. */
const stepMs = 60_000;
