/** Reads the files of `npm run sandbox`; an error in one ends the command with exit code 2. */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { load, parseEvents, YAMLException } from "js-yaml";

import { type SandboxSchemas, sandboxSchemas } from "../../generated/sandbox.ts";
import { readSource } from "../../generators/contract/documents/yaml.ts";
import type { JsonObject } from "../../generators/contract/model.ts";
import { sentence } from "../../runtime/encoding/field-issue.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { violationsOf } from "../../runtime/encoding/json-schema.ts";
import { ValidationError } from "../../sandbox/config/validation.ts";
import { type FaultRule, faultKinds, readRules } from "../../sandbox/faults/kinds.ts";
import { originOfPath } from "../lint/findings.ts";
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

/** Reads a file in JSON, in YAML, or with a JSON value in each line: .jsonl or .ndjson. */
export function readDataFile(option: string, path: string): unknown {
  const text = readText(option, path);
  try {
    if (path.endsWith(".json")) return JSON.parse(text);
    if (!/\.(?:jsonl|ndjson)$/u.test(path)) return readYaml(text);
    return text.split("\n").flatMap((line, index): unknown => {
      if (line.trim() === "") return [];
      const value = parseJsonOr(line, undefined);
      return value === undefined ? refuseValue(`${path}:${index + 1} is not JSON.`) : [value];
    });
  } catch (error) {
    const format = /\.ya?ml$/u.test(path) ? "YAML" : "JSON";
    return refuseValue(`${path} is not ${format}: ${messageOf(error)}.`);
  }
}

/** Reads a configuration; the paths in it count from its folder. */
export function readConfigFile(path: string): Config {
  const text = readText("--config", path);
  const value = contentOf(text, path);
  const violations = violationsOf(sandboxSchemas, sandboxSchemas.Config, value);
  if (violations.length > 0) {
    const source = readSource(path, text, new Map()).value as JsonObject;
    const lines = violations.map(({ path: at, what }) => {
      const { line } = originOfPath(source, at.match(/[^.[\]]+/gu) ?? []);
      return `${path}:${line}: ${sentence(`${at || "it"} ${what}`)}`;
    });
    return refuseValue(lines.join("\n"));
  }
  const config = value as Config;
  const within = <Value>(file: Value) =>
    typeof file === "string" ? resolve(dirname(path), file) : file;
  const { exchangeInfo, depth = {}, replay, journal } = config;
  const books = Object.entries(depth).map(([symbol, book]) => [symbol, within(book)] as const);
  return {
    ...config,
    ...(exchangeInfo !== undefined && { exchangeInfo: within(exchangeInfo) }),
    ...(replay !== undefined && { replay: within(replay) }),
    ...(journal !== undefined && { journal: within(journal) }),
    depth: Object.fromEntries(books),
  };
}

/** Nested aliases can expand beyond the memory, so that few are allowed. */
function readYaml(text: string): unknown {
  return load(text, { maxAliases: 20 });
}

/** The content of a file; an empty one is an empty configuration. */
function contentOf(text: string, path: string): unknown {
  try {
    const isEmpty = parseEvents(text, {}).length === 0;
    return isEmpty ? {} : (readYaml(text) ?? {});
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return refuseValue(`${path}:${errorLine(error)}: ${error.reason}.`);
  }
}

function readText(option: string, path: string): string {
  try {
    // Without the byte order mark that Windows puts first.
    return new TextDecoder().decode(readFileSync(path));
  } catch (error) {
    return refuseValue(`${option} cannot be read: ${messageOf(error)}.`);
  }
}

function messageOf(error: unknown): string {
  // Its own message shows a part of the file.
  if (error instanceof YAMLException) return `${error.reason}, in line ${errorLine(error)}`;
  return error instanceof Error ? error.message : String(error);
}

function errorLine({ mark }: YAMLException): number {
  return (mark?.line ?? 0) + 1;
}
