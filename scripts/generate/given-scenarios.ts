import { parse } from "yaml";

import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import type { Contract, Operation } from "../../generators/contract/model.ts";
import { fieldsIn } from "../../runtime/encoding/json-value.ts";
import type { CallScenario, FieldValue, Scenario } from "../../testing/scenarios/scenario.ts";

/**
 * The scenarios of a spec: first a row for each recorded success, which sends what was sent then
 * and takes any response that fits the contract; then the lists in `scenarios/`, whose rows stand
 * for recorded ones of the same id.
 */
export function scenariosOf(files: readonly SpecFile[], contract: Contract): readonly Scenario[] {
  const listed = files
    .filter(({ path }) => /^scenarios\/[^/]+\.ya?ml$/u.test(path))
    .flatMap(({ text }) => parse(text) as readonly Scenario[]);
  const recorded = files.flatMap((file) => recordedRow(file, contract));
  const ids = new Set(listed.map(({ id }) => id));
  return [...recorded.filter(({ id }) => !ids.has(id)), ...listed];
}

function recordedRow({ path, text }: SpecFile, contract: Contract): readonly CallScenario[] {
  const id = /^examples\/([^/]+)\.ya?ml$/u.exec(path)?.[1] ?? "";
  const operation = contract.operations.find((one) => one.id === id.split(".")[0]);
  if (operation === undefined) return [];
  const example = fieldsIn(parse(text));
  const { query, body } = fieldsIn(example["x-request"]);
  if (fieldsIn(example["x-response"])["status"] !== 200) return [];
  const { timestamp, signature } = contract.signing;
  const fields = Object.entries({ ...fieldsIn(query), ...fieldsIn(body) })
    .filter(([name]) => name !== timestamp && name !== signature)
    .map(([name, value]) => [name, typed(String(value), name, operation)] as const);
  return [{ id, summary: String(example["summary"]), fields: Object.fromEntries(fields) }];
}

/** Recordings hold texts; the client takes numbers. */
function typed(text: string, name: string, { parameters }: Operation): FieldValue {
  const parameter = parameters.find((one) => one.name === name);
  const type = fieldsIn(parameter?.schema)["type"];
  return type === "integer" ? Number(text) : text;
}
