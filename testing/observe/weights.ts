/** Weights of calls by the usage headers. */

import { once } from "../documents/once.ts";
import type { DocumentedOperation } from "../documents/openapi.ts";
import { addedWeight, documentedWeight, findTier, weightWindow } from "../documents/weights.ts";
import type { ObservedCall, Place, Traffic } from "./traffic.ts";

/** The least weight that a call of an operation's tier added; others may have added more. */
export interface ObservedWeight {
  readonly operation: DocumentedOperation;
  readonly tier: string;
  readonly documented: number;
  readonly added: number;
  readonly place: Place;
}

/** The weights of all operations that two consecutive calls in one window show. */
export const observedWeights = once(({ calls }: Traffic): readonly ObservedWeight[] => {
  const found = new Map<string, ObservedWeight>();
  for (const [before, call] of lonePairs(calls)) {
    const { operation } = call;
    const documented = weightOf(call);
    const added = addedBy(before, call);
    if (operation === undefined || documented === undefined || added === undefined) continue;
    const tier = findTier(operation, call) ?? "";
    const key = `${operation.id} ${tier}`;
    const known = found.get(key);
    if (known !== undefined && known.added <= added) continue;
    found.set(key, { operation, tier, documented, added, place: call.place });
  }
  return [...found.values()];
});

/** Consecutive calls of a conversation with no other call in progress. */
function* lonePairs(
  calls: readonly ObservedCall[],
): Generator<readonly [before: ObservedCall, call: ObservedCall]> {
  const conversations = new Map<string, ObservedCall[]>();
  for (const call of calls.filter(({ timed }) => timed)) {
    const own = conversations.get(call.conversation) ?? [];
    conversations.set(call.conversation, own);
    own.push(call);
  }
  for (const own of conversations.values()) {
    own.sort((one, other) => one.at - other.at);
    let earlierEnd = -Infinity;
    for (const [index, before] of own.entries()) {
      const [call, next] = own.slice(index + 1, index + 3);
      if (call === undefined) break;
      const isFollowed = next !== undefined && next.at < call.endedAt;
      if (earlierEnd <= before.at && !isFollowed) yield [before, call];
      earlierEnd = Math.max(earlierEnd, before.endedAt);
    }
  }
}

export function weightOf(call: ObservedCall): number | undefined {
  const { operation } = call;
  return operation && documentedWeight(operation, call);
}

/** The weight that a call added; `undefined` where other calls or the clock may have changed it. */
function addedBy(before: ObservedCall, call: ObservedCall): number | undefined {
  const added = addedWeight(before, call);
  if (added === undefined || !call.ok || !before.ok || call.at < before.endedAt) return undefined;
  const windowMs = weightWindow?.windowMs ?? 0;
  const starts = [before.at - clockMs, call.endedAt + clockMs].map((time) => {
    return Math.floor(time / windowMs);
  });
  // Around the start of a window, only the documented weight is certain.
  const isSure = starts[0] === starts[1] || added === weightOf(call);
  return isSure ? added : undefined;
}

/** Largest difference between the recording clock and the exchange's. */
const clockMs = 1500;
