/** The options of `npm run sandbox`: those of the command line, then those of its file. */

import { closeSync, openSync, readSync, statSync, writeFileSync } from "node:fs";

import { type SandboxSchemas, sandboxSchemas } from "../../generated/sandbox.ts";
import { signing as signed } from "../../generated/tables.ts";
import { violationsOf } from "../../runtime/encoding/json-schema.ts";
import { bodyOf } from "../../sandbox/config/recorded.ts";
import { machine, startTimeDefault } from "../../sandbox/defaults.ts";
import { createPacedClock, type PacedClock } from "../../sandbox/exchange/clock.ts";
import { readChoice, readCommandLine, readPort, refuseValue } from "../shared/command-line.ts";
import { faultFileHelp, readConfigFile, readDataFile, readFaultFile } from "./files.ts";
import { logForms } from "./log.ts";

type Config = SandboxSchemas["Config"];

const help = `
npm run sandbox -- [options] [-- command]

Starts the sandbox exchange and runs until Ctrl-C, or while a command such as npm test runs. The
command gets TRADESPEC_BASE_URL, TRADESPEC_STREAM_URL, and the first account's TRADESPEC_KEY and
TRADESPEC_SECRET in its environment; the sandbox ends with it and with its exit code.

  --port N         port to listen on (default 9700; 0 for any free port)
  --host ADDRESS   address to listen on (default 127.0.0.1, this machine only)
  --config FILE    symbols, accounts, fees, limits, choices and other settings, in YAML or JSON;
                   options of the command line override it. Its schema is
                   tradespec/documents/sandbox-config.schema.json
  --faults FILE    fault rules in JSON; you can add more while the sandbox runs
  --seed TEXT      seed of the initial state (default "tradespec")
  --clock KIND     "real" (default) is the machine's time; "virtual" starts at 2024-01-15 00:00 UTC,
                   runs, and can be moved and frozen by commands; "frozen" is a virtual clock that
                   stands still until a command moves it
  --maker on|off   whether a market maker moves prices (default on; off with --replay)
  --journal FILE   store every change in FILE, and continue from an existing FILE
  --sync           with --journal, wait for the disk before each response
  --exchange-info FILE  use symbols, filters and limits of a recorded getExchangeInfo response
  --depth FILE     use a recorded getDepth response as the order book of the first symbol, or with
                   --depth SYMBOL=FILE of another one; repeatable
  --replay FILE    play recorded messages of market streams from the start: a .jsonl or .ndjson
                   file with one {"stream", "data"} per line, or a stream recording by npm run record
  --cors ORIGIN    let pages of this origin call the operations; repeatable
  --signing FORM   text that signatures must cover: "raw" values as documented (default), the
                   "percent"-encoded text that many clients sign, or "both"
  --log FORM       log each request to standard output: "json", "text" or "off" (default)
  --feed FILE      write each request, stream message, change of an order and injected fault to FILE,
                   one JSON object per line, without secrets
  --report FILE    at the end, write a report on the programs that used the sandbox to FILE, as JSON
                   or, if its name ends in .xml, as JUnit; exit with 1 if a check failed
  --event-log FILE write all commands, replies and events as text; with a frozen clock, the same
                   seed and commands write the same file
  --help           print this text
${faultFileHelp}
While the sandbox runs, its page at / shows the API keys and symbols, and has a switch for every
fault. Programs on this machine can send commands to /control; GET /control lists the commands and
shows the state.
`;

const flags = {
  config: { type: "string" },
  "exchange-info": { type: "string" },
  depth: { type: "string", multiple: true, default: [] as string[] },
  replay: { type: "string" },
  cors: { type: "string", multiple: true },
  port: { type: "string" },
  host: { type: "string" },
  seed: { type: "string" },
  clock: { type: "string" },
  signing: { type: "string" },
  faults: { type: "string" },
  maker: { type: "string" },
  journal: { type: "string" },
  sync: { type: "boolean", default: false },
  "event-log": { type: "string" },
  feed: { type: "string" },
  report: { type: "string" },
  log: { type: "string" },
} as const;

/** The options of the command line and of its file; the command line wins. */
export function readOptions() {
  const command = commandGiven();
  const { values } = readCommandLine(help, flags);
  const config: Config = values.config === undefined ? {} : readConfigFile(values.config);
  const { $schema: _, exchangeInfo: info, replay: played, depth: books, ...known } = config;
  const { host = "127.0.0.1", journal, log = "off", clock = "real", ...rest } = known;
  const exchangeInfo = recorded("--exchange-info", values["exchange-info"] ?? info);
  const replay = recorded("--replay", values.replay ?? played);
  const maker = readChoice("maker", values.maker ?? "on", ["on", "off"]) === "on";
  const kind = readChoice("clock", values.clock ?? clock, ["real", "virtual", "frozen"]);
  const signing = readChoice("signing", values.signing ?? config.signing ?? signed.values, [
    "raw",
    "percent",
    "both",
  ]);
  if (values.sync && (values.journal ?? journal) === undefined) {
    refuseValue("--sync needs --journal FILE.");
  }
  if (values.journal === "") refuseValue("--journal is empty; give the path of a file.");
  for (const origin of values.cors ?? []) {
    const [fault] = violationsOf(sandboxSchemas, { $ref: "Origin" }, origin, "--cors");
    if (fault !== undefined) refuseValue(`${fault.path} ${fault.what}.`);
  }
  const started = {
    ...rest,
    port: values.port === undefined ? (config.port ?? 9700) : readPort(values.port),
    host: values.host ?? host,
    signing,
    maker: values.maker === undefined ? (config.maker ?? replay === undefined) : maker,
    depth: { ...booksOf(books), ...booksGiven(values.depth, exchangeInfo, config) },
    ...(exchangeInfo !== undefined && { exchangeInfo }),
    ...(replay !== undefined && { replay }),
    ...(values.seed !== undefined && { seed: values.seed }),
    ...(values.cors !== undefined && { cors: values.cors }),
    ...(values.faults !== undefined && { faults: readFaultFile(values.faults) }),
    ...(kind !== "real" && { clock: clockOf(kind, config.startTime) }),
  };
  return {
    started,
    command,
    log: readChoice("log", values.log ?? log, logForms),
    journal: values.journal ?? journal,
    sync: values.sync,
    eventLog: values["event-log"],
    feed: values.feed,
    reportFile: values.report,
  };
}

/** Takes the words after `--` from the command line. */
function commandGiven(): readonly string[] {
  const at = process.argv.indexOf("--", 2);
  if (at < 0) return [];
  const [, ...command] = process.argv.splice(at);
  return command.length > 0 ? command : refuseValue("-- needs a command, such as npm test.");
}

/** The content of a file, or the value that is given instead of a path. */
function recorded(option: string, given: unknown): object | undefined {
  const value = typeof given === "string" ? readDataFile(option, given) : given;
  return value === undefined ? undefined : Object(value);
}

function booksOf(depth: Config["depth"] = {}): Record<string, object> {
  const books = Object.entries(depth).map(([symbol, book]) => {
    return [symbol, Object(recorded("depth", book))] as const;
  });
  return Object.fromEntries(books);
}

/** The books of `SYMBOL=FILE`; without a symbol, of the first one that is listed. */
function booksGiven(
  files: readonly string[],
  exchangeInfo: object | undefined,
  config: Config,
): Record<string, object> {
  const books = files.map((file) => {
    const [, symbol, path = ""] = /^(?:([^/=]+)=)?(.*)$/su.exec(file) ?? [];
    const book = Object(recorded("--depth", path));
    return [symbol ?? symbolOf(book) ?? firstSymbol(exchangeInfo, config), book] as const;
  });
  return Object.fromEntries(books);
}

/** The symbol that a recording of `npm run record` names. */
function symbolOf(book: object): string | undefined {
  const { "x-request": request } = book as { readonly "x-request"?: { readonly query?: unknown } };
  const { symbol } = Object(request?.query) as { readonly symbol?: string };
  return symbol;
}

function firstSymbol(exchangeInfo: object | undefined, { symbols = [] }: Config): string {
  const [first] = symbols;
  if (first !== undefined) return first.symbol ?? first.baseAsset + first.quoteAsset;
  const { symbols: listed = [] } = Object(bodyOf(exchangeInfo)) as {
    readonly symbols?: readonly { readonly symbol?: string }[];
  };
  return listed[0]?.symbol ?? "BTCUSDT";
}

function clockOf(kind: "virtual" | "frozen", startTime = startTimeDefault): PacedClock {
  const clock = createPacedClock(startTime, machine);
  if (kind === "frozen") clock.freeze();
  return clock;
}

/** Appends lines to the file of an option, again once it can be written; `report` gets why not. */
export function openLines(
  option: string,
  path: string,
  report: (text: string) => void,
): (line: string) => void {
  const refused = ({ message }: Error) => `${option} cannot be written: ${message}.`;
  let file: number;
  let isCut: boolean;
  try {
    file = openSync(path, "a");
    isCut = endsInLine(path);
  } catch (error) {
    return refuseValue(refused(error as Error));
  }
  let lost = 0;
  return (line) => {
    try {
      writeFileSync(file, isCut ? `\n${line}\n` : `${line}\n`);
      isCut = false;
      if (lost > 0) report(`${option} can be written again; lines that are missing: ${lost}.`);
      lost = 0;
    } catch (error) {
      if (lost === 0) report(refused(error as Error));
      lost += 1;
      isCut = true;
    }
  };
}

/** Whether a part of a line is at the end of a file, as after a run on a full disk. */
function endsInLine(path: string): boolean {
  const { size } = statSync(path);
  if (size === 0) return false;
  const [file, last] = [openSync(path, "r"), Buffer.alloc(1)];
  readSync(file, last, 0, 1, size - 1);
  closeSync(file);
  return last.toString() !== "\n";
}
