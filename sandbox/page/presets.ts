/** The faults that the page offers as switches: one rule for each kind. */

import type { FaultRule } from "../faults/kinds.ts";

/** A fault with a switch. */
export interface Preset {
  /** What it does, in a few words. */
  readonly label: string;
  readonly rule: FaultRule;
}

const placing = { operation: "placeOrder" } as const;
const depth = "*@depth";

/** Faults of requests, of stream messages, and of new connections. */
export const presets: Readonly<Record<string, readonly Preset[]>> = {
  "Lost and slow responses": [
    { label: "Orders are lost", rule: { fault: "drop", when: placing } },
    {
      label: "Orders are accepted, then the connection is reset",
      rule: { fault: "reset", accepted: true, when: placing },
    },
    { label: "No response at all", rule: { fault: "hang", accepted: true } },
    {
      label: "Every response about a second late",
      rule: { fault: "delay", ms: 800, spreadMs: 400 },
    },
    { label: "Responses are not HTTP", rule: { fault: "garble", text: "nonsense" } },
    { label: "Responses end after 20 bytes", rule: { fault: "truncate", bytes: 20 } },
    {
      label: "Responses come at one byte per 50 ms",
      rule: { fault: "dribble", bytes: 1, everyMs: 50 },
    },
  ],
  Errors: [
    {
      label: "503 for one in three requests",
      rule: { fault: "status", status: 503, when: { probability: 0.33 } },
    },
    { label: "429, Retry-After two seconds", rule: { fault: "throttle", retryAfter: 2 } },
    {
      label: "418, address banned for a minute",
      rule: { fault: "ban", ms: 60_000, when: { count: 1 } },
    },
    { label: "-1003 with status 200", rule: { fault: "error", code: -1003, status: 200 } },
    { label: "The exchange's clock is a minute ahead", rule: { fault: "clockOffset", ms: 60_000 } },
    { label: "Listen keys are lost", rule: { fault: "loseListenKey" } },
  ],
  "Unusual responses": [
    { label: "Successes wrapped in the envelope", rule: { fault: "envelope" } },
    { label: "No usage headers", rule: { fault: "usage" } },
    {
      label: "JSON with content type text/plain",
      rule: { fault: "headers", set: { "Content-Type": "text/plain" } },
    },
    {
      label: "An HTML page in place of JSON",
      rule: { fault: "response", headers: { "Content-Type": "text/html" }, body: "<html></html>" },
    },
    { label: "Orders are delivered twice", rule: { fault: "duplicate", when: placing } },
  ],
  Streams: [
    {
      label: "Every fifth depth message is lost",
      rule: { fault: "dropEvent", when: { stream: depth, every: 5 } },
    },
    {
      label: "Every fifth is sent twice",
      rule: { fault: "duplicateEvent", when: { stream: depth, every: 5 } },
    },
    {
      label: "Every fifth is sent after the next one",
      rule: { fault: "reorderEvents", when: { stream: depth, every: 5 } },
    },
    { label: "Messages are half a second late", rule: { fault: "delayEvent", ms: 500 } },
    {
      label: "One in twenty is not JSON",
      rule: { fault: "replaceEvent", text: "{", when: { probability: 0.05 } },
    },
    { label: "Connections stop sending", rule: { fault: "stall" } },
    { label: "Connections are closed", rule: { fault: "cut", when: { every: 20 } } },
    { label: "New connections get 503", rule: { fault: "handshake", status: 503 } },
  ],
};
