/** Gives the fields of a step the names of the contract, where the step has their roles. */

import { operations } from "../../generated/operations.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import type { RequestChange, Step } from "../scenarios/scenario.ts";

type CallStep = Extract<Step, { readonly kind: "call" }>;

/** The step with the contract's names for the parameters of its operation. */
export function withParameterNames(step: CallStep): CallStep {
  const { fields, change, expect } = step;
  const names = new Map(rolesOf(step.operation).map(({ name, role }) => [role, name]));
  const nameOf = (role: string): string => names.get(role) ?? role;
  return {
    ...step,
    ...(fields && { fields: renamed(fields, nameOf) }),
    ...(change && { change: renamedChange(change, nameOf) }),
    ...(expect?.kind === "rejected" && { expect: { ...expect, field: nameOf(expect.field) } }),
  };
}

/** The parameters of an operation with their roles. */
export function rolesOf(id: string) {
  const { [id]: operation } = operations as Readonly<Record<string, OperationDescriptor>>;
  return (operation?.parameters ?? []).map(({ name, role = name }) => ({ name, role }));
}

/** Those of the fields that an operation has, by the contract's names for them. */
export function ownFields<Value>(operation: string, fields: Readonly<Record<string, Value>>) {
  const known = rolesOf(operation);
  const names = new Map(known.flatMap(({ name, role }) => [name, role].map((key) => [key, name])));
  const own = Object.entries(fields).filter(([key]) => names.has(key));
  return renamed(Object.fromEntries(own), (key) => names.get(key) ?? key);
}

type NameOf = (role: string) => string;

export function renamed<Value>(fields: Readonly<Record<string, Value>>, nameOf: NameOf) {
  return Object.fromEntries(Object.entries(fields).map(([role, value]) => [nameOf(role), value]));
}

/** Every list of a change holds names, and every object has them as keys. */
function renamedChange(change: RequestChange, nameOf: NameOf): RequestChange {
  const entries = Object.entries(change).map(([key, value]) => {
    if (Array.isArray(value)) return [key, value.map(nameOf)];
    return [key, isRecord(value) ? renamed(value, nameOf) : value];
  });
  return Object.fromEntries(entries) as RequestChange;
}
