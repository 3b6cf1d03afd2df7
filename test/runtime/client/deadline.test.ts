/** How the time of a call and of its parts ends, and what waits for that end. */

import { expect, test } from "vitest";

import { Deadline } from "../../../runtime/call/deadline.ts";
import { delayMsMax } from "../../../runtime/platform.ts";
import { virtualTime } from "./given.ts";

function world(timeoutMs = 1000, signal?: AbortSignal) {
  const time = virtualTime();
  const rest = () => time.outcome(Promise.resolve());
  return { time, rest, deadline: new Deadline(timeoutMs, time, signal) };
}

const timeout = { kind: "timeout" };
const late = () => new Promise<void>(() => undefined);
const interrupted = expect.objectContaining({ message: "The call was interrupted." });

/** Runs every timer that is there. */
async function elapse({ time }: ReturnType<typeof world>): Promise<void> {
  await time.outcome(new Promise<void>((resolve) => void time.after(1e9, resolve)));
}

test("the time ends a call once, and everything that waits in it", async () => {
  const at = world();
  const { deadline, time } = at;
  expect(deadline.interruption()).toBeUndefined();
  expect([deadline.leftMs(), time.waits]).toEqual([1000, [1000]]);
  deadline.check();
  const ended: unknown[] = [];
  const outcomes = Promise.allSettled([deadline.guard(late), deadline.wait(2000)]);
  const undo = deadline.onEnd(() => ended.push("undone"));
  deadline.onEnd((reason) => ended.push(reason));
  undo();
  undo();
  const { signal } = deadline;
  // One timer for all of it, and one for the wait.
  expect([time.waits, signal.aborted]).toEqual([[1000, 2000], false]);
  await elapse(at);
  expect(await outcomes).toEqual([1, 2].map(() => ({ status: "rejected", reason: interrupted })));
  expect([ended, signal.aborted]).toEqual([[interrupted], true]);
  expect([deadline.interruption(), deadline.signal === signal]).toEqual([timeout, true]);
  expect(() => deadline.check()).toThrow("The call was interrupted.");
  deadline.stop(new Error("later"));
  expect(deadline.interruption()).toEqual(timeout);
  expect(time.pending()).toBe(0);
});

test("the caller's signal ends a call with its reason, until the call is over", () => {
  const caller = new AbortController();
  const [open, over] = [world(1000, caller.signal), world(1000, caller.signal)];
  over.deadline.release();
  caller.abort("enough");
  const aborted = { kind: "aborted", reason: "enough" };
  expect(open.deadline.interruption()).toEqual(aborted);
  expect(over.deadline.interruption()).toBe(undefined);
  expect(world(1000, caller.signal).deadline.interruption()).toEqual(aborted);
});

for (const [timeoutMs, timers] of [
  [-340.5, [0]],
  [delayMsMax, [delayMsMax]],
  [delayMsMax + 1, []],
  [Infinity, []],
] as const) {
  test(`a call of ${timeoutMs} ms has ${timers.length} timers`, () => {
    const { deadline, time } = world(timeoutMs);
    deadline.onEnd(() => undefined);
    expect(time.waits).toEqual(timers);
  });
}

/** The time of a part of a call of 1 000 ms, its timers, and whether the call outlives it. */
const parts: readonly (readonly [partMs: number, waits: readonly number[], isOutlived: boolean])[] =
  [
    [999, [1000, 999], true],
    [1000, [1000], false],
    [Infinity, [1000], false],
  ];

for (const [partMs, waits, isOutlived] of parts) {
  test(`a part of ${partMs} ms ends ${isOutlived ? "before" : "with"} its call`, async () => {
    const at = world();
    const part = at.deadline.within(partMs);
    const work = part.guard(late).catch((error: unknown) => error);
    let call: unknown;
    part.onEnd(() => {
      call = at.deadline.interruption();
    });
    expect(at.time.waits).toEqual(waits);
    await elapse(at);
    expect(await work).toEqual(interrupted);
    expect(part.interruption()).toEqual(timeout);
    expect(call).toEqual(isOutlived ? undefined : timeout);
  });
}

test("a part ends as its call does, and one that is over no longer", () => {
  const { deadline } = world();
  const [open, over]: Deadline[] = [deadline.within(500), deadline.within(500)];
  over?.release();
  const reason = new Error("enough");
  deadline.stop(reason);
  expect(open?.interruption()).toEqual({ kind: "aborted", reason });
  expect(over?.interruption()).toBe(undefined);
});

test("a clock that is set back between attempts gives a call no more time", async () => {
  const { time } = world();
  let backMs = 0;
  const settable = { ...time, now: () => time.now() - backMs };
  const deadline = new Deadline(1000, settable);
  const attempt = deadline.within(400);
  await time.outcome(new Promise<void>((resolve) => void time.after(300, resolve)));
  attempt.release();
  backMs = 3_600_000;
  const startedMs = time.now();
  expect(await time.outcome(deadline.wait(10_000))).toEqual(interrupted);
  expect(time.now() - startedMs).toBe(700);
});
