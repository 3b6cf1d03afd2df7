/** Parses fault rules from plain data; an error names the rule and the field. */

import {
  eventFaults,
  eventMatch,
  type FaultKind,
  type FaultRule,
  faultKinds,
  openingFaults,
  openingMatch,
  requestFaults,
  requestMatch,
} from "./kinds.ts";
import {
  choice,
  object,
  optional,
  readObject,
  type Schema,
  text,
  ValidationError,
} from "./validation.ts";

/** What a fault affects. */
export type FaultScope = "request" | "event" | "opening";

interface Scope {
  readonly scope: FaultScope;
  readonly match: Schema;
  readonly fields: Schema;
}

const scopes = new Map<string, Scope>(
  (
    [
      ["request", requestMatch, requestFaults],
      ["event", eventMatch, eventFaults],
      ["opening", openingMatch, openingFaults],
    ] as const
  ).flatMap(([scope, match, faults]) =>
    Object.entries<Schema>(faults).map(([fault, fields]) => [fault, { scope, match, fields }]),
  ),
);

/** What a fault affects. */
export function scopeOf(fault: FaultKind): FaultScope {
  return scopes.get(fault)?.scope ?? "request";
}

/** Reads a list of rules. Throws a `ValidationError` that names the rule and the field. */
export function readRules(data: unknown): readonly FaultRule[] {
  if (!Array.isArray(data)) throw new ValidationError("", "must be a list of rules");
  return data.map((one: unknown, index) => {
    try {
      return readRule(one);
    } catch (error) {
      throw error instanceof ValidationError ? error.within(placeOf(one, index)) : error;
    }
  });
}

const kind = choice(faultKinds);

/** Reads one rule. Throws a `ValidationError` that names the field. */
function readRule(data: unknown): FaultRule {
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    throw new ValidationError("", 'must be an object, like {"fault": "hang"}');
  }
  if (!Object.hasOwn(data, "fault")) {
    throw new ValidationError("fault", `is missing; give ${kind.expects}`);
  }
  const fault = kind.read((data as { fault: unknown }).fault, "fault");
  const { match = {}, fields = {} } = scopes.get(fault) ?? {};
  const shape = { fault: kind, name: optional(text(80)), when: optional(object(match)) };
  const rule = readObject({ ...shape, ...fields }, data) as FaultRule;
  rejectContradictions(rule);
  return rule;
}

function rejectContradictions(rule: FaultRule): void {
  if (rule.fault === "response" && rule.body !== undefined && rule.bodyBase64 !== undefined) {
    throw new ValidationError("bodyBase64", "cannot be given with body; give one of the two");
  }
  if (rule.fault === "response" && rule.bodyBase64 !== undefined && !isBase64(rule.bodyBase64)) {
    throw new ValidationError("bodyBase64", "must be base64");
  }
  if (rule.fault === "handshake" && rule.status !== undefined && rule.how !== undefined) {
    if (rule.how !== "reject")
      throw new ValidationError("status", `cannot be given where how is ${rule.how}`);
  }
}

function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}

/** How an error names a rule: by its place in the list, and its name when it has one. */
function placeOf(rule: unknown, index: number): string {
  const { name } = (rule ?? {}) as { readonly name?: unknown };
  const known = typeof name === "string" && /^[\w .,:-]{1,80}$/.test(name) ? ` (${name})` : "";
  return `rule ${index + 1}${known}`;
}
