import type { Contract } from "../contract/model.ts";
import { codeText, object } from "../write/code.ts";
import type { Module } from "../write/imports.ts";
import { quoted } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, constant, pure, reexport } from "../write/statements.ts";

/** The one place that joins the runtime's features with the generated tables they work by. */
export const features: Emitter = {
  name: "features",
  sources: ["spec/**/*.yaml"],
  emit: (contract) =>
    source({
      path: "features.ts",
      emitter: features,
      modules,
      statements: [
        tablesOf(contract),
        decodeResponse,
        orderChecks,
        rateLimits(contract),
        reexport("../runtime/errors.ts", ["adviceSentences"]),
        reexport("../runtime/client/clock-sync.ts", ["createClockSync as exchangeClock"]),
        reexport("../runtime/orders/placements.ts", ["createPlacements as placements"]),
        reexport("../runtime/encoding/wire.ts", ["writeFields as checkFields"]),
        reexport("./errors.ts", ["errorCodes"]),
      ],
    }),
};

const modules: readonly Module[] = [
  { from: "../runtime/client/decode.ts", names: ["createResponseDecoder"] },
  { from: "../runtime/client/context.ts", names: ["CallContext", "CallLimiter"] },
  { from: "../runtime/orders/guard.ts", names: ["PlacementGuard", "createPlacementGuard"] },
  { from: "../runtime/client/rate-limiting.ts", names: ["createClientLimits"] },
  { from: "./responses.ts", names: ["responseTables"] },
  { from: "./errors.ts", names: ["envelope", "errorAdvice", "retry", "statuses"] },
  { from: "./filters.ts", names: ["compileFilters"] },
  { from: "./limits.ts", names: ["limitRules", "limits"] },
  { from: "./order-rules.ts", names: ["checkOrderType", "rulesRefresh"] },
  { from: "./signing.ts", names: ["signing"] },
];

function tablesOf({ envelope }: Contract) {
  const members = object([
    ["advice", "errorAdvice"],
    ["envelope", envelope === undefined ? undefined : "envelope"],
    ["retry", "retry"],
    ["signing", "signing"],
    ["statuses", "statuses"],
  ]);
  const code = codeText(members, "export const tables = ".length);
  return constant("tables", { text: "The tables that every client works by." }, code);
}

const decodeResponse = constant(
  "decodeResponse",
  {
    text:
      "Checks responses against their documented types, and makes their integers and decimals " +
      "exact.",
  },
  pure("createResponseDecoder(responseTables)"),
);

const orderChecks = callable(
  "orderChecks",
  {
    text:
      "Checks orders by the fields of their type and by the filters of their symbol before they " +
      "are sent.",
  },
  {
    parameters: [{ name: "context", type: "CallContext" }],
    returnType: "PlacementGuard",
    statements: [
      "const rules = { checkOrderType, compileFilters, refresh: rulesRefresh };",
      "return createPlacementGuard(rules, context);",
    ],
  },
);

function rateLimits({ rulesRefresh }: Contract) {
  const operation =
    rulesRefresh === undefined ? "" : `, rulesOperation: ${quoted(rulesRefresh.operation)}`;
  return callable(
    "rateLimits",
    { text: "Keeps calls within the rate limits of the exchange." },
    {
      parameters: [{ name: "context", type: "CallContext" }],
      returnType: "CallLimiter | undefined",
      statements: [
        `const tables = { windows: limits, rules: limitRules${operation} };`,
        "return createClientLimits(tables, context);",
      ],
    },
  );
}
