import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** Error codes with their meaning. */
export const errors: Emitter = {
  name: "errors",
  sources: ["spec/errors.yaml"],
  emit: (contract) => {
    const codes = contract.errors.map(({ code, name, condition, status, assumed }) => {
      return { code, name, condition, status, assumed };
    });
    const names = Object.fromEntries(contract.errors.map(({ code, name }) => [code, name]));
    const envelope = contract.envelope === undefined ? "" : "envelope, ";
    const text = `
import type { CodeNames, ErrorCodeDescriptor } from "../runtime/tables.ts";

${table("errorCodes", codesDoc, codes, "readonly ErrorCodeDescriptor[]")}
${table("errorNames", namesDoc, names, "CodeNames")}
/** A listed error code. */
export type ErrorCode = (typeof errorCodes)[number]["code"];

export { ${envelope}errorAdvice, openCodes, retry, statuses } from "./tables.ts";
export * from "../runtime/errors.ts";
export * from "../runtime/rate-limits/errors.ts";
`;
    return [{ path: "errors.ts", text }];
  },
};

const see = "spec/errors.yaml";

const codesDoc = {
  text:
    "Every error code that the spec lists. The interface documents only some of its codes; an " +
    "error with another code reaches the caller, too.",
  see,
};

// Separate from `errorCodes`, so that a client's bundle omits the texts.
const namesDoc = { text: "The name of each error code.", see };
