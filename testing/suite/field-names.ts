/** Gives the fields of a step the names of the contract, where the step has their roles. */

import { operations } from "../../generated/operations.ts";
import type { OperationDescriptor } from "../../runtime/tables.ts";
import type { Expectation, RequestChange, Step } from "../scenarios/scenario.ts";

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
    ...(expect && { expect: renamedExpectation(expect, nameOf) }),
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

function renamedChange(change: RequestChange, nameOf: NameOf): RequestChange {
  if (change.kind === "toBody") return { ...change, names: change.names.map(nameOf) };
  if (change.kind !== "fields") return change;
  const { drop, set, repeat, addToBody } = change;
  return {
    ...change,
    ...(drop && { drop: drop.map(nameOf) }),
    ...(set && { set: renamed(set, nameOf) }),
    ...(repeat && { repeat: repeat.map(nameOf) }),
    ...(addToBody && { addToBody: renamed(addToBody, nameOf) }),
  };
}

function renamedExpectation(expected: Expectation, nameOf: NameOf): Expectation {
  return expected.kind === "rejected" ? { ...expected, field: nameOf(expected.field) } : expected;
}
