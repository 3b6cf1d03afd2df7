import { readFileSync } from "node:fs";

import { readJson } from "../../sandbox/control/http.ts";
import { ShapeError } from "../../sandbox/control/shape.ts";
import { type FaultRule, faultKinds } from "../../sandbox/faults/kinds.ts";
import { readRules } from "../../sandbox/faults/rules.ts";
import { refuseValue } from "../command-line.ts";

/** What `--help` says of the file behind `--faults`. */
export const faultFileHelp = `
A fault file is a JSON list of rules, like

  [
    { "fault": "drop", "accepted": true,
      "when": { "operation": "placeOrder", "after": "10:00", "nth": 3 } },
    { "fault": "delay", "ms": 200, "spreadMs": 100, "when": { "probability": 0.1 } },
    { "fault": "doubleEvent", "when": { "stream": "*@depth", "every": 5 } }
  ]

The first says: the third placement after 10:00 is accepted, and its answer lost. "when" narrows
by operation, method, path, account, symbol, stream or event; by after and before, times of day in
UTC or milliseconds; and by nth, every, from, count and probability. A "name" is free to choose.
Faults:${inLines(faultKinds)}
`;

/** Reads a fault file; ends the command with 2 and says where and what is wrong with it. */
export function readFaultFile(path: string): readonly FaultRule[] {
  const text = readText(path);
  const read = readJson(text);
  if (read.kind === "fault") return refuseValue(`${path} is no JSON: ${read.message}.`);
  try {
    return readRules(read.value);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const rule = Number(/^rule (\d+)/u.exec(error.field)?.[1] ?? 1);
    return refuseValue(`${path}:${lineOfRule(text, rule)}: ${error.sentence}`);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return refuseValue(`--faults cannot be read: ${(error as Error).message}.`);
  }
}

/** The line in which the nth member of a list begins. */
function lineOfRule(text: string, nth: number): number {
  let depth = 0;
  let seen = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/gsu)) {
    if (token === "{" && depth === 1) seen += 1;
    if (seen === nth) return text.slice(0, index).split("\n").length;
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
  }
  return 1;
}

function inLines(words: readonly string[]): string {
  const lines = [""];
  for (const word of words) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length > 76) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last}, ${word}`;
  }
  return `\n  ${lines.join(",\n  ")}`;
}
