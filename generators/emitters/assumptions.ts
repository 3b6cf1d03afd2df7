import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** The list of assumptions, with the traffic check of each. */
export const assumptions: Emitter = {
  name: "assumptions",
  sources: ["spec/assumptions.yaml"],
  emit: (contract) => {
    if (contract.assumptions.length === 0) return [];
    const entries = contract.assumptions.map(({ id, kind, gap, choice, check, sandbox }) => {
      return [id, { kind, gap, choice, taken: sandbox?.default, check }] as const;
    });
    const text = `
import type { AssumptionDescriptor } from "../runtime/tables.ts";

${table("assumptions", listDoc, Object.fromEntries(entries), "Readonly<Record<string, AssumptionDescriptor>>")}
/** Id of an assumption. */
export type AssumptionId = keyof typeof assumptions;

/** Name of a check that looks for assumptions in traffic. */
export type CheckName = Extract<
  (typeof assumptions)[AssumptionId]["check"],
  { readonly name: string }
>["name"];
`;
    return [{ path: "assumptions.ts", text }];
  },
};

const listDoc = {
  text:
    "Each assumption: what the interface does not document, our choice, and how traffic shows " +
    "whether it holds. `taken` is the default of the sandbox, where it has several options.",
  see: "spec/assumptions.yaml",
};
