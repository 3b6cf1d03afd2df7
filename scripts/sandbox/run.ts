/** `npm run sandbox`: reads the command line and runs the sandbox until it is ended. */

import { createWriteStream } from "node:fs";
import { join } from "node:path";

import { machine } from "../../sandbox/defaults.ts";
import { createPacedClock, type PacedClock } from "../../sandbox/exchange/clock.ts";
import { signingModes } from "../../sandbox/exchange/exchange.ts";
import { type Journal, JournalError } from "../../sandbox/exchange/journal.ts";
import { seededKeys } from "../../sandbox/exchange/seed.ts";
import { openJournal, startSandbox } from "../../sandbox/index.node.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import { readChoice, readCommandLine, readPort } from "../command-line.ts";
import { faultFileHelp, readFaultFile } from "./fault-file.ts";
import { createLog, logForms } from "./log.ts";

const help = `
npm run sandbox -- [options]

Starts the sandbox exchange and runs until Ctrl-C.

  --port N         port to listen at (default 9700; 0 takes a free one)
  --host ADDRESS   address to listen at (default 127.0.0.1, this machine only)
  --seed TEXT      seed of the initial state (default "tradespec")
  --clock KIND     "real", the machine's time (default); "virtual", which begins at
                   2024-01-15 00:00 UTC, runs on from there, and can be moved and frozen by
                   commands; or "frozen", the same but standing still until it is moved
  --maker on|off   whether prices move by themselves (default on)
  --journal FILE   stores every change, and continues from what the file holds
  --sync           with --journal: waits for the disk before each response
  --event-log FILE all commands, replies and events as text; with a frozen clock the same seed
                   and commands give the same file
  --log FORM       a line for each request on standard output: "json", "text" or "off" (default)
  --signing FORM   what signatures cover: "raw" values, as the interface says (default), the
                   "percent"-encoded text as many clients send it, or "both"
  --faults FILE    fault rules in JSON; more can be added while it runs
  --help           this text
${faultFileHelp}
While it runs, its page at / has the keys, the symbols, and a switch for every fault. Programs on
this machine may send commands to /control; GET /control lists them and shows what was reached.
`;

/** Where the virtual clock begins, in milliseconds. */
const virtualStart = Date.UTC(2024, 0, 15);

const { values } = readCommandLine(help, {
  port: { type: "string", default: "9700" },
  host: { type: "string", default: "127.0.0.1" },
  seed: { type: "string", default: "tradespec" },
  clock: { type: "string", default: "real" },
  signing: { type: "string", default: "raw" },
  faults: { type: "string" },
  maker: { type: "string", default: "on" },
  journal: { type: "string" },
  sync: { type: "boolean", default: false },
  "event-log": { type: "string" },
  log: { type: "string", default: "off" },
});

const port = readPort(values.port);

const signing = readChoice("signing", values.signing, signingModes);
const { seed, host } = values;
const clock = clockOf(readChoice("clock", values.clock, ["real", "virtual", "frozen"]));
const maker = readChoice("maker", values.maker, ["on", "off"]) === "on";
const { info, ...log } = createLog(readChoice("log", values.log, logForms));
const journal = values.journal !== undefined && { journal: openJournalAt(values.journal) };
const faults = values.faults === undefined ? [] : readFaultFile(values.faults);
const page = createPage(seededKeys, join(import.meta.dirname, "..", "..", "generated", "docs"));
const events = values["event-log"] !== undefined && { onLog: openEventLog(values["event-log"]) };
const options = {
  ...{ port, host, seed, signing, faults, page, maker },
  ...{ ...clock, ...journal, ...events, ...log },
};
const running = await startSandbox(options).catch((error: NodeJS.ErrnoException) => {
  if (error instanceof JournalError) return exitWith(`${error.message}.`);
  return exitWith(
    error.code === "EADDRINUSE"
      ? `Port ${port} is taken; give another one, or 0 for any free one.`
      : `The sandbox cannot listen at ${host}, port ${port}: ${error.message}`,
  );
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    info("closing", "Closing once the open requests have ended.");
    void running.close();
  });
}
printAddresses();

function printAddresses(): void {
  const { baseUrl, streamUrl, sandbox } = running;
  if (values.log === "json") {
    info("started", `${baseUrl} ${streamUrl}`);
    return;
  }
  console.log("The sandbox exchange is running; end it with Ctrl-C.");
  console.log(`  page     ${baseUrl}/`);
  console.log(`  REST     ${baseUrl}/api/v1/time`);
  console.log(`  streams  ${streamUrl}/stream?streams=btcusdt@trade`);
  console.log("Accounts, which are only valid for this sandbox:");
  for (const { account, apiKey: key, apiSecret: secret } of sandbox.accounts) {
    console.log(`  ${account.padEnd(8)} key ${key}   secret ${secret}`);
  }
}

/** No clock where the machine's time is used. */
function clockOf(kind: "real" | "virtual" | "frozen"): { readonly clock?: PacedClock } {
  if (kind === "real") return {};
  const clock = createPacedClock(virtualStart, machine);
  if (kind === "frozen") clock.freeze();
  return { clock };
}

function openEventLog(path: string): (line: string) => void {
  const file = createWriteStream(path, { flags: "a" });
  file.on("error", (error) => log.report(`the event log cannot be written: ${error.message}`));
  return (line) => void file.write(`${line}\n`);
}

function openJournalAt(path: string): Journal {
  try {
    const onEvent = ({ reason }: { reason: string }) => log.report(`${path}: ${reason}`);
    return openJournal(path, { sync: values.sync, onEvent });
  } catch (error) {
    return exitWith(`${error instanceof Error ? error.message : String(error)}.`);
  }
}

function exitWith(message: string): never {
  console.error(`${message} See --help.`);
  process.exit(1);
}
