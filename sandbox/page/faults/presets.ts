/** The faults with a switch on the page: one rule for each kind. */

import type { FaultRule } from "../../faults/kinds.ts";

/** A fault with a switch. */
export interface Preset {
  /** What the sandbox does; also the name of the rule. */
  readonly name: string;
  readonly rule: FaultRule;
}

const placing = { operation: "placeOrder" } as const;
const fifthDepth = { stream: "*@depth", every: 5 } as const;

/** Faults of requests, of stream messages, and of new connections. */
export const presets: Readonly<Record<string, readonly Preset[]>> = {
  "Lost and slow responses": [
    {
      name: "Lose orders on their way",
      rule: { fault: "drop", when: placing },
    },
    {
      name: "Accept orders, then reset the connection",
      rule: { fault: "reset", accepted: true, when: placing },
    },
    {
      name: "Send no response",
      rule: { fault: "hang", accepted: true },
    },
    {
      name: "Delay responses by about a second",
      rule: { fault: "delay", ms: 800, spreadMs: 400 },
    },
    {
      name: "Respond with something that is not HTTP",
      rule: { fault: "garble", text: "nonsense" },
    },
    {
      name: "Cut responses off after 20 bytes",
      rule: { fault: "truncate", bytes: 20 },
    },
    {
      name: "Send responses at 20 bytes a second",
      rule: { fault: "dribble", bytes: 1, everyMs: 50 },
    },
  ],
  Errors: [
    {
      name: "Respond with 503 to one in three requests",
      rule: { fault: "status", status: 503, when: { probability: 0.33 } },
    },
    {
      name: "Respond with 429 and Retry-After",
      rule: { fault: "throttle", retryAfter: 2 },
    },
    {
      name: "Ban this address for a minute (418)",
      rule: { fault: "ban", ms: 60_000, when: { count: 1 } },
    },
    {
      name: "Report too many requests with status 200",
      rule: { fault: "error", code: -1003, status: 200 },
    },
    {
      name: "Set the exchange's clock a minute ahead",
      rule: { fault: "clockOffset", ms: 60_000 },
    },
    {
      name: "Forget listen keys",
      rule: { fault: "loseListenKey" },
    },
  ],
  "Unusual responses": [
    {
      name: "Wrap successes in the envelope",
      rule: { fault: "envelope" },
    },
    {
      name: "Leave out the usage headers",
      rule: { fault: "usage" },
    },
    {
      name: "Label JSON as text/plain",
      rule: { fault: "headers", set: { "Content-Type": "text/plain" } },
    },
    {
      name: "Send an HTML page in place of JSON",
      rule: { fault: "response", headers: { "Content-Type": "text/html" }, body: "<html></html>" },
    },
    {
      name: "Deliver orders twice",
      rule: { fault: "duplicate", when: placing },
    },
  ],
  Streams: [
    {
      name: "Drop every fifth depth message",
      rule: { fault: "dropEvent", when: fifthDepth },
    },
    {
      name: "Send every fifth depth message twice",
      rule: { fault: "duplicateEvent", when: fifthDepth },
    },
    {
      name: "Swap every fifth depth message with the next",
      rule: { fault: "reorderEvents", when: fifthDepth },
    },
    {
      name: "Delay messages by half a second",
      rule: { fault: "delayEvent", ms: 500 },
    },
    {
      name: "Replace one message in twenty by half a JSON text",
      rule: { fault: "replaceEvent", text: "{", when: { probability: 0.05 } },
    },
    {
      name: "Stop sending on open connections",
      rule: { fault: "stall" },
    },
    {
      name: "Close connections at every twentieth message",
      rule: { fault: "cut", when: { every: 20 } },
    },
    {
      name: "Refuse new connections with 503",
      rule: { fault: "handshake", status: 503 },
    },
  ],
};
