import type { Contract } from "../contract/model.ts";
import { runtimeTypes } from "../write/imports.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, reexport, table } from "../write/statements.ts";

/** What can go wrong, what it means and what to do next, as data. */
export const errors: Emitter = {
  name: "errors",
  sources: ["spec/errors.yaml", "spec/rules/*.yaml"],
  emit: (contract) =>
    source({
      path: "errors.ts",
      emitter: errors,
      modules: [runtimeTypes],
      statements: [
        table(
          "errorCodes",
          {
            text:
              "Every error code that the spec lists. The interface shows only some of its codes: " +
              "one that is not here still reaches the caller.",
            see: "spec/errors.yaml",
          },
          contract.errors.map(described),
          { satisfies: "readonly ErrorCodeDescriptor[]" },
        ),
        table(
          "errorAdvice",
          {
            text:
              "What to do after each error code. It is apart from `errorCodes` so that a small " +
              "client can follow it without all of their text.",
            see: "spec/errors.yaml",
          },
          Object.fromEntries(contract.errors.map(({ code, advice }) => [code, advice])),
          { satisfies: "CodeAdvice" },
        ),
        table(
          "statuses",
          {
            text:
              "What to do after HTTP statuses that are errors whatever the body says. The first " +
              "range that holds a status decides.",
            see: "spec/errors.yaml",
          },
          contract.statuses.map(({ from, to, advice }) => ({ from, to, advice })),
          { satisfies: "readonly StatusAdvice[]" },
        ),
        table(
          "retry",
          {
            text: "What is sent again, and how long is waited. The first rule that fits decides.",
            see: "spec/rules/retry.yaml",
          },
          contract.retry,
          { satisfies: "RetryDescriptor" },
        ),
        ...envelopeOf(contract),
        alias(
          "ErrorCode",
          { text: "An error code that the spec lists." },
          '(typeof errorCodes)[number]["code"]',
        ),
        reexport("../runtime/errors.ts"),
        reexport("../runtime/rate-limits/errors.ts"),
      ],
    }),
};

function envelopeOf({ envelope }: Contract) {
  if (envelope === undefined) return [];
  const text = "The object that errors come in; successes may come in it too.";
  const satisfies = { satisfies: "EnvelopeDescriptor" };
  return [table("envelope", { text, see: "spec/rules/envelope.yaml" }, envelope, satisfies)];
}

function described({ code, name, condition, status, assumed }: Contract["errors"][number]) {
  return { code, name, condition, status, assumed };
}
