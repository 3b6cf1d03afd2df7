/** The reducer of the Redis store, step by step: events in, mode and effects out. No Redis. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

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
const story = `${readFileSync(join(import.meta.dirname, "redis-state.txt"), "utf8")}
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
  ["throttled by another process", "0 1 10", "throttled", 10],
  ["throttled, where it would just fit", "0 1 985", "throttled", 985],
  ["banned by another process", "0 -9 990", "banned", 990],
] as const)("a reply: %s", ([, reply, end, used]) => {
  const run = createProcess();
  for (const { event, want } of histories[1]?.steps ?? []) run(event, want);
  run("acquire 5", "acquire");
  run(`reply ${reply}`, end);
  run(`window used=${used} spent=${end === "acquired" ? 10 : 5}`, "");
});
