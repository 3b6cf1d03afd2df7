/** The faults that the page offers as switches: one rule for each kind. */

import type { FaultRule } from "../../faults/kinds.ts";

/** A fault with a switch: what it does in a few words, and its rule. */
export type Preset = readonly [label: string, rule: FaultRule];

const placing = { operation: "placeOrder" } as const;
const fifthDepth = { stream: "*@depth", every: 5 } as const;

/** Faults of requests, of stream messages, and of new connections. */
export const presets: Readonly<Record<string, readonly Preset[]>> = {
  "Lost and slow responses": [
    ["Orders are lost", { fault: "drop", when: placing }],
    [
      "Orders are accepted, then the connection is reset",
      { fault: "reset", accepted: true, when: placing },
    ],
    ["No response at all", { fault: "hang", accepted: true }],
    ["Every response about a second late", { fault: "delay", ms: 800, spreadMs: 400 }],
    ["Responses are not HTTP", { fault: "garble", text: "nonsense" }],
    ["Responses end after 20 bytes", { fault: "truncate", bytes: 20 }],
    ["Responses come at one byte per 50 ms", { fault: "dribble", bytes: 1, everyMs: 50 }],
  ],
  Errors: [
    [
      "503 for one in three requests",
      { fault: "status", status: 503, when: { probability: 0.33 } },
    ],
    ["429, Retry-After two seconds", { fault: "throttle", retryAfter: 2 }],
    ["418, address banned for a minute", { fault: "ban", ms: 60_000, when: { count: 1 } }],
    ["-1003 with status 200", { fault: "error", code: -1003, status: 200 }],
    ["The exchange's clock is a minute ahead", { fault: "clockOffset", ms: 60_000 }],
    ["Listen keys are lost", { fault: "loseListenKey" }],
  ],
  "Unusual responses": [
    ["Successes wrapped in the envelope", { fault: "envelope" }],
    ["No usage headers", { fault: "usage" }],
    [
      "JSON with content type text/plain",
      { fault: "headers", set: { "Content-Type": "text/plain" } },
    ],
    [
      "An HTML page in place of JSON",
      { fault: "response", headers: { "Content-Type": "text/html" }, body: "<html></html>" },
    ],
    ["Orders are delivered twice", { fault: "duplicate", when: placing }],
  ],
  Streams: [
    ["Every fifth depth message is lost", { fault: "dropEvent", when: fifthDepth }],
    ["Every fifth is sent twice", { fault: "duplicateEvent", when: fifthDepth }],
    ["Every fifth is sent after the next one", { fault: "reorderEvents", when: fifthDepth }],
    ["Messages are half a second late", { fault: "delayEvent", ms: 500 }],
    [
      "One in twenty is not JSON",
      { fault: "replaceEvent", text: "{", when: { probability: 0.05 } },
    ],
    ["Connections stop sending", { fault: "stall" }],
    ["Connections are closed", { fault: "cut", when: { every: 20 } }],
    ["New connections get 503", { fault: "handshake", status: 503 }],
  ],
};
