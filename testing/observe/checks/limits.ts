/** Assumptions about limits, bans and signatures. */

import { limitRules, limits } from "../../../generated/limits.ts";
import { signing } from "../../../generated/signing.ts";
import { addedWeight, longestWindow, usageIn } from "../../documents/weights.ts";
import { allFields } from "../../recordings/conversation.ts";
import type { ObservedCall } from "../traffic.ts";
import { weightOf } from "../weights.ts";
import {
  byAccount,
  type Checks,
  callsOf,
  codeOf,
  hasKey,
  hasWrongFields,
  isOverOrders,
  isRefused,
  neighbours,
  ofEveryCall,
  ofPairs,
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
  "window-alignment": ofPairs((before, after) => {
    const [window] = limits;
    const { windowMs } = window;
    const start = Math.floor(after.at / windowMs) * windowMs;
    const isAcross = before.endedAt + clockMs < start && start + clockMs <= after.at;
    const isLate = after.endedAt - before.at >= windowMs - clockMs;
    if (!before.timed || !before.ok || !after.ok || !isAcross || isLate) return undefined;
    const used = usageIn(after, window) ?? Number.NaN;
    const [earlier, own] = [weightOf(before), weightOf(after)];
    if (own === undefined || earlier === undefined || Number.isNaN(used)) return undefined;
    return used < own + earlier ? "clock" : "sliding";
  }),

  /** A call refused for its weight, after one that was not. */
  "refused-request-weight": ofPairs((before, after) => {
    const [added, weight] = [addedWeight(before, after), weightOf(after)];
    if (after.response.status !== limitRules.exceeded.status || isOverOrders(after))
      return undefined;
    if (weight === undefined) return undefined;
    if (added === 0) return "free";
    return added === weight ? "counted" : undefined;
  }),

  /** Refusals between the last successful call and the ban. */
  "ban-threshold": function* ({ calls }) {
    const { after, status: banned } = limitRules.banned;
    const counts = new Map<string, number>();
    for (const call of calls) {
      if (isOverOrders(call)) continue;
      const { status } = call.response;
      const count = counts.get(call.conversation);
      if (status === banned && count !== undefined && count > 0) {
        yield see(call, verdict(count === after));
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
    const placements = byAccount(callsOf(traffic, "order.place"));
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
  "order-of-checks": ofEveryCall((call) => {
    const isOfIt = isSigned(call) && !hasKey(call) && hasWrongFields(call) && isRefused(call);
    return isOfIt ? verdict(call.code === codeOf("INVALID_API_KEY")) : undefined;
  }),

  /** Missing, repeated or malformed signatures beside a valid key. */
  "signature-refusals": ofEveryCall((call) => {
    const isOfIt = isSigned(call) && hasKey(call) && isRefused(call) && !hasWrongFields(call);
    if (!isOfIt || call.code === codeOf("INVALID_API_KEY")) return undefined;
    const sent = allFields(call.request).filter(([name]) => name === signing.signature);
    if (sent.length === 0) return verdict(call.code === codeOf("MISSING_PARAMETER"));
    if (sent.length > 1) return verdict(call.code === codeOf("TOO_MANY_PARAMETERS"));
    const isWrong = call.requestIssues.some(({ kind }) => kind === "credentials");
    return isWrong ? verdict(call.code === codeOf("INVALID_SIGNATURE")) : undefined;
  }),
} satisfies Checks;

function isSigned({ operation }: ObservedCall): boolean {
  return operation?.credentials.some((each) => each.in === "query") ?? false;
}
