/** The kinds of faults in spec/sandbox/faults.yaml; a new one is added there. */

import { type SandboxSchemas, sandboxSchemas } from "../../generated/sandbox.ts";
import { branchesOf, type JsonSchema } from "../../runtime/encoding/json-schema.ts";
import { inPlace, requireValid, ValidationError } from "../config/validation.ts";

/** Rules by scope: what they disturb. */
export interface ScopeRules {
  readonly request: SandboxSchemas["RequestFault"];
  readonly event: SandboxSchemas["EventFault"];
  readonly opening: SandboxSchemas["OpeningFault"];
}

export type FaultScope = keyof ScopeRules;
export type RequestRule = ScopeRules["request"];

/** A fault, and when it is injected. */
export type FaultRule = ScopeRules[FaultScope];
/** The name of a kind of fault. */
export type FaultKind = FaultRule["fault"];

export type When = SandboxSchemas["RequestMatch"] & SandboxSchemas["EventMatch"];

/** Value of the Retry-After header: seconds, any text, a date, or no header. */
export type RetryAfter = SandboxSchemas["RetryAfter"];

/** Milliseconds of Unix time, or a time of day in UTC like "10:00", "10:00:30" or "10:00:30.5". */
export type Moment = SandboxSchemas["Moment"];

const scopes: ReadonlyMap<FaultKind, FaultScope> = new Map([
  ...kindsOf(sandboxSchemas.RequestFault).map((kind) => [kind, "request"] as const),
  ...kindsOf(sandboxSchemas.EventFault).map((kind) => [kind, "event"] as const),
  ...kindsOf(sandboxSchemas.OpeningFault).map((kind) => [kind, "opening"] as const),
]);

export const faultKinds: readonly FaultKind[] = [...scopes.keys()];

export function scopeOf(fault: FaultKind): FaultScope {
  return scopes.get(fault) ?? "request";
}

function kindsOf(schema: JsonSchema): FaultKind[] {
  const branches = branchesOf(sandboxSchemas, schema);
  return branches.map(({ properties = {} }) => properties["fault"]?.const as FaultKind);
}

/** Reads a list of rules. Throws a `ValidationError` that names the rule and the field. */
export function readRules(data: unknown): readonly FaultRule[] {
  if (!Array.isArray(data)) throw new ValidationError("faults", "must be a list of rules");
  return data.map((rule: unknown, index) =>
    inPlace(placeOf(rule, index), () => requireValid("FaultRule", rule)),
  );
}

/** How errors name a rule: by its position, and its name if it has one. */
export function placeOf(rule: unknown, index: number): string {
  const { name } = (rule ?? {}) as { readonly name?: unknown };
  const known = typeof name === "string" && /^[\w .,:-]{1,80}$/.test(name) ? ` (${name})` : "";
  return `rule ${index + 1}${known}`;
}
