import { runtimeTypes } from "../write/imports.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, reexport, table } from "../write/structures.ts";

/** The windows in which calls are counted, and what each call costs in them. */
export const limits: Emitter = {
  name: "limits",
  sources: ["spec/limits.yaml", "spec/paths/**/*.yaml"],
  emit: (contract) =>
    source({
      path: "limits.ts",
      emitter: limits,
      modules: [
        runtimeTypes,
        { from: "./operations.ts", names: ["OperationId", "operations"] },
        { from: "./errors.ts", names: ["retry"] },
        { from: "../runtime/rate-limits/weight.ts", names: ["CallWeight", "weightOf as weigh"] },
        {
          from: "../runtime/rate-limits/admission.ts",
          names: ["RateLimiter", "RateLimiterOptions", "createRateLimiter as admissionBy"],
        },
      ],
      statements: [
        table(
          "limits",
          {
            text:
              "Every counted window: what it counts, for whom, how much fits, and the " +
              "header that tells what is used. `null` stands for an amount that the interface " +
              "does not state.",
            see: "spec/limits.yaml",
          },
          contract.limits.map(({ origin: _, description: __, ...limit }) => limit),
          { satisfies: "readonly LimitDescriptor[]" },
        ),
        table(
          "usageHeaders",
          { text: "Header of each window, by the window's id.", see: "spec/limits.yaml" },
          Object.fromEntries(contract.limits.map(({ id, header }) => [id, header])),
        ),
        table(
          "limitRules",
          {
            text:
              "How a call beyond a limit is answered, how long bans last, and the words in which " +
              "an answer lists limits. What the spec does not state is absent.",
            see: "spec/limits.yaml",
          },
          contract.limitRules,
          { satisfies: "LimitRules" },
        ),
        weightOf,
        createRateLimiter,
        reexport("../runtime/rate-limits/weight.ts", ["CallWeight"], { onlyTypes: true }),
        reexport("../runtime/rate-limits/admission.ts", ["RateLimiter", "RateLimiterOptions"], {
          onlyTypes: true,
        }),
        reexport("../runtime/rate-limits/budget.ts", [], { onlyTypes: true }),
      ],
    }),
};

const weightOf = callable(
  "weightOf",
  {
    text:
      "What one call costs, per IP address and per account; fields that decide it are read from " +
      "`params`. A budget that the call does not touch, or the spec does not state, is absent.",
  },
  {
    parameters: [
      { name: "operationId", type: "OperationId" },
      { name: "params", type: "Readonly<Record<string, unknown>>", initializer: "{}" },
    ],
    returnType: "CallWeight",
    statements: ["return weigh(operations[operationId].weight, params);"],
  },
);

const createRateLimiter = callable(
  "createRateLimiter",
  {
    text:
      "Makes what keeps calls within the limits, to be shared by several clients of the same " +
      "exchange behind one address: each is made with it as its `limits`.",
  },
  {
    parameters: [{ name: "options", type: "RateLimiterOptions", initializer: "{}" }],
    returnType: "RateLimiter",
    statements: [
      "const { backoff } = retry;",
      "return admissionBy({ windows: limits, rules: limitRules, backoff }, options);",
    ],
  },
);
