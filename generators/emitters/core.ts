import type { Contract } from "../contract/model.ts";
import type { Module } from "../write/imports.ts";
import { methodName, propertyKey, quoted } from "../write/names.ts";
import { placingName } from "../write/placing.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, callable, reexport } from "../write/structures.ts";

/** The client as small as it gets, and the parts that make it larger. */
export const core: Emitter = {
  name: "core",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) =>
    source({
      path: "core.ts",
      emitter: core,
      modules,
      statements: [
        alias("CoreOptions", { text: optionsText }, "CallerOptions & CoreParts"),
        alias("CoreParts", { text: partsText }, "{ readonly parts?: readonly CallerPart[] }"),
        alias("CoreClient", { text: exchangeText }, 'Omit<Client, "api">'),
        createClient(contract),
        clientOf,
        callerOf,
        reexport("./calls.ts"),
        reexport("./parts.ts", checkNames),
        reexport("./parts.ts", partNames),
        reexport("../runtime/errors.ts"),
        reexport("../runtime/client/parts.ts", ["CallerPart"], { onlyTypes: true }),
        reexport("./types.ts", [], { onlyTypes: true }),
      ],
    }),
};

const checkNames = ["answerChecks", "fieldChecks", "orderChecks"];
const partNames = ["errorWords", "exchangeClock", "outcomes", "rateLimits"];

const modules: readonly Module[] = [
  { from: "./client.ts", names: ["Client"] },
  { from: "../runtime/client/caller.ts", names: ["Caller", "createCaller", "methodsOf"] },
  { from: "../runtime/client/caller-options.ts", names: ["CallOptions", "CallerOptions"] },
  { from: "../runtime/client/parts.ts", names: ["CallerPart", "assemble"] },
  { from: "../runtime/client/placing.ts", names: ["placing"] },
  { from: "./parts.ts", names: ["base"] },
  { from: "./calls.ts", names: ["calls"] },
  { from: "../runtime/client/call-texts.ts", names: ["CallTexts"] },
];

const optionsText = "Where the exchange is, who calls it, and what the client is made of.";
const partsText = "The parts of a client; none when absent. Later ones go before earlier ones.";
const exchangeText =
  "The methods of the whole client. Those that need a part reject when it is not there: `place` " +
  "and `resolvePending` need `outcomes`, `filters` needs `orderChecks`.";

function createClient(contract: Contract) {
  const { operations } = contract;
  const renamed = operations.flatMap(({ id }) => {
    const name = methodName(id);
    return name === id ? [] : [`  ${propertyKey(name)}: methods[${quoted(id)}],`];
  });
  const places = operations.flatMap((operation) => {
    const name = placingName(operation);
    const given = "(request: object, options?: CallOptions)";
    const call = `placements.place(${quoted(operation.id)}, request, options)`;
    return name === undefined ? [] : [`  ${name}: ${given} =>\n    ${call},`];
  });
  const members = ["  ...methods,", ...renamed, ...places, ...rest];
  return callable(
    "createClient",
    {
      text:
        "Makes a client of the exchange that holds what it is given. Without any part it signs, " +
        "retries and throws typed errors as the whole client does, gives every " +
        "placement a client id and never sends one blindly again; it checks no fields, no orders " +
        "and no answers, waits for no limits, and goes by its own clock.",
    },
    {
      parameters: [{ name: "settings", type: "CoreOptions" }],
      returnType: "CoreClient",
      statements: [
        "const caller = callerOf(settings, calls);",
        "const methods = methodsOf(caller);",
        "const placements = placing(caller);",
        `return {\n${members.join("\n")}\n} as CoreClient;`,
      ],
    },
  );
}

/** The smallest: only the operations that are named come into a bundle. */
const clientOf = callable(
  "createClientOf",
  {
    text:
      "The same with no method but those of the given calls, as in " +
      "`createClientOf({ baseUrl, apiKey, apiSecret, calls: { placeOrder } })`. Whoever wants to know " +
      "what became of placements gives `getOrder` as well.",
  },
  {
    typeParameters: [{ name: "Name", constraint: "keyof CoreClient & string" }],
    parameters: [
      {
        name: "settings",
        type: "CoreOptions & { readonly calls: Readonly<Record<Name, string>> }",
      },
    ],
    returnType: "Pick<CoreClient, Name>",
    statements: ["return methodsOf(callerOf(settings, settings.calls)) as Pick<CoreClient, Name>;"],
  },
);

const callerOf = {
  ...callable(
    "callerOf",
    { text: "What calls are made through." },
    {
      parameters: [
        { name: "settings", type: "CoreOptions" },
        { name: "texts", type: "CallTexts" },
      ],
      returnType: "Caller",
      statements: [
        "return createCaller(assemble(base, texts, settings.parts ?? [], settings), settings);",
      ],
    },
  ),
  isExported: false,
};

const rest = [
  "  observeOrder: placements.observeOrder,",
  "  resolvePending: placements.resolvePending,",
  "  filters: caller.filters,",
];
