import { runtimeTypes } from "../write/imports.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, reexport, table } from "../write/statements.ts";

/** The windows in which calls are counted, and the weight of each call. */
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
          from: "../runtime/rate-limits/limiter.ts",
          names: ["RateLimiter", "RateLimiterOptions", "createRateLimiter as createLimiter"],
        },
      ],
      statements: [
        table(
          "limits",
          {
            text:
              "Every counted window: what it counts, for whom, its amount, and the response header " +
              "with its usage. `null` stands for an amount that the interface does not state.",
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
              "How the exchange refuses calls beyond a limit, how long bans last, and how a response " +
              "lists limits. What the spec does not state is absent.",
            see: "spec/limits.yaml",
          },
          contract.limitRules,
          { satisfies: "LimitRules" },
        ),
        weightOf,
        createRateLimiter,
        reexport("../runtime/rate-limits/weight.ts", ["CallWeight"], { onlyTypes: true }),
        reexport("../runtime/rate-limits/limiter.ts", ["RateLimiter", "RateLimiterOptions"], {
          onlyTypes: true,
        }),
        reexport("../runtime/rate-limits/store.ts", [], { onlyTypes: true }),
      ],
    }),
};

const weightOf = callable(
  "weightOf",
  {
    text:
      "The weight of one call, per IP address and per account; it may depend on `params`. Absent " +
      "where nothing is counted, or the spec states nothing.",
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
      "Makes a rate limiter for several clients of the same exchange behind one address: give it " +
      "to each of them as its `limits`.",
  },
  {
    parameters: [{ name: "options", type: "RateLimiterOptions", initializer: "{}" }],
    returnType: "RateLimiter",
    statements: [
      "const { backoff } = retry;",
      "return createLimiter({ windows: limits, rules: limitRules, backoff }, options);",
    ],
  },
);
