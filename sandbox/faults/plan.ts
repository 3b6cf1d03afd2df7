/** The fault plan: rules, what each has counted, and which of them are about something now. */

import { nextBelow, nextWord, type RandomState, seedRandom } from "../engine/random.ts";
import { type FaultKind, type FaultRule, faultKinds } from "./kinds.ts";
import { type Facts, isAbout } from "./matching.ts";
import { type FaultScope, readRules, scopeOf } from "./rules.ts";
import { ValidationError } from "./validation.ts";

/** What goes wrong in a sandbox. Equal seeds, rules and requests make equal faults. */
export interface FaultPlan {
  /**
   * Adds rules behind those that there are, and gives their names.
   * Throws a `ValidationError` that names rule and field when one is not right; then none is added.
   */
  readonly add: (...rules: readonly FaultRule[]) => readonly string[];
  /** Takes a rule away by its name; false when there is none. */
  readonly remove: (name: string) => boolean;
  /** Takes all rules away; what was reached stays counted. */
  readonly clear: () => void;
  readonly list: () => readonly RuleState[];
  /** How often each fault happened since the sandbox began, with 0 for those that never did. */
  readonly reached: () => Readonly<Record<FaultKind, number>>;
  /** Counts a fault that is made by hand. */
  readonly count: (fault: FaultKind) => void;
}

/** A rule with what it has counted. */
export interface RuleState {
  readonly name: string;
  readonly rule: FaultRule;
  /** How many requests or messages it was about, before `nth` and its like. */
  readonly seen: number;
  /** How often its fault happened. */
  readonly reached: number;
}

/** A rule that has come up, with chance of its own. */
export interface ActiveRule {
  readonly rule: FaultRule;
  /** A whole number from 0 up to and without `bound`; the same at the same place of each run. */
  readonly below: (bound: number) => number;
  /** Counts that its fault happens. */
  readonly reach: () => void;
}

/** The plan as the parts of the sandbox see it that carry faults out. */
export interface FaultSource {
  readonly plan: FaultPlan;
  /** Whether there is any rule of a scope; asked before everything else. */
  readonly watches: Readonly<Record<FaultScope, boolean>>;
  /** The rules of a scope that come up for this, in their order. */
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
  const look = (): void => {
    for (const scope of ["request", "event", "opening"] as const) {
      watches[scope] = entries.some((entry) => entry.scope === scope);
    }
  };
  const plan: FaultPlan = {
    add: (...rules) => {
      const added = named(readRules(rules), entries, seed);
      entries.push(...added);
      look();
      return added.map(({ name }) => name);
    },
    remove: (name) => {
      const index = entries.findIndex((entry) => entry.name === name);
      if (index >= 0) entries.splice(index, 1);
      look();
      return index >= 0;
    },
    clear: () => {
      entries.length = 0;
      look();
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

/** Gives each rule its name and its own chance, so that one rule does not change another's. */
function named(
  rules: readonly FaultRule[],
  others: readonly Entry[],
  seed: string,
): readonly Entry[] {
  const taken = new Set(others.map(({ name }) => name));
  return rules.map((rule, index) => {
    const name = rule.name ?? freeName(rule.fault, taken);
    if (taken.has(name)) {
      throw new ValidationError("name", "is that of another rule").within(
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
  if (!isAbout(when, facts)) return false;
  entry.seen += 1;
  const { nth, every = 1, from = 1, count = Infinity, probability = 1 } = when;
  if (nth !== undefined && ![nth].flat().includes(entry.seen)) return false;
  if (entry.seen % every !== 0 || entry.seen < from || entry.reached >= count) return false;
  return probability >= 1 || nextWord(entry.random) < probability * 2 ** 32;
}
