/** The caller's own end of a call, at each point at which it can come. */

import { expect, test } from "vitest";

import { late, order, refuse } from "./answers.ts";
import { client, json } from "./given.ts";

const placed = () => json({ orderId: 1 });

const unknown = { name: "UnknownOutcomeError", cause: { name: "AbortedError" } };
const notSent = (attempts: number) => ({ name: "AbortedError", outcome: "notSent", attempts });
/** Each point at which a caller can end a placement, and what is then known. */
const abortions: readonly (readonly [
  name: string,
  at: "before" | "sending" | "waiting" | "reading",
  want: object,
])[] = [
  ["before anything is sent", "before", notSent(0)],
  ["while it is sent", "sending", unknown],
  ["while the body is read", "reading", unknown],
  ["while it waits after a refusal", "waiting", notSent(1)],
];

for (const [name, at, want] of abortions) {
  test(`aborted ${name}`, async () => {
    const controller = new AbortController();
    const listeners = { added: 0, removed: 0 };
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners.added += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners.removed += 1;
      remove(...given);
    };
    const abort = () => void setImmediate(() => controller.abort(new Error("enough")));
    const answers = {
      before: placed,
      sending: () => (abort(), late()),
      reading: () => (abort(), new Response(new ReadableStream())),
      waiting: () => (abort(), refuse(429, -1003, { "retry-after": "20" })()),
    };
    const { call, seen, time: virtual } = client([answers[at]]);
    if (at === "before") {
      controller.abort();
    }
    const error = await call("placeOrder", order, { signal }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(want);
    expect(seen).toHaveLength(at === "before" ? 0 : 1);
    expect(virtual.pending()).toBe(0);
    expect(listeners).toEqual({ added: 1, removed: 1 });
    // A request that has its response is over.
    expect(seen.every((each) => each.signal.aborted)).toBe(at !== "waiting");
  });
}
