/** What calls weigh by the usage headers. */

import type { DocumentedOperation } from "../documents/openapi.ts";
import { documentedWeight, findTier, usedWeight, weightWindow } from "../documents/weights.ts";
import { once } from "./checks/sighting.ts";
import type { ObservedCall } from "./traffic.ts";

/** The least that a tier of an operation added to the used weight; others may have added more. */
export interface ObservedWeight {
  readonly operation: DocumentedOperation;
  readonly tier: string;
  readonly documented: number;
  readonly added: number;
  readonly samples: number;
  readonly place: string;
}

/** The weights of all operations that two neighbouring calls of one window show. */
export const observedWeights = once(({ calls }): readonly ObservedWeight[] => {
  const found = new Map<string, ObservedWeight>();
  for (const [before, call] of lonePairs(calls)) {
    const { operation } = call;
    const documented = weightOf(call);
    const added = addedBy(before, call);
    if (operation === undefined || documented === undefined || added === undefined) continue;
    const tier = findTier(operation, call)?.name ?? "";
    const key = `${operation.id} ${tier}`;
    const known = found.get(key);
    const samples = (known?.samples ?? 0) + 1;
    const least = known !== undefined && known.added <= added ? known : undefined;
    const row = { operation, tier, documented, added, samples, place: call.place };
    found.set(key, least === undefined ? row : { ...least, samples });
  }
  return [...found.values()];
});

/** Each two neighbours of one conversation during which no other call of it was under way. */
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

/** What a call added; `undefined` where its neighbours or the clock may have changed it as well. */
function addedBy(before: ObservedCall, call: ObservedCall): number | undefined {
  const [used, usedBefore] = [usedWeight(call), usedWeight(before)];
  // What is no number is neither more nor less.
  if (used === undefined || usedBefore === undefined || !(used >= usedBefore)) return undefined;
  if (!call.ok || !before.ok || call.at < before.endedAt) return undefined;
  const windowMs = weightWindow?.windowMs ?? 0;
  const starts = [before.at - clockMs, call.endedAt + clockMs].map((time) => {
    return Math.floor(time / windowMs);
  });
  const added = used - usedBefore;
  // Around the start of a window only what is as documented is sure.
  const isSure = starts[0] === starts[1] || added === weightOf(call);
  return isSure ? added : undefined;
}

/** How far the clock of whoever listened may be from that of the exchange. */
const clockMs = 1500;
