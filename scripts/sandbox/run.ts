/** `npm run sandbox`: reads the command line and runs the sandbox until its end or a command's. */

import { join } from "node:path";

import { operations, roles } from "../../generated/operations.ts";
import { streams } from "../../generated/streams.ts";
import { TradespecError } from "../../runtime/errors.ts";
import type { StreamDescriptor } from "../../runtime/streams/types.ts";
import { ValidationError } from "../../sandbox/config/validation.ts";
import { type Journal, JournalError } from "../../sandbox/exchange/journal.ts";
import type { PageHook } from "../../sandbox/http/routes.ts";
import {
  type FeedEvent,
  openJournal,
  type RunningSandbox,
  type Sandbox,
  startSandbox,
} from "../../sandbox/index.node.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import { createReporter, junitOf } from "../../sandbox/report/report.ts";
import { isPublished } from "../../sandbox/streams/hub.ts";
import { pageAssets } from "../page/assets.ts";
import { writeGiven } from "../shared/command-line.ts";
import { type GivenSpec, givenSpec } from "../shared/given-spec.ts";
import { onEnd } from "../shared/lifetime.ts";
import { runCommand } from "./command.ts";
import { createLog } from "./log.ts";
import { openLines, readOptions } from "./options.ts";

const { started, command, ...rest } = readOptions();
let running: RunningSandbox | undefined;
const accounts = () => running?.sandbox.accounts ?? [];
const { info, request, report } = createLog(rest.log, accounts);
const docsFolder = join(import.meta.dirname, "..", "..", "generated", "docs");
const given = givenSpec();
// The page is that of the package's own contract.
const forms = given === undefined ? { page: ownPage() } : { complete: await completerOf(given) };
const journal = rest.journal !== undefined && { journal: openJournalAt(rest.journal) };
const { eventLog, feed, reportFile } = rest;
if (reportFile !== undefined) await writeGiven("report", reportFile);
const events = eventLog !== undefined && { onLog: openLines("--event-log", eventLog, report) };
const write = feed === undefined ? undefined : openLines("--feed", feed, report);
const { port, host } = started;
running = await startSandbox({ ...started, ...forms, ...journal, ...events, report }).catch(
  (error: NodeJS.ErrnoException) => {
    if (error instanceof ValidationError) return exitWith(error.sentence, 2);
    if (error instanceof TradespecError) return exitWith(error.message, 2);
    if (error instanceof JournalError) return exitWith(`${error.message}.`);
    return exitWith(
      error.code === "EADDRINUSE"
        ? `Port ${port} is taken; give another one, or 0 for any free one.`
        : `The sandbox cannot listen at ${host}, port ${port}: ${error.message}.`,
    );
  },
);
const { sandbox } = running;
if (rest.log !== "off") sandbox.on("request", request);
if (write !== undefined) onEach(sandbox, (event) => write(JSON.stringify(event)));
const reporter = reportFile === undefined ? undefined : createReporter();
if (reporter !== undefined) onEach(sandbox, reporter.see);
if (command.length > 0) {
  for (const note of running.sandbox.notes) process.stderr.write(`${note}\n`);
  process.exitCode = await runCommand(command, running);
  await end();
} else {
  onEnd(() => {
    info("closing", "Closing once the open requests have ended.");
    void end();
  });
  printAddresses(running);
}

function ownPage(): PageHook {
  const assets = pageAssets();
  return (path, header) => createPage(accounts(), { assets, docsFolder })(path, header);
}

/** Loaded only for another contract: a checker of JSON Schema takes a tenth of a start. */
async function completerOf({ documents }: GivenSpec) {
  const { createCompleter } = await import("../../testing/fixture-server/lenient.ts");
  return createCompleter(documents);
}

/** The name of a symbol's trades, or of another stream where the contract has no trades. */
function streamName(symbol: string): string | undefined {
  const all = Object.entries<StreamDescriptor>({ ...streams }).map(([id, one]) => ({ id, ...one }));
  const ofSymbol = all.filter((one) => /^\{symbol\}@[^{}]+$/.test(one.address) && isPublished(one));
  const [first] = ofSymbol;
  const { address } = ofSymbol.find(({ id, role = id }) => role === "trade") ?? first ?? {};
  return address?.replace("{symbol}", symbol.toLowerCase());
}

/** Calls a listener with each event of the feed, in order. */
function onEach(from: Sandbox, listener: (event: FeedEvent) => void): void {
  for (const kind of ["request", "message", "order", "fault"] as const) from.on(kind, listener);
}

async function end(): Promise<void> {
  await running?.close();
  if (reportFile === undefined || reporter === undefined) return;
  const result = reporter.report();
  const isXml = reportFile.endsWith(".xml");
  const text = isXml ? junitOf(result) : `${JSON.stringify(result, null, 2)}\n`;
  await writeGiven("report", reportFile, text);
  for (const { check, title, count, passed } of result.checks) {
    if (!passed) process.stderr.write(`${check}: ${title}: ${count}; see ${reportFile}.\n`);
  }
  if (!result.passed) process.exitCode ||= 1;
}

function printAddresses({ baseUrl, streamUrl, sandbox }: RunningSandbox): void {
  for (const note of sandbox.notes) info("note", note);
  if (rest.log === "json") {
    info("started", `${baseUrl} ${streamUrl}`);
    return;
  }
  const [symbol = ""] = sandbox.exchange.listings.keys();
  console.log("The sandbox exchange is running; stop it with Ctrl-C.");
  if (given === undefined) console.log(`  page     ${baseUrl}/`);
  console.log(`  REST     ${baseUrl}${operations[roles.time]?.path ?? ""}`);
  const stream = streamName(symbol);
  if (stream !== undefined) console.log(`  streams  ${streamUrl}/stream?streams=${stream}`);
  console.log("Accounts, valid only in this sandbox:");
  for (const { account, apiKey: key, apiSecret: secret } of sandbox.accounts) {
    console.log(`  ${account.padEnd(8)} key ${key}   secret ${secret}`);
  }
}

function openJournalAt(path: string): Journal {
  try {
    const onEvent = ({ reason }: { reason: string }) => report(`${path}: ${reason}`);
    return openJournal(path, { sync: rest.sync, onEvent });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return exitWith(`The journal ${path} cannot be opened: ${reason}.`);
  }
}

function exitWith(message: string, code = 1): never {
  console.error(`${message} See --help.`);
  process.exit(code);
}
