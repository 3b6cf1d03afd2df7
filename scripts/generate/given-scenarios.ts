import { parse } from "yaml";

import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import type { Contract, JsonObject, Schema } from "../../generators/contract/model.ts";
import { meaning } from "../../generators/contract/schemas/meaning.ts";
import { fieldsIn } from "../../runtime/encoding/json-value.ts";

/** A row for each recorded success: it sends what was sent, and takes any response that fits. */
export function recordedScenarios(
  files: readonly SpecFile[],
  contract: Contract,
): readonly JsonObject[] {
  return files.flatMap((file) => recordedRow(file, contract));
}

function recordedRow({ path, text }: SpecFile, contract: Contract): readonly JsonObject[] {
  const id = /^examples\/([^/]+)\.ya?ml$/u.exec(path)?.[1] ?? "";
  const operation = contract.operations.find((one) => one.id === id.split(".")[0]);
  if (operation === undefined) return [];
  const example = fieldsIn(parse(text));
  const { query, body } = fieldsIn(example["x-request"]);
  if (fieldsIn(example["x-response"])["status"] !== 200) return [];
  const { timestamp, signature } = contract.signing;
  const fields = Object.entries({ ...fieldsIn(query), ...fieldsIn(body) })
    .filter(([name]) => name !== timestamp && name !== signature)
    .map(([name, value]) => {
      const { schema } = operation.parameters.find((one) => one.name === name) ?? {};
      return [name, typed(String(value), schema, contract)] as const;
    });
  return [{ id, summary: String(example["summary"]), fields: Object.fromEntries(fields) }];
}

/** Recordings hold texts; the client takes numbers. */
function typed(text: string, schema: Schema | undefined, { schemas }: Contract): string | number {
  const { kind } = schema === undefined ? { kind: "text" } : meaning(schema, schemas);
  return kind === "integer" || kind === "int64" ? Number(text) : text;
}
