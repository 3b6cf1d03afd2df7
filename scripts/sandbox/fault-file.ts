import { readFileSync } from "node:fs";

import { type FaultRule, faultKinds } from "../../sandbox/faults/kinds.ts";
import { readRules } from "../../sandbox/faults/rules.ts";
import { ValidationError } from "../../sandbox/faults/validation.ts";
import { refuseValue } from "../command-line.ts";

/** The part of `--help` about fault files. */
export const faultFileHelp = `
A fault file is a JSON list of rules, like

  [
    { "fault": "drop", "accepted": true,
      "when": { "operation": "placeOrder", "after": "10:00", "nth": 3 } },
    { "fault": "delay", "ms": 200, "spreadMs": 100, "when": { "probability": 0.1 } },
    { "fault": "duplicateEvent", "when": { "stream": "*@depth", "every": 5 } }
  ]

The first says: the third placement after 10:00 is accepted, and its response lost. "when" narrows
by operation, method, path, account, symbol, stream or event; by after and before, times of day in
UTC or milliseconds; and by nth, every, from, count and probability. A "name" is free to choose.
Faults: ${faultKinds.join(", ")}
`;

/** Reads a fault file; ends the command with 2 when its JSON or one of its rules is wrong. */
export function readFaultFile(path: string): readonly FaultRule[] {
  try {
    return readRules(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof ValidationError) return refuseValue(`${path}: ${error.sentence}`);
    if (error instanceof SyntaxError) return refuseValue(`${path} is not JSON: ${error.message}.`);
    return refuseValue(`--faults cannot be read: ${(error as Error).message}.`);
  }
}
