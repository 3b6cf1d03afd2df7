/** Reads fault rules from plain data; an error names the rule and the field. */

import { type FaultRule, type FaultScope, faultKinds, faultScopes } from "./kinds.ts";
import {
  choice,
  inPlace,
  object,
  optional,
  readObject,
  requireObject,
  type Schema,
  text,
  ValidationError,
} from "./validation.ts";

/** Reads a list of rules. Throws a `ValidationError` that names the rule and the field. */
export function readRules(data: unknown): readonly FaultRule[] {
  if (!Array.isArray(data)) throw new ValidationError("", "must be a list of rules");
  return data.map((one: unknown, index) => inPlace(placeOf(one, index), () => readRule(one)));
}

/** What a fault disturbs. */
export function scopeOf(fault: string): FaultScope {
  if (Object.hasOwn(faultScopes.event.faults, fault)) return "event";
  return Object.hasOwn(faultScopes.opening.faults, fault) ? "opening" : "request";
}

const kind = choice(faultKinds);

function readRule(data: unknown): FaultRule {
  const fault = kind.read(requireObject(data, "")["fault"], "fault");
  const { match, faults } = faultScopes[scopeOf(fault)];
  const fields = (faults as Readonly<Record<string, Schema>>)[fault];
  const shape = { fault: kind, name: optional(text(80)), when: optional(object(match)) };
  const rule = readObject({ ...shape, ...fields }, data) as FaultRule;
  rejectContradictions(rule);
  return rule;
}

function rejectContradictions(rule: FaultRule): void {
  if (rule.fault === "response" && rule.bodyBase64 !== undefined) {
    if (rule.body !== undefined) {
      throw new ValidationError("bodyBase64", "cannot be given with body; give one of the two");
    }
    if (!base64.test(rule.bodyBase64)) throw new ValidationError("bodyBase64", "must be base64");
  }
  if (rule.fault === "handshake" && rule.status !== undefined) {
    const { how = "reject" } = rule;
    if (how === "reject") return;
    throw new ValidationError("status", `cannot be given where how is ${how}`);
  }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** How an error names a rule: by its place in the list, and its name when it has one. */
export function placeOf(rule: unknown, index: number): string {
  const { name } = (rule ?? {}) as { readonly name?: unknown };
  const known = typeof name === "string" && /^[\w .,:-]{1,80}$/.test(name) ? ` (${name})` : "";
  return `rule ${index + 1}${known}`;
}
