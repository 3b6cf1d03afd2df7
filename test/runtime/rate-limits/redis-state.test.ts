/** The reducer of the Redis store, step by step: events in, mode and effects out. No Redis. */

import { expect, test } from "vitest";

import type {
  Purpose,
  RedisEffect,
  RedisEvent,
  RedisState,
} from "../../../runtime/rate-limits/redis-state.ts";
import { initialRedisState, redisStep } from "../../../runtime/rate-limits/redis-state.ts";
import type { AcquireRequest, Charge } from "../../../runtime/rate-limits/store.ts";
import { readStory } from "../../support/story.ts";

const settings = { prefix: "p", fallbackShare: 0.5, replyMs: 250, retryMs: 1000, returnMs: 5000 };
const charge = (cost: number): Charge => ({
  ...{ key: "w", window: "w", windowMs: 10_000, amount: 1000, header: "h" },
  cost,
});
/** Both clocks are the same here. The windows begin at each multiple of 10 000. */
const beginMs = 1_000_000;
const request = (nowMs: number, cost = 5, errorMs = 0): AcquireRequest => ({
  charges: [charge(cost)],
  gates: ["ip"],
  nowMs,
  errorMs,
});

/** Joins a Redis that counts since then, and loses it. */
const goesAlone = (name: string, since: number, isUnknown: boolean) => `who goes on alone ${name}
  0 acquire 5 => join
  reply -1 @${since} => acquire
  reply 1 0 5 => acquired
  acquire 5 => acquire
  lose => alone, full
  250 acquire 5 => join
  1000 lose => acquired
  state mode=alone
  window isUnknown=${isUnknown}`;

/**
 * A line is a time where it goes on, an event, and the effects that it must have. `acquire 5` is a
 * call of that cost, `release 9 400 5` one that was sent at 9, with the usage by its response and
 * its cost; `as first` keeps what Redis was asked, so that `reply first` or `lose first` is about
 * that and not about what it was asked last. Other lines are what then holds: of the state, the
 * window, or the last effects. `@9` is 9 ms after the beginning.
 */
const story = `
the first call asks since when Redis counts, and claims the time if it is empty
  0 acquire 5 => join
  reply -1 0 => claim
  keys {p}:since
  args 0 @0 -1 @0 0
  reply -1 @0 => acquire
  args 1 @0 @0 0 0 0 0 5 990 20000 0 0
  reply 1 0 5 => acquired
  window used=5 spent=5 unreported=0
a process joins Redis, which counts since long before
  0 acquire 5 => join
  reply -1 @-100000 => acquire
  reply 1 0 5 => acquired
a process that starts with an emptied Redis sends one call, whose response gives the usage
  1000 acquire 5 => join
  reply -1 0 => claim
  reply -1 @1000 => full
  1249 acquire 5 => full
  1250 acquire 20 => acquire
  acquire 1 => full
  reply 1 0 20 => acquired
  acquire 1 => full
  1260 release 1250 600 20 =>
  acquire 181 => full
  acquire 180 => acquire
a first call on an unknown clock measures nothing, and the next goes alone as well
  1000 acquire 1 error=Infinity => join
  reply -1 @500 => acquire
  acquire 5 error=Infinity => full
  reply 1 0 1 => acquired
  acquire 5 error=Infinity => full
  2010 release 1000 7 1 error=Infinity =>
  acquire 20 => acquire
  acquire 1 => full
usage by a response does not lower what was spent
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  reply 1 0 15 => acquired
  acquire 5 => acquire
  reply 1 0 15 => acquired
  10 release 0 6 5 =>
  window spent=15 used=15
  release 0 40 5 =>
  window spent=20 used=40
a window in which all have kept to their shares is known
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  reply -1 @-95001 => acquire
  state sinceMs=@-95001 unknownBeforeMs=@-100000
a window that begins before all have kept to their shares is unknown
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  reply -1 @-95000 => acquire
  state sinceMs=@-95000 unknownBeforeMs=@-95000
a loss that was asked about when Redis came back is one
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  lose => alone, full
  250 acquire 5 => join
  reply -1 @-100000 => shared, acquire
  260 lose => alone, full
  state mode=doubting
an exchange that reports no usage holds back the first call only
  1000 acquire 5 => join
  reply -1 @500 => acquire
  reply 1 0 5 => acquired
  2010 release 1000 none 5 =>
  acquire 200 => acquire
  acquire 295 => acquire
a window that begins 5000 ms after Redis is shared
  100 acquire 600 error=7 => join
  reply -1 @-5000 => acquire
a window that begins 4999 ms after Redis is used by the share
  100 acquire 600 error=7 => join
  reply -1 @-4999 => full
  refusal untilMs=@10007 used=500 nextAmount=none
a call in a window of unknown usage is tried again soon
  1000 acquire 5 => join
  reply -1 @1000 => full
  refusal untilMs=@1250 used=1000
a call in a window of unknown usage is tried again when it ends, if that is sooner
  9900 acquire 5 => join
  reply -1 @9900 => full
  refusal untilMs=@10000 used=1000
a call counts in each window that may have begun when it arrives: 300 ms of Redis, and 700
  ...a process joins Redis, which counts since long before
  1000 acquire 5 => acquire
  1300 reply 1 0 10 => acquired
  2000 release 1300 10 5 =>
  8998 acquire 5 => acquire
  windows 100
  8999 acquire 5 => acquire
  windows 100 101
of an emptied Redis only the windows that began before are of unknown usage
  ...a process joins Redis, which counts since long before
  9990 acquire 5 error=20 => acquire
  reply -1 @9990 => full
  unknown true false
of a Redis that was emptied when a window begins, that window is known
  ...a process joins Redis, which counts since long before
  9990 acquire 5 error=20 => acquire
  reply -1 @10000 => full
  unknown true false
the loss and the return of Redis are emitted once each, with the reason
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  lose => alone, full
  emits alone Redis is unreachable: gone.
  250 acquire 5 => join
  reply -1 @-100000 => shared, acquire
  emits shared Redis replies again.
a call that no window counts is sent while Redis is away
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  lose => alone, full
  1 acquire none => acquired
a loss that is noticed after a long silence is as old as the first call that noticed it
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  lose => alone, full
  6000 acquire 5 => join
  lose => acquired
  state mode=alone lostMs=@0
what is claimed is the latest that the exchange's time can be
  0 acquire 5 error=10 => join
  reply -1 0 => claim
  args 0 @0 -1 @10 0
a gate that does not reach Redis is closed here, and answers no call
  ...a process joins Redis, which counts since long before
  closeGate throttled 9 => closeGate
  lose => alone
  8 acquire 5 => throttled
a process knows the exchange's time when it is more exact than all take to return
  0 acquire 1 error=4999 => join
  reply -1 0 => claim
a process does not know the exchange's time when it is as exact as all take to return
  0 acquire 1 error=5000 => join
  reply -1 0 => full
who does not know the exchange's time claims nothing, and keeps to its share, until it knows it
  0 acquire 1 error=Infinity => join
  reply -1 0 => full
  250 acquire 501 error=Infinity => full
  acquire 500 error=Infinity => acquire
  reply -1 0 => acquire
  state sharedFromMs=@5000
  acquire 5 error=10 => join
  reply -1 0 => claim
a full window is refused to its end on the most inexact clock
  ...a process joins Redis, which counts since long before
  5000 acquire 5 error=3 => acquire
  reply 0 0 987 => full
  refusal untilMs=@10003 used=997 key=w
a reply that is none charges nothing, and the call is tried again soon
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  reply OK => full
  refusal untilMs=@250
  window spent=5 pending=0
of two calls that find Redis again, one says so
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  lose => alone, full
  250 acquire 5 as first => join
  500 acquire 5 as second => join
  510 reply first -1 @-100000 => shared, acquire
  reply second -1 @-100000 => acquire
refusal, success, refusal leave exactly the charges of the calls that went
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  reply 0 0 990 => full
  acquire 5 => acquire
  reply 1 0 20 => acquired
  acquire 5 => acquire
  reply 0 0 990 => full
  window spent=10 unreported=0
  state inFlight=10
  10 release 0 20 5 =>
  state inFlight=5
Redis that is still lost after less than a second may be back soon
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  lose => alone, full
  refusal untilMs=@250 used=1000
  state mode=doubting
  window spent=5
  249 acquire 5 => full
  749 acquire 5 => join
  999 lose => full
  state mode=doubting
after a second a process goes on alone, with one call paid from the reserve
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  lose => alone, full
  750 acquire 5 => join
  1000 lose => acquired
  state mode=alone
alone, the usage of a running window is unknown until a response reports it
  ...after a second a process goes on alone, with one call paid from the reserve
  window used=10 spent=5 unreported=5
  1001 acquire 1 => full
  refusal untilMs=@1251 used=1000
  1010 release 1000 400 5 =>
  acquire 296 => full
  acquire 295 => acquired
alone, a call that costs too much for a window of unknown usage
  ...a process joins Redis, which counts since long before
  acquire 5 => acquire
  lose => alone, full
  750 acquire 6 => join
  1000 lose => full
  release 0 none 5 =>
alone, a cheaper call may give the usage
  ...alone, a call that costs too much for a window of unknown usage
  acquire 6 => full
  refusal untilMs=@1250 askAgainMs=@1250 isUnknown=true nextAmount=500
alone, a call under way will give the usage
  ...alone, a call that costs too much for a window of unknown usage
  acquire 1 => acquired
  acquire 6 => full
  refusal untilMs=@1250 askAgainMs=@1250 isUnknown=false nextAmount=500
alone, a response gave no usage
  ...alone, a call that costs too much for a window of unknown usage
  acquire 1 => acquired
  release 1000 none 1 =>
  acquire 6 => full
  refusal untilMs=@1250 askAgainMs=@1250 isUnknown=true nextAmount=500
alone, nothing is left to pay a call from
  ...alone, a call that costs too much for a window of unknown usage
  acquire 5 => acquired
  release 1000 none 5 =>
  acquire 6 => full
  refusal untilMs=@10000 askAgainMs=@2000 isUnknown=false nextAmount=500
alone, a window that may not be over yet keeps its usage
  ...after a second a process goes on alone, with one call paid from the reserve
  1010 release 0 none 5 =>
  release 1000 none 5 =>
  5000 acquire 5 => join
  lose => full
  9000 acquire 5 => join
  lose => full
  10001 acquire 500 => join
  lose => acquired
  14000 acquire 1 => join
  lose => full
  18000 acquire 1 => join
  lose => full
  10010 release 10001 none 500 =>
  20100 acquire 1 error=100.5 => join
  lose => full
  acquire 1 error=100 => acquired
alone, the next windows have the share, or the cost of a dearer call
  ...after a second a process goes on alone, with one call paid from the reserve
  1010 release 1000 400 5 =>
  1020 acquire 400 => full
  refusal nextAmount=500 isUnknown=false
  acquire 600 => full
  refusal nextAmount=600
one call at a time tries whether Redis is back, which is set to count from then on
  ...after a second a process goes on alone, with one call paid from the reserve
  1999 acquire 1 => full
  2000 acquire 1 => join
  acquire 1 => full
  reply -1 @-100000 => claim
  args 0 @2000 -1 @2000 1
  reply -1 @2000 => shared, full
  state mode=shared sharedFromMs=@7000
  10000 acquire 5 => acquire
  window unreported=5
a loss that was asked before Redis came back changes nothing
  ...a process joins Redis, which counts since long before
  acquire 5 as first => acquire
  10 acquire 5 => acquire
  20 lose => alone, full
  270 acquire 5 => join
  300 reply -1 @-100000 => shared, acquire
  310 lose first => full
  state mode=shared joinedMs=@300
a gate that closes here is closed at once, and sent to Redis; it stays so for its longest time
  ...a process joins Redis, which counts since long before
  closeGate banned 9.5 => closeGate
  keys {p}:since {p}:gate:ip
  args 1 @0 -1 0 0 -@10 10
  9 acquire 5 => banned
  0 reply 0 =>
  closeGate throttled 5 => closeGate
  args 1 @0 -1 0 0 @5 5
  9 acquire 5 => banned
  0 closeGate throttled 9.5 => closeGate
  9 acquire 5 => banned
  10 acquire 5 => acquire
the wait of a gate stays when the clock turns out to be wrong
  ...a gate that does not reach Redis is closed here, and answers no call
  correctClock -3000 =>
  -2992 acquire 5 => throttled
  -2991 acquire 5 => full
what was used alone is reported until Redis has it
  ...after a second a process goes on alone, with one call paid from the reserve
  1010 release 1000 400 5 =>
  2000 acquire 1 => join
  reply -1 @-100000 => claim
  reply -1 @2000 as report => shared, acquire
  args 1 @2000 @2000 0 0 0 0 1 990 18000 400 5
  window unreported=0 pending=6
  2100 lose => alone, full
  window unreported=5 pending=0
  2350 acquire 1 => join
  reply -1 @2000 => shared, acquire
  reply 1 0 406 => acquired
  window unreported=0 pending=0 used=406
  2360 lose report => full
  state mode=shared
a process that was silent for as long as all take to return is sure that all are alone
  ...after a second a process goes on alone, with one call paid from the reserve
  6000 acquire 5 => join
  state mode=alone
a process that was silent for longer is not sure that all are alone
  ...after a second a process goes on alone, with one call paid from the reserve
  6001 acquire 5 => join
  state mode=doubting
a reply that is none says nothing about since when Redis counts
  1000 acquire 5 => join
  reply OK => claim
  reply OK => full
  state sinceMs=0 sharedFromMs=@6000
the first reply is no return: a loss that was asked about before it counts
  0 acquire 5 as first => join
  10 reply -1 @-100000 => acquire
  20 lose first => alone, full
  state mode=doubting joinedMs=0
what was on its way when Redis was emptied arrives before a call measures the usage
  ...a process joins Redis, which counts since long before
  700 release 0 5 5 =>
  9000 acquire 5 => acquire
  reply -1 @9000 => full
  state measureFromMs=@9950 unknownBeforeMs=@9000 isStarting=false
behind a slow exchange, Redis that is lost for 1149 ms may be back soon
  ...a process joins Redis, which counts since long before
  900 release 0 5 5 =>
  2000 acquire 5 => acquire
  lose => alone, full
  2250 acquire 5 => join
  3149 lose => full
  state mode=doubting
behind a slow exchange, Redis that is lost for 1150 ms is lost to all
  ...a process joins Redis, which counts since long before
  900 release 0 5 5 =>
  2000 acquire 5 => acquire
  lose => alone, full
  2250 acquire 5 => join
  3150 lose => acquired
  state mode=alone
only a call that was sent after the loss makes it certain
  ...a process joins Redis, which counts since long before
  acquire 5 as first => acquire
  10 acquire 5 => acquire
  20 lose => alone, full
  2000 lose first => full
  state mode=doubting
a loss after a long silence is certain by the call that noticed it
  ...after a second a process goes on alone, with one call paid from the reserve
  7001 acquire 5 => join
  state mode=doubting lostMs=@7001
  8001 lose => full
  state mode=alone
who was alone and does not know the time keeps to its share from now on
  ...after a second a process goes on alone, with one call paid from the reserve
  2000 acquire 1 error=Infinity => join
  reply -1 @-100000 => shared, full
  state sinceMs=@-100000 sharedFromMs=@7000
${goesAlone("while all keep to their shares knows the usage", -3999, false)}
${goesAlone("a millisecond later does not know the usage", -4000, true)}
`;

/** `@9`, `-@9`, a number, a flag, `none`, or a word. */
function valueIn(text: string): unknown {
  const [, sign, time] = /^(-?)@(.*)$/.exec(text) ?? [];
  if (time !== undefined) return (beginMs + Number(time)) * (sign === "" ? 1 : -1);
  if (/^(true|false|null)$/.test(text)) return JSON.parse(text);
  if (text === "none") return undefined;
  return Number.isNaN(Number(text)) ? text : Number(text);
}

const fieldsOf = (words: readonly string[]) =>
  Object.fromEntries(
    words.map((word) => word.split("=")).map(([name, is = ""]) => [name, valueIn(is)]),
  );

type Asked = { readonly purpose: Purpose; readonly askedMs: number };

/** A process whose Redis is this test. */
function createProcess() {
  let state: RedisState = initialRedisState(settings);
  let effects: readonly RedisEffect[] = [];
  let nowMs = beginMs;
  const asked = new Map<string, Asked>();
  const openOf = (name: string): Asked => {
    const open = asked.get(name);
    if (open === undefined) throw new Error("Redis was not asked.");
    return open;
  };
  const evals = () => effects.flatMap((effect) => (effect.kind === "eval" ? [effect] : []));
  const eventOf = (kind: string, words: readonly string[]): RedisEvent => {
    const [one = "", other = "", cost = 5] = words;
    const of = asked.has(one) ? one : "last";
    const named = fieldsOf(words.filter((word) => word.includes("=")));
    const { error = 0 } = named as { error?: number };
    switch (kind) {
      case "acquire": {
        const asks = request(nowMs, Number(one), error);
        return { kind, request: one === "none" ? { ...asks, charges: [] } : asks };
      }
      case "correctClock":
        return { kind, byMs: Number(one) };
      case "reply": {
        const reply = words.slice(of === "last" ? 0 : 1).map(valueIn);
        return { kind, ...openOf(of), reply: one === "OK" ? one : reply };
      }
      case "lose":
        return { kind: "lost", ...openOf(of), reason: "gone" };
      case "closeGate": {
        const reason = one as "banned";
        return { kind, gate: { key: "ip", untilMs: beginMs + Number(other), reason } };
      }
      default: {
        const used = [other === "none" ? undefined : Number(other)];
        const sentMs = beginMs + Number(one);
        const call = { charges: [charge(Number(cost))], used, sentMs, nowMs, errorMs: error };
        return { kind: "release", call };
      }
    }
  };
  /** What a line asks for besides events, and what it is. */
  const looks: Readonly<Record<string, (words: readonly string[]) => readonly unknown[]>> = {
    args: (words) => [evals().map(({ args }) => args), [words.map(valueIn)]],
    keys: (words) => [evals().map(({ keys }) => keys), [words]],
    windows: (words) => {
      const [{ keys = [] } = {}] = evals();
      return [keys.slice(2).map((key) => key.split(":").at(-1)), words];
    },
    emits: ([state, ...words]) => [
      effects.flatMap((each) => (each.kind === "emit" ? [each.event] : [])),
      [{ kind: "rateLimitStore", state, reason: words.join(" ") }],
    ],
    unknown: (words) => [
      [...state.shares.windows.values()].map(({ isUnknown }) => isUnknown),
      words.map(valueIn),
    ],
    window: (words) => shown([...state.shares.windows.values()][0], words),
    state: (words) =>
      shown({ ...state.shares, ...state, inFlight: state.shares.inFlight.get("w") }, words),
    refusal: (words) => {
      const [end] = effects.filter((each) => each.kind === "finish");
      return shown(end?.refusal, words);
    },
  };
  return (text: string, want: string): void => {
    const [, time, line = "", , name] = /^(?:(-?\d+) )?(.*?)( as (\w+))?$/.exec(text) ?? [];
    const [kind = "", ...words] = line.split(" ");
    const look = looks[kind];
    if (look !== undefined) {
      const [is, should] = look(words);
      expect(is, text).toEqual(should);
      return;
    }
    if (time !== undefined) nowMs = beginMs + Number(time);
    ({ state, effects } = redisStep(state, eventOf(kind, words), nowMs));
    for (const { purpose } of evals()) {
      for (const each of ["last", ...(name === undefined ? [] : [name])]) {
        asked.set(each, { purpose, askedMs: nowMs });
      }
    }
    expect(effects.map(textOf).join(", "), text).toBe(want);
  };
}

/** The fields of a record that a line names, and what they should be. */
function shown(record: object | undefined, words: readonly string[]): readonly unknown[] {
  const want = fieldsOf(words);
  const all: Readonly<Record<string, unknown>> = { ...record };
  return [Object.fromEntries(Object.keys(want).map((key) => [key, all[key]])), want];
}

/** What an effect is, in one word; of a finish, how it ended. */
function textOf(effect: RedisEffect): string {
  switch (effect.kind) {
    case "eval":
      return effect.purpose.kind;
    case "finish":
      return effect.refusal?.reason ?? "acquired";
    case "emit":
      return effect.event.state;
  }
}

const histories = readStory(story);

test.for(histories)("$name", ({ steps }) => {
  const run = createProcess();
  for (const { event, want } of steps) run(event, want);
});

/** What Redis replies to a call, how the call ends, and what is then known to be used. */
test.for([
  ["it fits", "1 0 15", "acquired", 15],
  ["it does not fit", "0 0 990", "full", 990],
  ["throttled by another process", "0 @1 10", "throttled", 10],
  ["throttled, where it would just fit", "0 @1 985", "throttled", 985],
  ["a gate that opens now", "0 @0 990", "full", 990],
  ["a gate that opens now, and it fits", "1 @0 15", "acquired", 15],
  ["banned by another process", "0 -@9 990", "banned", 990],
] as const)("a reply: %s", ([, reply, end, used]) => {
  const run = createProcess();
  for (const { event, want } of histories[1]?.steps ?? []) run(event, want);
  run("acquire 5", "acquire");
  run(`reply ${reply}`, end);
  run(`window used=${used} spent=${end === "acquired" ? 10 : 5}`, "");
});
