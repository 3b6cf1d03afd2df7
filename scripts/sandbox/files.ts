/** Reads the files of `npm run sandbox`; an error in one ends the command with exit code 2. */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { type Document, isMap, isSeq, LineCounter, parse, parseDocument } from "yaml";

import { type SandboxSchemas, sandboxSchemas } from "../../generated/sandbox.ts";
import { sentence } from "../../runtime/encoding/field-issue.ts";
import { violationsOf } from "../../runtime/encoding/json-schema.ts";
import { ValidationError } from "../../sandbox/config/validation.ts";
import { type FaultRule, faultKinds, readRules } from "../../sandbox/faults/kinds.ts";
import { refuseValue } from "../shared/command-line.ts";

type Config = SandboxSchemas["Config"];

/** The part of `--help` about fault files. */
export const faultFileHelp = `
A fault file is a JSON list of rules, like

  [
    { "fault": "drop", "accepted": true,
      "when": { "operation": "placeOrder", "after": "10:00", "nth": 3 } },
    { "fault": "delay", "ms": 200, "spreadMs": 100, "when": { "probability": 0.1 } },
    { "fault": "duplicateEvent", "when": { "stream": "*@depth", "every": 5 } }
  ]

In the first rule, the third placement after 10:00 is accepted, but its response is lost. "when"
selects requests or messages by operation, method, path, account, symbol, stream or event; by after
and before, which are times of day in UTC, or milliseconds; and by nth, every, from, count and
probability. "name" is an optional name of your choice.
Faults: ${faultKinds.join(", ")}
`;

export function readFaultFile(path: string): readonly FaultRule[] {
  const rules = readDataFile("--faults", path);
  try {
    return readRules(rules);
  } catch (error) {
    if (error instanceof ValidationError) return refuseValue(`${path}: ${error.sentence}`);
    throw error;
  }
}

/** Reads a file in JSON, in YAML, or with a JSON value in each line where it is called .jsonl. */
export function readDataFile(option: string, path: string): unknown {
  const text = readText(option, path);
  try {
    if (!path.endsWith(".jsonl")) return path.endsWith(".json") ? JSON.parse(text) : parse(text);
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line): unknown => JSON.parse(line));
  } catch (error) {
    const format = /\.ya?ml$/u.test(path) ? "YAML" : "JSON";
    return refuseValue(`${path} is not ${format}: ${messageOf(error)}.`);
  }
}

/** Reads a configuration; the paths in it count from its folder. */
export function readConfigFile(path: string): Config {
  const text = readText("--config", path);
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const [broken] = document.errors;
  if (broken !== undefined) return refuseValue(`${path}: ${broken.message.trim()}`);
  const value = contentOf(document, path);
  const violations = violationsOf(sandboxSchemas, sandboxSchemas.Config, value);
  if (violations.length > 0) {
    const lines = violations.map((violation) => {
      const { line } = counter.linePos(offsetOf(document.contents, violation.path));
      return `${path}:${line}: ${sentence(`${violation.path || "it"} ${violation.what}`)}`;
    });
    return refuseValue(lines.join("\n"));
  }
  const config = value as Config;
  const within = (file: string): string => resolve(dirname(path), file);
  const { exchangeInfo, depth = {}, replay, journal } = config;
  const books = Object.entries(depth).map(([symbol, book]) => {
    return [symbol, typeof book === "string" ? within(book) : book] as const;
  });
  return {
    ...config,
    ...(typeof exchangeInfo === "string" && { exchangeInfo: within(exchangeInfo) }),
    ...(typeof replay === "string" && { replay: within(replay) }),
    ...(journal !== undefined && { journal: within(journal) }),
    depth: Object.fromEntries(books),
  };
}

/** The content of a parsed file; an empty one is an empty configuration. */
function contentOf(document: Document, path: string): unknown {
  try {
    return document.toJS() ?? {};
  } catch (error) {
    // Nested aliases can expand beyond the memory.
    return refuseValue(`${path}: ${messageOf(error)}.`);
  }
}

/** Offset of a path like `accounts[0].name` in a parsed file, or of its nearest part. */
function offsetOf(root: unknown, path: string): number {
  let node = root;
  let offset = 0;
  for (const step of path.match(/[^.[\]]+/gu) ?? []) {
    const pair = isMap(node) ? node.items.find(({ key }) => String(key) === step) : undefined;
    const next = isSeq(node) ? node.items[Number(step)] : pair?.key;
    if (next === undefined || next === null) break;
    offset = (next as { readonly range?: readonly number[] }).range?.[0] ?? offset;
    node = isSeq(node) ? next : pair?.value;
  }
  return offset;
}

function readText(option: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return refuseValue(`${option} cannot be read: ${messageOf(error)}.`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
