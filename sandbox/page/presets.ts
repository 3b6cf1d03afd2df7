/** The faults of the switchboard: one rule for each kind, ready to be switched on. */

import type { FaultRule } from "../faults/kinds.ts";

/** A fault with a switch. */
export interface Preset {
  /** What it does, in a few words. */
  readonly label: string;
  readonly rule: FaultRule;
}

const placing = { operation: "placeOrder" } as const;
const depth = "*@depth";

/** Those of requests, of stream messages, and of new connections. */
export const presets: Readonly<Record<string, readonly Preset[]>> = {
  "Answers that do not come": [
    { label: "Placements are lost", rule: { fault: "drop", when: placing } },
    {
      label: "Placements are taken, their answers reset",
      rule: { fault: "reset", accepted: true, when: placing },
    },
    { label: "No answer at all", rule: { fault: "hang", accepted: true } },
    { label: "Every answer a second late", rule: { fault: "delay", ms: 800, spreadMs: 400 } },
    { label: "Answers are no HTTP", rule: { fault: "garble", text: "nonsense" } },
    { label: "Answers break off after 20 bytes", rule: { fault: "truncate", bytes: 20 } },
    { label: "Answers drip, a byte in 50 ms", rule: { fault: "dribble", bytes: 1, everyMs: 50 } },
  ],
  Refusals: [
    {
      label: "503 for one in three",
      rule: { fault: "status", status: 503, when: { probability: 0.33 } },
    },
    { label: "429, wait two seconds", rule: { fault: "throttle", retryAfter: 2 } },
    { label: "418, banned for a minute", rule: { fault: "ban", ms: 60_000, when: { count: 1 } } },
    { label: "-1003 with status 200", rule: { fault: "refuse", code: -1003, status: 200 } },
    { label: "The exchange's clock is a minute ahead", rule: { fault: "skew", ms: 60_000 } },
    { label: "Listen keys are lost", rule: { fault: "loseListenKey" } },
  ],
  "Odd answers": [
    { label: "Successes in the envelope", rule: { fault: "envelope" } },
    { label: "No usage headers", rule: { fault: "usage" } },
    {
      label: "JSON that calls itself a text",
      rule: { fault: "headers", set: { "Content-Type": "text/plain" } },
    },
    {
      label: "A page in place of an answer",
      rule: { fault: "answer", headers: { "Content-Type": "text/html" }, body: "<html></html>" },
    },
    { label: "Placements arrive twice", rule: { fault: "twice", when: placing } },
  ],
  Streams: [
    {
      label: "Every fifth depth message is lost",
      rule: { fault: "dropEvent", when: { stream: depth, every: 5 } },
    },
    {
      label: "Every fifth comes twice",
      rule: { fault: "doubleEvent", when: { stream: depth, every: 5 } },
    },
    {
      label: "Every fifth comes after the next",
      rule: { fault: "swapEvents", when: { stream: depth, every: 5 } },
    },
    { label: "Messages come half a second late", rule: { fault: "delayEvent", ms: 500 } },
    {
      label: "One in twenty is no JSON",
      rule: { fault: "replaceEvent", text: "{", when: { probability: 0.05 } },
    },
    { label: "Connections fall silent", rule: { fault: "stall" } },
    { label: "Connections are cut", rule: { fault: "cut", when: { every: 20 } } },
    { label: "New connections get 503", rule: { fault: "handshake", status: 503 } },
  ],
};
