import { existsSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

import { nearestName } from "../../runtime/encoding/field-issue.ts";
import { writeWhole } from "../../runtime/files.node.ts";

/** Whether this is the installed package and not a checkout, whose commands npm runs. */
export const isInstalled: boolean = import.meta.url.endsWith(".js");

/** A text that names commands of npm, with what a user of the installed package types instead. */
export function asTyped(text: string): string {
  if (!isInstalled) return text;
  // A finding is about a contract of the user's own: its recordings are of that exchange.
  const recording = "npx tradespec record --spec DIR --base-url URL";
  const typed = (usage: string): string =>
    usage.replaceAll(/npm run (\w+)( --)?/gu, "npx tradespec $1");
  // In a list of commands, what each does stays in its column: four spaces have room for `npx`.
  const aligned = text
    .replaceAll(/(?<=again: |run )npm run record/gu, recording)
    .replaceAll(/^ {2}npm run .*? {4,}/gmu, (usage) => typed(usage.trimEnd()).padEnd(usage.length));
  return typed(aligned).replaceAll("spec/lint/", "node_modules/tradespec/spec/lint/");
}

/**
 * Reads the options of a command. `--help` or `-h` prints the text and exits 0; an unknown option,
 * or a word where the command takes `"no words"`, prints the error and exits 2.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>(
  npmHelp: string,
  options: Options,
  takes: "words" | "no words" = "no words",
): ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>> {
  endWithReader();
  const help = { type: "boolean", short: "h" } as const;
  const read = parse({ ...options, help }, takes === "words");
  if ((read.values as { help?: boolean }).help) {
    process.stdout.write(`${asTyped(npmHelp).trim()}\n`);
    process.exit(0);
  }
  return read as ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;
}

/** Ends the command, but not with 1, when nobody reads what it prints or the disk is full. */
export function endWithReader(): void {
  if (process.stdout.listenerCount("error") > 0) return;
  process.stdout.once("error", ({ code }: NodeJS.ErrnoException) => {
    process.stdout.on("error", () => {});
    const problem = `The output cannot be written (${code}). What was done stays done.\n`;
    if (code !== "EPIPE") process.stderr.write(problem);
    process.kill(process.pid, "SIGTERM");
  });
}

function parse(options: ParseArgsOptionsConfig, allowPositionals: boolean) {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // The first sentence says what is wrong; the others explain the parser.
    const [first = reason] = reason.split(/\. (?=[A-Z])/u);
    const [, given] = /^Unknown option '--([\w-]+)'/u.exec(reason) ?? [];
    const near = given === undefined ? undefined : nearestName(given, Object.keys(options));
    const hint = near === undefined ? "." : `; did you mean --${near}?`;
    return refuseValue(`${first.replace(/(?<!\.)\.+$/u, "")}${hint}`);
  }
}

/** The number of `--port`; exits 2 if it is no port. */
export function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= portMax) return port;
  return refuseValue(`--port is "${text}"; give a whole number from 0 to ${portMax}.`);
}

const portMax = 65_535;

/** The value of an option that takes one of a few words; exits 2 if it is another. */
export function readChoice<const Word extends string>(
  option: string,
  value: string,
  words: readonly Word[],
): Word {
  const chosen = words.find((word) => word === value);
  return chosen ?? refuseValue(`--${option} is "${value}"; give one of ${words.join(", ")}.`);
}

/** The form of the report: that of `--reporter`, else JSON for a file; exits 2 for another. */
export function readReporter<const Form extends string>(
  values: { readonly reporter?: string; readonly report?: string },
  forms: readonly Form[],
): Form {
  const { report, reporter = report === undefined ? "text" : "json" } = values;
  return readChoice("reporter", reporter, forms);
}

/** Writes the file of an option, or without a text only opens it; exits 2 if it cannot. */
export async function writeGiven(option: string, path: string, text?: string): Promise<void> {
  const written = text === undefined ? appendFile(path, "") : writeWhole(path, text);
  await written.catch((error: Error) => {
    refuseValue(`--${option} cannot be written: ${error.message}.`);
  });
}

/** Exits 2 if the value of an option is not a folder. */
export function requireFolder(option: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  refuseValue(`--${option} is "${path}", which is not a folder.`);
}

/** Exits 2 if `--out` cannot be a folder, or is in the folder of the spec, which it would spoil. */
export function requireOutput(out: string, spec?: string): void {
  if (out === "") refuseValue("--out is empty; give the path of a folder.");
  if (existsSync(out)) requireFolder("out", out);
  if (spec === undefined) return;
  const way = relative(spec, out);
  if (isAbsolute(way) || way.split(sep)[0] === "..") return;
  refuseValue(`--out is "${out}", which is in the folder of the spec; give another one.`);
}

export function refuseValue(message: string): never {
  process.stderr.write(`${message} See --help.\n`);
  process.exit(2);
}
