/** Every short buffer of depth events, against the documented steps. */

import { expect, test } from "vitest";

import { createOrderBook } from "../../../generated/order-book.ts";
import { runs } from "../../support/runs.ts";

type Ids = readonly [first: number, last: number];

/** Steps 3 to 5 of the interface, word by word: the update id of the book; none to start again. */
function byTheSteps(events: readonly Ids[], lastUpdateId: number): number | undefined {
  let last: number | undefined;
  for (const [U, u] of events) {
    if (u <= lastUpdateId) continue;
    const isFirst = last === undefined;
    const follows = isFirst
      ? U <= lastUpdateId + 1 && u >= lastUpdateId + 1
      : U === Number(last) + 1;
    if (!follows) return undefined;
    last = u;
  }
  return last ?? lastUpdateId;
}

test("every short buffer with gaps, overlaps and doubles is read by the documented steps", () => {
  const ids = [1, 2, 3, 4].flatMap((first) =>
    [1, 2, 3, 4].filter((last) => last >= first).map((last): Ids => [first, last]),
  );
  let buffers: (readonly Ids[])[] = [[]];
  const count = { live: 0, resynchronized: 0 };
  for (let length = 1; length <= runs({ commit: 3, gate: 4, release: 4 }); length += 1) {
    buffers = buffers.flatMap((buffer) => ids.map((event) => [...buffer, event]));
    for (const buffer of buffers) {
      for (const lastUpdateId of [0, 1, 2, 3, 4]) {
        const name = `${buffer.map((each) => each.join("-"))} at ${lastUpdateId}`;
        const book = createOrderBook("A");
        for (const [U, u] of buffer)
          book.applyEvent({ e: "depthUpdate", s: "A", U, u, b: [], a: [] });
        book.applySnapshot({ lastUpdateId, bids: [], asks: [] });
        const want = byTheSteps(buffer, lastUpdateId);
        const got = book.state === "live" ? book.updateId : undefined;
        if (got !== want) expect.fail(`${name}: ${got}, and by the steps ${want}`);
        count[want === undefined ? "resynchronized" : "live"] += 1;
        // Each snapshot that does not help moves past one event that did not follow.
        for (const _ of buffer) book.applySnapshot({ lastUpdateId: 4, bids: [], asks: [] });
        if (book.state !== "live") expect.fail(`${name} is not live again`);
      }
    }
  }
  for (const [what, reached] of Object.entries(count)) expect(reached, what).toBeGreaterThan(0);
});
