/** The faults with a switch on the page: one rule for each kind. */

import type { FaultRule } from "../../faults/kinds.ts";
import { checkEveryMs } from "../live/account.ts";

/** A fault with a switch. */
export interface Preset {
  /** What the sandbox does; also the name of the rule. */
  readonly name: string;
  readonly rule: FaultRule;
  /** What a robust client does, as the end of a sentence. */
  readonly robust: string;
}

const placing = { operation: "placeOrder" } as const;
const fifthDepth = { stream: "*@depth", every: 5 } as const;

/** Faults of requests, of stream messages, and of new connections. */
export const presets: Readonly<Record<string, readonly Preset[]>> = {
  "Lost and slow responses": [
    {
      name: "Lose orders on their way",
      rule: { fault: "drop", when: placing },
      robust: "asks for the order by its client id, and sends it again only if there is none.",
    },
    {
      name: "Accept orders, then reset the connection",
      rule: { fault: "reset", accepted: true, when: placing },
      robust:
        "asks for the order by its client id and finds it; a blind repeat would place a second one.",
    },
    {
      name: "Send no response",
      rule: { fault: "hang", accepted: true },
      robust: "ends each attempt by a time limit of its own, and repeats reads only.",
    },
    {
      name: "Delay responses by about a second",
      rule: { fault: "delay", ms: 800, spreadMs: 400 },
      robust: "waits within its time limit, and does not read the delay as an error.",
    },
    {
      name: "Respond with something that is not HTTP",
      rule: { fault: "garble", text: "nonsense" },
      robust: "treats it as a lost connection: sends reads again, queries the outcome of an order.",
    },
    {
      name: "Cut responses off after 20 bytes",
      rule: { fault: "truncate", bytes: 20 },
      robust: "does not trust any part of such a response, and sends reads again.",
    },
    {
      name: "Send responses at 20 bytes a second",
      rule: { fault: "dribble", bytes: 1, everyMs: 50 },
      robust: "limits the time of the whole response, not only of its beginning.",
    },
  ],
  Errors: [
    {
      name: "Respond with 503 to one in three requests",
      rule: { fault: "status", status: 503, when: { probability: 0.33 } },
      robust: "sends reads again after a random, growing wait; queries the outcome of an order.",
    },
    {
      name: "Respond with 429 and Retry-After",
      rule: { fault: "throttle", retryAfter: 2 },
      robust: "sends nothing until the time in Retry-After is over, from any part of the program.",
    },
    {
      name: "Ban this address for a minute (418)",
      rule: { fault: "ban", ms: 60_000, when: { count: 1 } },
      robust: "stops all calls until the ban ends; each request before that makes it longer.",
    },
    {
      name: "Report too many requests with status 200",
      rule: { fault: "error", code: -1003, status: 200 },
      robust: "reads the code in the body, whatever the status says, and backs off.",
    },
    {
      name: "Set the exchange's clock a minute ahead",
      rule: { fault: "clockOffset", ms: 60_000 },
      robust:
        "reads the exchange's time when its own is refused, corrects its offset, and repeats the call once.",
    },
    {
      name: "Forget listen keys",
      rule: { fault: "loseListenKey" },
      robust: `compares its records with those over REST at times, as the stream just falls silent: this page does so every ${checkEveryMs / 1000} seconds. Once something is missing, it makes a new listenKey and reads what it missed.`,
    },
  ],
  "Unusual responses": [
    {
      name: "Wrap successes in the envelope",
      rule: { fault: "envelope" },
      robust: "takes the data out of the envelope, and judges a success by its code.",
    },
    {
      name: "Leave out the usage headers",
      rule: { fault: "usage" },
      robust: "counts weights itself by the contract, and uses headers only to correct the count.",
    },
    {
      name: "Label JSON as text/plain",
      rule: { fault: "headers", set: { "Content-Type": "text/plain" } },
      robust: "parses the body by its content, not by its content type.",
    },
    {
      name: "Send an HTML page in place of JSON",
      rule: { fault: "response", headers: { "Content-Type": "text/html" }, body: "<html></html>" },
      robust: "reports a response that it cannot read; queries the outcome of an order.",
    },
    {
      name: "Deliver orders twice",
      rule: { fault: "duplicate", when: placing },
      robust: "gives each order a client id, so that the exchange refuses the second copy.",
    },
  ],
  Streams: [
    {
      name: "Drop every fifth depth message",
      rule: { fault: "dropEvent", when: fifthDepth },
      robust: "sees the gap in the update ids, and fetches a new book.",
    },
    {
      name: "Send every fifth depth message twice",
      rule: { fault: "duplicateEvent", when: fifthDepth },
      robust: "never applies a copy: its update ids break the order, so it fetches a new book.",
    },
    {
      name: "Swap every fifth depth message with the next",
      rule: { fault: "reorderEvents", when: fifthDepth },
      robust: "applies no message that does not follow the last one; fetches a new book.",
    },
    {
      name: "Delay messages by half a second",
      rule: { fault: "delayEvent", ms: 500 },
      robust: "goes by the time in a message, not by the time at which it came.",
    },
    {
      name: "Replace one message in twenty by half a JSON text",
      rule: { fault: "replaceEvent", text: "{", when: { probability: 0.05 } },
      robust: "reports the message, and goes on with a new connection and a new book.",
    },
    {
      name: "Stop sending on open connections",
      rule: { fault: "stall" },
      robust: "notices the silence, says that its data is old, and replaces the connection.",
    },
    {
      name: "Close connections at every twentieth message",
      rule: { fault: "cut", when: { every: 20 } },
      robust: "connects again after a random wait, subscribes again, and fetches a new book.",
    },
    {
      name: "Refuse new connections with 503",
      rule: { fault: "handshake", status: 503 },
      robust: "tries again with growing waits, and shows meanwhile that nothing is live.",
    },
  ],
};
