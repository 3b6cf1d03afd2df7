import { rewritten } from "../contract/documents/json.ts";
import type { JsonObject } from "../contract/documents/model.ts";
import * as read from "../contract/documents/read.ts";
import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** Schemas of the sandbox's inputs, and the defaults of its choices. */
export const sandbox: Emitter = {
  name: "sandbox",
  sources: ["spec/**/*.yaml"],
  emit: (contract) => {
    const choices = contract.assumptions.flatMap(({ id, sandbox: choice }) =>
      choice === undefined ? [] : [[id, choice.default] as const],
    );
    if (Object.keys(contract.sandbox).length === 0) return [];
    // The texts on robust clients have a table of their own.
    const schemas = rewritten(contract.sandbox, ({ "x-robust-client": _, ...rest }) => rest);
    const text = `
import type { JsonSchema } from "../runtime/encoding/json-schema.ts";
import type { components } from "./sandbox-schema.ts";

${table("sandboxSchemas", schemasDoc, schemas, "Readonly<Record<string, JsonSchema>>")}
/** The sandbox's inputs, by schema name. */
export type SandboxSchemas = components["schemas"];

/** What the sandbox does where the interface leaves it open, by the name of the assumption. */
export type Choices = Required<SandboxSchemas["Choices"]>;

${table("choiceDefaults", defaultsDoc, Object.fromEntries(choices), "Choices")}
${table("robustClients", robustDoc, robustClients(contract.sandbox))}
${table("refusals", refusalsDoc, contract.refusals)}`;
    return [{ path: "sandbox.ts", text }];
  },
};

const schemasDoc = { text: "JSON Schemas of what the sandbox takes.", see: "spec/sandbox" };

const defaultsDoc = {
  text: "What the sandbox does by default where the interface leaves it open.",
  see: "spec/assumptions.yaml",
};

function robustClients(schemas: JsonObject) {
  const kinds = Object.values(schemas).flatMap((schema) => read.list(schema, "oneOf"));
  const texts = read.objects(kinds).flatMap(({ properties, "x-robust-client": text }) => {
    const { const: name } = read.object(properties, "fault");
    return text === undefined ? [] : [[String(name), text] as const];
  });
  return Object.fromEntries(texts);
}

const robustDoc = {
  text: "What a robust client does at each fault, as the end of a sentence.",
  see: "spec/sandbox/faults.yaml",
};

const refusalsDoc = {
  text: "Codes of refused signatures, and the text before a violated filter's name.",
  see: "spec/rules/signing.yaml",
};
