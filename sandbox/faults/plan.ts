/** The fault plan: rules with their counters, and which of them apply now. */

import { inPlace, ValidationError } from "../config/validation.ts";
import { nextBelow, nextWord, type RandomState, seedRandom } from "../engine/random.ts";
import {
  type FaultKind,
  type FaultRule,
  type FaultScope,
  faultKinds,
  type Moment,
  placeOf,
  readRules,
  type ScopeRules,
  scopeOf,
  type When,
} from "./kinds.ts";

/** The fault rules of a sandbox. Equal seeds, rules and requests give equal faults. */
export interface FaultPlan {
  /**
   * Appends rules and returns their names. Throws a `ValidationError` that names rule and field
   * when one is invalid; then none is added.
   */
  readonly add: (...rules: readonly FaultRule[]) => readonly string[];
  /** Removes a rule by its name; false when there is none. */
  readonly remove: (name: string) => boolean;
  /** Removes all rules; the counters of `reached` stay. */
  readonly clear: () => void;
  readonly list: () => readonly RuleState[];
  /** Number of injections of each fault since the sandbox began. */
  readonly reached: () => Readonly<Record<FaultKind, number>>;
  /** Counts a fault injected by an admin command. */
  readonly count: (fault: FaultKind) => void;
}

/** A rule with its counters. */
export interface RuleState {
  readonly name: string;
  readonly rule: FaultRule;
  /** How many requests or messages it matched, before `nth`, `every` and so on. */
  readonly seen: number;
  /** How often its fault was injected. */
  readonly reached: number;
}

export interface ActiveRule<Rule = FaultRule> {
  readonly name: string;
  readonly rule: Rule;
  /** A random integer from 0 to below `bound`; the same in each run. */
  readonly below: (bound: number) => number;
  readonly reach: () => void;
}

/** The plan, as the injecting parts of the sandbox use it. */
export type FaultSource = ReturnType<typeof createFaults>;

/** The properties that rules can match. */
export interface Subject {
  /** Time of the sandbox in milliseconds. */
  readonly now: number;
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly account?: string | undefined;
  readonly symbol?: string | undefined;
  /** Event type of a message, such as `depthUpdate`. */
  readonly event?: string | undefined;
  /** Stream of the message, or the streams that a connection requests. */
  readonly streams?: readonly string[] | undefined;
}

interface Entry extends Omit<ActiveRule, "reach"> {
  readonly random: RandomState;
  seen: number;
  reached: number;
}

/** A fault that was injected: by a rule where one met its subject, otherwise by a command. */
export interface Injection {
  readonly fault: FaultKind;
  readonly rule?: string;
  readonly subject?: Subject;
}

/** Makes an empty plan; `injected` is called with every fault. */
export function createFaults(seed: string, injected: (injection: Injection) => void = () => {}) {
  let entries: readonly Entry[] = [];
  const counts = new Map<FaultKind, number>(faultKinds.map((fault) => [fault, 0]));
  const count = (fault: FaultKind): void => {
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
  };
  const entryOf = (rule: FaultRule, name: string): Entry => {
    // Its own random numbers, so that rules do not affect each other.
    const random = seedRandom(`fault ${name} of ${seed}`);
    const below = (bound: number): number => nextBelow(random, bound);
    return { name, rule, random, below, seen: 0, reached: 0 };
  };
  const reach = (entry: Entry, subject: Subject): void => {
    entry.reached += 1;
    count(entry.rule.fault);
    injected({ fault: entry.rule.fault, rule: entry.name, subject });
  };
  const plan: FaultPlan = {
    add: (...rules) => {
      const added = named(readRules(rules), new Set(entries.map(({ name }) => name)));
      entries = [...entries, ...added.map(([name, rule]) => entryOf(rule, name))];
      return added.map(([name]) => name);
    },
    remove: (name) => {
      const before = entries.length;
      entries = entries.filter((entry) => entry.name !== name);
      return entries.length < before;
    },
    clear: () => {
      entries = [];
    },
    list: () => entries.map(({ name, rule, seen, reached }) => ({ name, rule, seen, reached })),
    reached: () => Object.fromEntries(counts) as Record<FaultKind, number>,
    count: (fault) => {
      count(fault);
      injected({ fault });
    },
  };
  const ofScope = <Scope extends FaultScope>(scope: Scope) =>
    entries.filter(
      (entry): entry is Entry & Pick<ActiveRule<ScopeRules[Scope]>, "rule"> =>
        scopeOf(entry.rule.fault) === scope,
    );
  return {
    plan,
    /** Whether a scope has any rule; otherwise nothing else is computed. */
    watches: (scope: FaultScope) => entries.some(({ rule }) => scopeOf(rule.fault) === scope),
    /** The rules of a scope that apply, in order. */
    due: <Scope extends FaultScope>(scope: Scope, subject: Subject) =>
      ofScope(scope)
        .filter((entry) => comesUp(entry, subject))
        .map((entry) => {
          const { name, rule, below } = entry;
          return { name, rule, below, reach: () => reach(entry, subject) };
        }),
  };
}

/** New rules with names: their own, or the fault and a number. */
function named(rules: readonly FaultRule[], taken: Set<string>) {
  const numbers = new Map<FaultKind, number>();
  return rules.map((rule, index) => {
    let number = numbers.get(rule.fault) ?? 1;
    while (taken.has(`${rule.fault} ${number}`)) number += 1;
    numbers.set(rule.fault, number);
    const { name = `${rule.fault} ${number}` } = rule;
    inPlace(placeOf(rule, index), () => {
      if (taken.has(name)) throw new ValidationError("name", "is already taken by another rule");
    });
    taken.add(name);
    return [name, rule] as const;
  });
}

function comesUp(entry: Entry, subject: Subject): boolean {
  const { when = {} } = entry.rule;
  if (!matches(when, subject)) return false;
  entry.seen += 1;
  const { nth, every = 1, from = 1, count = Infinity, probability = 1 } = when;
  if (nth !== undefined && ![nth].flat().includes(entry.seen)) return false;
  if (entry.seen % every !== 0 || entry.seen < from || entry.reached >= count) return false;
  return probability >= 1 || nextWord(entry.random) < probability * 2 ** 32;
}

const matched = ["operation", "method", "path", "account", "symbol", "event"] as const;

/** Whether all conditions hold; an absent one always does. */
function matches(when: When, subject: Subject): boolean {
  const { stream } = when;
  return (
    isWithin(subject.now, when) &&
    matched.every((name) => isOneOf(subject[name], when[name])) &&
    (stream === undefined || (subject.streams ?? []).some((name) => fits(name, stream)))
  );
}

function isOneOf(value: string | undefined, wanted: string | readonly string[] | undefined) {
  return wanted === undefined || (value !== undefined && [wanted].flat().includes(value));
}

function fits(name: string, wanted: string): boolean {
  return wanted.startsWith("*") ? name.endsWith(wanted.slice(1)) : name === wanted;
}

/**
 * Whether a time lies in a range, either end of which may be open: `before` is the first moment
 * after it. Times of day repeat every day; a range from a later to an earlier time of day includes
 * midnight.
 */
export function isWithin(now: number, range: Pick<When, "after" | "before">): boolean {
  const { after = Number.NEGATIVE_INFINITY, before } = range;
  const begun = hasCome(now, after);
  const open = before === undefined || !hasCome(now, before);
  const overMidnight =
    typeof after === "string" && typeof before === "string" && msOfDay(after) > msOfDay(before);
  return overMidnight ? begun || open : begun && open;
}

const dayMs = 86_400_000;

function hasCome(now: number, moment: Moment): boolean {
  if (typeof moment === "number") return now >= moment;
  return ((now % dayMs) + dayMs) % dayMs >= msOfDay(moment);
}

function msOfDay(moment: string): number {
  const [hours, minutes, seconds = 0] = moment.split(":");
  return (Number(hours) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1000);
}
