import type { Module } from "../write/imports.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, callable, reexport } from "../write/statements.ts";

/** The client as small as it gets: only the operations and features that it is given. */
export const core: Emitter = {
  name: "core",
  sources: ["spec/paths/**/*.yaml"],
  emit: () =>
    source({
      path: "core.ts",
      emitter: core,
      modules,
      statements: [
        alias("CoreOptions", { text: optionsText }, optionsType),
        alias("CoreClient<Options extends CoreOptions>", { text: clientText }, clientType),
        alias(
          "PlacementMethod",
          { text: "The methods that the feature `placements` adds." },
          '`try${string}` | "observeOrder" | "resolvePending"',
        ),
        createClient,
        reexport("./operations.ts"),
        reexport("./features.ts", ["checkFields", "decodeResponse"]),
        reexport("./features.ts", ["errorCodes", "exchangeClock", "orderChecks"]),
        reexport("./features.ts", ["placements", "rateLimits"]),
        reexport("../runtime/errors.ts"),
        reexport("../runtime/client/client.ts", ["ClientFeatures"], { onlyTypes: true }),
        reexport("../runtime/client/options.ts", ["CallOptions", "ClientOptions"], {
          onlyTypes: true,
        }),
        reexport("./types.ts", [], { onlyTypes: true }),
      ],
    }),
};

const modules: readonly Module[] = [
  { from: "./client.ts", names: ["Client"] },
  {
    from: "../runtime/client/client.ts",
    names: ["ClientFeatures", "createBaseClient", "methodsOf"],
  },
  { from: "../runtime/client/options.ts", names: ["ClientOptions", "ClientTables"] },
  { from: "./features.ts", names: ["tables"] },
];

const optionsText =
  "Where the exchange is, who calls it, the operations that the client has, and its features.";
const optionsType =
  "ClientOptions & ClientFeatures & {\n" + '  readonly operations: ClientTables["operations"];\n}';

const clientText =
  "A method for each operation that was given, and those of the features: `try...`, " +
  "`observeOrder` and `resolvePending` with `placements`, `filters` with `orderChecks`.";
const clientType =
  "Pick<\n  Client,\n  keyof Client &\n    (\n" +
  '      | keyof Options["operations"]\n' +
  "      | (Options extends { readonly placements: object } ? PlacementMethod : never)\n" +
  '      | (Options extends { readonly orderChecks: object } ? "filters" : never)\n    )\n>';

const createClient = callable(
  "createClient",
  {
    text:
      "Makes a client of the given operations, as in `createClient({ baseUrl, apiKey, apiSecret, " +
      "operations: { placeOrder, getOrder } })`; `operations` itself gives all of them. It signs, " +
      "retries and throws typed errors as the whole client does, gives every placement a client " +
      "id and never sends one blindly again. Everything else is a feature that is given by its " +
      "name: `createClient({ ..., exchangeClock, placements })`. The clock needs `getTime`, and " +
      "placements need `getOrder`, among the operations.",
  },
  {
    typeParameters: [{ name: "Options", constraint: "CoreOptions" }],
    parameters: [{ name: "options", type: "Options" }],
    returnType: "CoreClient<Options>",
    statements: [
      "const { operations } = options;",
      "const client = createBaseClient({ ...tables, operations }, options, options);",
      "return methodsOf(client) as CoreClient<Options>;",
    ],
  },
);
