/** When a watched book fetches: each row is a history, and the effects of each event in turn. */

import { expect, test } from "vitest";

import {
  type FetchEffect,
  type FetchEvent,
  notFetching,
  reduceFetch,
} from "../../../runtime/order-book/snapshot-fetch.ts";

const kinds = ["needed", "applied", "timer", "fetched", "disconnected", "closed"] as const;
const [needed, applied, timer, fetched, disconnected, closed] = kinds;
const failed = (retryAfterMs = 0): FetchEvent => ({ kind: "failed", retryAfterMs });

type Given = FetchEvent | (typeof kinds)[number];

const rows: readonly (readonly [string, readonly Given[], readonly string[]])[] = [
  ["the first fetch is immediate, and made once", [needed, needed], ["fetch", ""]],
  [
    "a snapshot that did not help is followed by a wait",
    [needed, fetched, needed, needed, timer, fetched, needed],
    ["fetch", "", "wait 1 0", "", "fetch", "", "wait 2 0"],
  ],
  [
    "success between errors: the next fetch is immediate again",
    [needed, failed(), needed, timer, fetched, applied, needed, failed(), needed],
    ["fetch", "", "wait 1 0", "fetch", "", "", "fetch", "", "wait 1 0"],
  ],
  [
    "the wait that the exchange asked for holds for one attempt",
    [needed, failed(9000), needed, timer, failed(), needed],
    ["fetch", "", "wait 1 9000", "fetch", "", "wait 2 0"],
  ],
  [
    "a disconnect cancels the fetch",
    [needed, disconnected, needed, timer],
    ["fetch", "cancel", "wait 1 0", "fetch"],
  ],
  [
    "a disconnect cancels the wait, and its timer counts no more",
    [needed, fetched, needed, disconnected, timer, needed],
    ["fetch", "", "wait 1 0", "cancel", "", "wait 1 0"],
  ],
  ["an event while it fetches changes no phase", [needed, applied, needed], ["fetch", "", ""]],
  [
    "nothing happens after close",
    [needed, closed, needed, timer, failed(5), closed],
    ["fetch", "cancel", "", "", "", ""],
  ],
];

test.each(rows)("%s", (_name, events, want) => {
  let state = notFetching;
  const effects = events.map((given) => {
    const event = typeof given === "string" ? ({ kind: given } as FetchEvent) : given;
    const step = reduceFetch(state, event);
    state = step.state;
    return step.effects.map(textOf).join(" ");
  });
  expect(effects).toEqual(want);
});

function textOf(effect: FetchEffect): string {
  return effect.kind === "wait" ? `wait ${effect.attempts} ${effect.retryAfterMs}` : effect.kind;
}
