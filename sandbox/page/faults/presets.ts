/** The faults with a switch on the page: one rule for each kind. */

import { retry } from "../../../generated/errors.ts";
import { limitRules } from "../../../generated/limits.ts";
import { roles } from "../../../generated/operations.ts";
import type { FaultRule } from "../../faults/kinds.ts";

const { banned, exceeded } = limitRules;

export interface Preset {
  /** What the sandbox does; also the name of the rule. */
  readonly name: string;
  readonly rule: FaultRule;
}

const placing = { operation: roles["order.place"] } as const;
const fifthDepth = { stream: "*@depth", every: 5 } as const;

/** Faults of requests, of stream messages, and of new connections. */
const rules: Readonly<Record<string, Readonly<Record<string, FaultRule>>>> = {
  "Lost and slow responses": {
    "Lose orders on their way": { fault: "drop", when: placing },
    "Accept orders, then reset the connection": { fault: "reset", accepted: true, when: placing },
    "Send no response": { fault: "hang", accepted: true },
    "Delay responses by about a second": { fault: "delay", ms: 800, spreadMs: 400 },
    "Respond with something that is not HTTP": { fault: "garble", text: "nonsense" },
    "Cut responses off after 20 bytes": { fault: "truncate", bytes: 20 },
    "Send responses at 20 bytes a second": { fault: "dribble", bytes: 1, everyMs: 50 },
  },
  Errors: {
    "Respond with 503 to one in three requests": {
      fault: "status",
      status: 503,
      when: { probability: 0.33 },
    },
    [`Respond with ${exceeded.status} and ${retry.header}`]: {
      fault: "throttle",
      retryAfter: 2,
    },
    [`Ban this address for a minute (${banned.status})`]: {
      fault: "ban",
      ms: 60_000,
      when: { count: 1 },
    },
    "Report too many requests with status 200": {
      fault: "error",
      code: exceeded.code,
      status: 200,
    },
    "Set the exchange's clock a minute ahead": { fault: "clockOffset", ms: 60_000 },
    "Forget listen keys": { fault: "loseListenKey" },
  },
  "Unusual responses": {
    "Wrap successes in the envelope": { fault: "envelope" },
    "Leave out the usage headers": { fault: "usage" },
    "Label JSON as text/plain": { fault: "headers", set: { "Content-Type": "text/plain" } },
    "Send an HTML page in place of JSON": {
      fault: "response",
      headers: { "Content-Type": "text/html" },
      body: "<html></html>",
    },
    "Deliver orders twice": { fault: "duplicate", when: placing },
  },
  Streams: {
    "Drop every fifth depth message": { fault: "dropEvent", when: fifthDepth },
    "Send every fifth depth message twice": { fault: "duplicateEvent", when: fifthDepth },
    "Swap every fifth depth message with the next": { fault: "reorderEvents", when: fifthDepth },
    "Delay messages by half a second": { fault: "delayEvent", ms: 500 },
    "Replace one message in twenty by half a JSON text": {
      fault: "replaceEvent",
      text: "{",
      when: { probability: 0.05 },
    },
    "Stop sending on open connections": { fault: "stall" },
    "Close connections at every twentieth message": { fault: "cut", when: { every: 20 } },
    "Refuse new connections with 503": { fault: "handshake", status: 503 },
  },
};

export const presets: Readonly<Record<string, readonly Preset[]>> = Object.fromEntries(
  Object.entries(rules).map(([title, group]) => [
    title,
    Object.entries(group).map(([name, rule]) => ({ name, rule })),
  ]),
);
