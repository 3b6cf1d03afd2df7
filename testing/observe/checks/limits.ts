/** Assumptions about limits, bans and signatures. */

import { limitRules, limits } from "../../../generated/limits.ts";
import { signing } from "../../../generated/signing.ts";
import { longestWindow, usageIn, usedWeight } from "../../documents/weights.ts";
import { keyHeader } from "../../recordings/call-recording.ts";
import type { ObservedCall, Traffic } from "../traffic.ts";
import { weightOf } from "../weights.ts";
import {
  type Checks,
  callsOf,
  codeOf,
  hasWrongFields,
  isRefused,
  neighbours,
  see,
  verdict,
} from "./sighting.ts";

/** Largest difference between the recording clock and the exchange's. */
const clockMs = 1000;

export const limitChecks = {
  /**
   * Two calls around the start of a window and less than a window apart: with sliding windows the
   * second still counts the first.
   */
  "window-alignment": function* ({ calls }) {
    const [window] = limits;
    const { windowMs } = window;
    for (const [before, after] of neighbours(calls)) {
      if (!before.timed || !before.ok || !after.ok) continue;
      const start = Math.floor(after.at / windowMs) * windowMs;
      const isAcross = before.endedAt + clockMs < start && start + clockMs <= after.at;
      if (!isAcross || after.endedAt - before.at >= windowMs - clockMs) continue;
      const used = usageIn(after, window) ?? Number.NaN;
      const own = weightOf(after);
      const earlier = weightOf(before);
      if (own === undefined || earlier === undefined || Number.isNaN(used)) continue;
      yield see(after, used < own + earlier ? "clock" : "sliding");
    }
  },

  /** A call refused for its weight, after one that was not. */
  "refused-request-weight": function* ({ calls }) {
    for (const [before, after] of neighbours(calls)) {
      if (after.response.status !== limitRules.exceeded.status) continue;
      const [used, usedBefore] = [usedWeight(after), usedWeight(before)];
      const weight = weightOf(after);
      if (used === undefined || usedBefore === undefined || weight === undefined) continue;
      if (used === usedBefore) yield see(after, "free");
      else if (used === usedBefore + weight) yield see(after, "counted");
    }
  },

  /** Refusals between the last successful call and the ban. */
  "ban-threshold": function* ({ calls }) {
    const { after, status: banned } = limitRules.banned;
    const counts = new Map<string, number>();
    for (const call of calls) {
      const { status } = call.response;
      const count = counts.get(call.conversation);
      if (status === banned && count !== undefined && count > 0) {
        yield verdict(call, count === after);
      }
      if (status === limitRules.exceeded.status) {
        if (count !== undefined) counts.set(call.conversation, count + 1);
      } else if (status === banned) counts.delete(call.conversation);
      else if (call.ok) counts.set(call.conversation, 0);
    }
  },

  /** Two accepted placements with placements in between that a trading rule refused. */
  "order-count-rule": function* (traffic) {
    // The longest window ends last between two placements.
    const window = longestWindow("orders");
    const placements = callsOf(traffic, "order.place");
    for (const [before, after] of neighbours(placements.filter(({ ok }) => ok))) {
      const between = placements.slice(placements.indexOf(before) + 1, placements.indexOf(after));
      const refused = between.filter(
        ({ code, conversation }) =>
          conversation === after.conversation &&
          [codeOf("FILTER_FAILURE"), codeOf("ORDER_REJECTED")].includes(code),
      );
      const [one = Number.NaN, other = Number.NaN] = [before, after].map((call) =>
        usageIn(call, window),
      );
      if (refused.length === 0) continue;
      if (other - one === 1) yield see(after, "accepted");
      else if (other - one === 1 + refused.length) yield see(after, "every");
    }
  },

  /** Which of several issues is refused first: a missing key comes before the fields. */
  "order-of-checks": function* (traffic) {
    for (const call of signedCalls(traffic)) {
      const hasKey = call.request.headers.has(keyHeader.toLowerCase());
      if (!hasKey && hasWrongFields(call) && isRefused(call)) {
        yield verdict(call, call.code === codeOf("INVALID_API_KEY"));
      }
    }
  },

  /** Missing, repeated or malformed signatures beside a valid key. */
  "signature-refusals": function* (traffic) {
    const { signature } = signing;
    for (const call of signedCalls(traffic)) {
      const hasKey = call.request.headers.has(keyHeader.toLowerCase());
      if (!hasKey || !isRefused(call) || hasWrongFields(call)) continue;
      if (call.code === codeOf("INVALID_API_KEY")) continue;
      const { query, form } = call.request;
      const sent = [...query, ...form].filter(([name]) => name === signature);
      const issues = call.requestIssues.filter(({ kind }) => kind === "credentials");
      if (sent.length === 0) yield verdict(call, call.code === codeOf("MISSING_PARAMETER"));
      else if (sent.length > 1) yield verdict(call, call.code === codeOf("TOO_MANY_PARAMETERS"));
      else if (issues.length > 0) yield verdict(call, call.code === codeOf("INVALID_SIGNATURE"));
    }
  },
} satisfies Checks;

function signedCalls({ calls }: Traffic): readonly ObservedCall[] {
  return calls.filter(({ operation }) =>
    operation?.credentials.some((each) => each.in === "query"),
  );
}
