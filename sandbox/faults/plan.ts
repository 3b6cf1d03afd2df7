/** The fault plan: its rules with their counters, and which of them come up now. */

import { nextBelow, nextWord, type RandomState, seedRandom } from "../engine/random.ts";
import { type FaultKind, type FaultRule, faultKinds } from "./kinds.ts";
import { type Facts, matches } from "./matching.ts";
import { type FaultScope, readRules, scopeOf } from "./rules.ts";
import { ValidationError } from "./validation.ts";

/** The fault rules of a sandbox. Equal seeds, rules and requests give equal faults. */
export interface FaultPlan {
  /**
   * Adds rules after the existing ones, and returns their names. Throws a `ValidationError` that
   * names rule and field when one is invalid; then none is added.
   */
  readonly add: (...rules: readonly FaultRule[]) => readonly string[];
  /** Removes a rule by its name; false when there is none. */
  readonly remove: (name: string) => boolean;
  /** Removes all rules; the counters of `reached` stay. */
  readonly clear: () => void;
  readonly list: () => readonly RuleState[];
  /** How often each fault was injected since the sandbox began; 0 for those that never were. */
  readonly reached: () => Readonly<Record<FaultKind, number>>;
  /** Counts a fault that an admin command injects. */
  readonly count: (fault: FaultKind) => void;
}

/** A rule with its counters. */
export interface RuleState {
  readonly name: string;
  readonly rule: FaultRule;
  /** How many requests or messages it matched, before `nth`, `every` and the like. */
  readonly seen: number;
  /** How often its fault was injected. */
  readonly reached: number;
}

/** A rule that comes up, with random numbers of its own. */
export interface ActiveRule {
  readonly rule: FaultRule;
  /** A random whole number from 0 up to and without `bound`; the same in each run. */
  readonly below: (bound: number) => number;
  /** Counts that its fault is injected. */
  readonly reach: () => void;
}

/** The plan for the parts of the sandbox that inject faults. */
export interface FaultSource {
  readonly plan: FaultPlan;
  /** Whether there is any rule of a scope; without one, nothing else is computed. */
  readonly watches: Readonly<Record<FaultScope, boolean>>;
  /** The rules of a scope that come up, in their order. */
  readonly due: (scope: FaultScope, facts: Facts) => readonly ActiveRule[];
}

interface Entry {
  readonly name: string;
  readonly rule: FaultRule;
  readonly scope: FaultScope;
  readonly random: RandomState;
  seen: number;
  reached: number;
}

/** An empty plan. */
export function createFaults(seed: string): FaultSource {
  const entries: Entry[] = [];
  const watches = { request: false, event: false, opening: false };
  const counts = new Map<FaultKind, number>(faultKinds.map((fault) => [fault, 0]));
  const count = (fault: FaultKind): void => {
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
  };
  const updateWatches = (): void => {
    for (const scope of ["request", "event", "opening"] as const) {
      watches[scope] = entries.some((entry) => entry.scope === scope);
    }
  };
  const plan: FaultPlan = {
    add: (...rules) => {
      const added = named(readRules(rules), entries, seed);
      entries.push(...added);
      updateWatches();
      return added.map(({ name }) => name);
    },
    remove: (name) => {
      const index = entries.findIndex((entry) => entry.name === name);
      if (index >= 0) entries.splice(index, 1);
      updateWatches();
      return index >= 0;
    },
    clear: () => {
      entries.length = 0;
      updateWatches();
    },
    list: () => entries.map(({ name, rule, seen, reached }) => ({ name, rule, seen, reached })),
    reached: () => Object.fromEntries(counts) as Record<FaultKind, number>,
    count,
  };
  const active = (entry: Entry): ActiveRule => ({
    rule: entry.rule,
    below: (bound) => nextBelow(entry.random, bound),
    reach: () => {
      entry.reached += 1;
      count(entry.rule.fault);
    },
  });
  const due = (scope: FaultScope, facts: Facts): readonly ActiveRule[] =>
    entries.filter((entry) => entry.scope === scope && comesUp(entry, facts)).map(active);
  return { plan, watches, due };
}

/** Gives each rule a name and its own random numbers, so that rules do not affect each other. */
function named(
  rules: readonly FaultRule[],
  others: readonly Entry[],
  seed: string,
): readonly Entry[] {
  const taken = new Set(others.map(({ name }) => name));
  return rules.map((rule, index) => {
    const name = rule.name ?? freeName(rule.fault, taken);
    if (taken.has(name)) {
      throw new ValidationError("name", "is already taken by another rule").within(
        `rule ${index + 1} (${name})`,
      );
    }
    taken.add(name);
    const random = seedRandom(`fault ${name} of ${seed}`);
    return { name, rule, scope: scopeOf(rule.fault), random, seen: 0, reached: 0 };
  });
}

function freeName(fault: FaultKind, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`${fault} ${number}`)) number += 1;
  return `${fault} ${number}`;
}

function comesUp(entry: Entry, facts: Facts): boolean {
  const { when = {} } = entry.rule;
  if (!matches(when, facts)) return false;
  entry.seen += 1;
  const { nth, every = 1, from = 1, count = Infinity, probability = 1 } = when;
  if (nth !== undefined && ![nth].flat().includes(entry.seen)) return false;
  if (entry.seen % every !== 0 || entry.seen < from || entry.reached >= count) return false;
  return probability >= 1 || nextWord(entry.random) < probability * 2 ** 32;
}
