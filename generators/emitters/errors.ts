import type { Contract } from "../contract/model.ts";
import { runtimeTypes } from "../write/imports.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, reexport, table } from "../write/structures.ts";

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
              "Every failure code of the envelope that the spec lists. The interface shows only " +
              "some of its codes: one that is not here still reaches the caller.",
            see: "spec/errors.yaml",
          },
          contract.errors.map(plain),
          { satisfies: "readonly ErrorDescriptor[]" },
        ),
        table(
          "statuses",
          {
            text: "HTTP statuses that mean a failure whatever the body says; `to` is included.",
            see: "spec/errors.yaml",
          },
          contract.statuses.map(plain),
          { satisfies: "readonly StatusDescriptor[]" },
        ),
        table(
          "retry",
          {
            text: "What is tried again, and how long is waited. The first rule that fits decides.",
            see: "spec/rules/retry.yaml",
          },
          contract.retry,
          { satisfies: "RetryDescriptor" },
        ),
        ...envelopeOf(contract),
        alias(
          "ErrorCode",
          { text: "A failure code that the spec lists." },
          '(typeof errorCodes)[number]["code"]',
        ),
        reexport("../runtime/errors.ts"),
        reexport("../runtime/rate-limits/errors.ts"),
      ],
    }),
};

function envelopeOf({ envelope }: Contract) {
  if (envelope === undefined) return [];
  const text = "The object that failures come in, and successes may come in.";
  const satisfies = { satisfies: "EnvelopeDescriptor" };
  return [table("envelope", { text, see: "spec/rules/envelope.yaml" }, envelope, satisfies)];
}

function plain({
  origin: _,
  description: __,
  ...fact
}: Contract["errors"][number] | Contract["statuses"][number]) {
  return fact;
}
