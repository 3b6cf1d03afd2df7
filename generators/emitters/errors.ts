import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/** What can go wrong, what it means and what to do next, as data. */
export const errors: Emitter = {
  name: "errors",
  sources: ["spec/errors.yaml", "spec/rules/*.yaml"],
  emit: (contract) => {
    const codes = contract.errors.map(({ code, name, condition, status, assumed }) => {
      return { code, name, condition, status, assumed };
    });
    const names = Object.fromEntries(contract.errors.map(({ code, name }) => [code, name]));
    const advice = Object.fromEntries(contract.errors.map(({ code, advice }) => [code, advice]));
    const statuses = contract.statuses.map(({ from, to, advice }) => ({ from, to, advice }));
    const { envelope, retry } = contract;
    const text = `
import type {
  CodeAdvice,
  CodeNames,
  EnvelopeDescriptor,
  ErrorCodeDescriptor,
  RetryDescriptor,
  StatusAdvice,
} from "../runtime/tables.ts";

${table("errorCodes", codesDoc, codes, "readonly ErrorCodeDescriptor[]")}
${table("errorNames", namesDoc, names, "CodeNames")}
${table("errorAdvice", adviceDoc, advice, "CodeAdvice")}
${table("statuses", statusesDoc, statuses, "readonly StatusAdvice[]")}
${table("retry", retryDoc, retry, "RetryDescriptor")}
${envelope === undefined ? "" : table("envelope", envelopeDoc, envelope, "EnvelopeDescriptor")}
/** An error code that the spec lists. */
export type ErrorCode = (typeof errorCodes)[number]["code"];

export * from "../runtime/errors.ts";
export * from "../runtime/rate-limits/errors.ts";
`;
    return [{ path: "errors.ts", text }];
  },
};

const see = "spec/errors.yaml";

const codesDoc = {
  text:
    "Every error code that the spec lists. The interface shows only some of its codes: one that " +
    "is not here still reaches the caller.",
  see,
};

// Apart from `errorCodes`, so that a client is bundled without all of their text.
const namesDoc = { text: "The name of each error code.", see };

const adviceDoc = { text: "What to do after each error code.", see };

const statusesDoc = {
  text:
    "What to do after HTTP statuses that are errors whatever the body says. The first range that " +
    "holds a status decides.",
  see,
};

const retryDoc = {
  text: "What is sent again, and how long is waited. The first rule that fits decides.",
  see: "spec/rules/retry.yaml",
};

const envelopeDoc = {
  text: "The object that errors come in; successes may come in it too.",
  see: "spec/rules/envelope.yaml",
};
