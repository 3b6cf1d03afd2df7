import { answerTables } from "../contract/errors/errors.ts";
import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";

/**
 * The tables that every client needs, and nothing else: an import of the core parses no more than
 * these.
 */
export const tables: Emitter = {
  name: "tables",
  sources: ["spec/errors.yaml", "spec/rules/*.yaml"],
  emit: (contract) => {
    const { advice, openCodes, retry, statuses } = answerTables(contract);
    const { envelope, signing } = contract;
    const { vectors: _, ...signingRules } = signing;
    const text = `
import type {
  CodeAdvice,
  EnvelopeDescriptor,
  RetryDescriptor,
  SigningDescriptor,
  StatusAdvice,
} from "../runtime/tables.ts";

${table("errorAdvice", adviceDoc, advice, "CodeAdvice")}
${table("openCodes", openCodesDoc, openCodes, "readonly number[]")}
${table("statuses", statusesDoc, statuses, "readonly StatusAdvice[]")}
${table("retry", retryDoc, retry, "RetryDescriptor")}
${envelope === undefined ? "" : table("envelope", envelopeDoc, envelope, "EnvelopeDescriptor")}
${table("signing", signingDoc, signingRules, "SigningDescriptor")}
/** The tables that every client needs. */
export const tables = { advice: errorAdvice, ${envelope ? "envelope, " : ""}openCodes, retry, signing, statuses };
`;
    return [{ path: "tables.ts", text }];
  },
};

const adviceDoc = {
  text: "What to do after each error code: `advice` of an ApiError.",
  see: "spec/errors.yaml",
};

const openCodesDoc = {
  text: "Error codes after which the request may have been executed.",
  see: "spec/errors.yaml",
};

const statusesDoc = {
  text:
    "What to do after HTTP statuses that are errors whatever the body says. The first range that " +
    "holds a status decides.",
  see: "spec/errors.yaml",
};

const retryDoc = {
  text: "Which failures are retried, and after which pause. The first rule that fits decides.",
  see: "spec/rules/retry.yaml",
};

const envelopeDoc = {
  text:
    "The object around errors, and sometimes around successes: names of its fields, and codes of " +
    "success.",
  see: "spec/rules/envelope.yaml",
};

const signingDoc = {
  text:
    "How a request is signed: what is joined and how, where the signature goes, and when a " +
    "timestamp is accepted.",
  see: "spec/rules/signing.yaml",
};
