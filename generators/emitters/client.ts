import type { Contract, Operation, Origin } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import { contractTypes, type Module, runtimeTypes } from "../write/imports.ts";
import { widthMax } from "../write/literal.ts";
import { methodName, propertyKey, quoted } from "../write/names.ts";
import { operationDoc, sentence } from "../write/operation-docs.ts";
import { overloads, responseType } from "../write/overloads.ts";
import { placementMethods } from "../write/placing.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, record, reexport } from "../write/statements.ts";
import { type TypeWriter, typeWriter } from "../write/type-text.ts";

/** The typed client: one documented method for each operation, wired to the runtime. */
export const client: Emitter = {
  name: "client",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    return source({
      path: "client.ts",
      emitter: client,
      modules: [contractTypes(contract), runtimeTypes, ...modules],
      statements: [
        exchangeInterface(contract, writer),
        createClient(contract, writer),
        reexport("../runtime/client/options.ts", callTypes, { onlyTypes: true }),
        reexport("../runtime/orders/types.ts", [], { onlyTypes: true }),
      ],
      origins: origins(contract),
    });
  },
};

const callTypes = ["CallEvent", "CallOptions", "ClientOptions", "ValidateOptions"];

const features = [
  "adviceSentences",
  "checkFields",
  "decodeResponse",
  "errorCodes",
  "exchangeClock",
  "orderChecks",
  "placements",
  "rateLimits",
];

const modules: readonly Module[] = [
  { from: "openapi-fetch", names: ["Client as PathClient", "default as createPathClient"] },
  { from: "../runtime/client/client.ts", names: ["createBaseClient"] },
  { from: "../runtime/client/options.ts", names: ["CallOptions", "ClientOptions"] },
  { from: "./schema.ts", names: ["paths"] },
  { from: "../runtime/client/api-fetch.ts", names: ["apiOptions"] },
  { from: "./features.ts", names: ["tables", ...features] },
  { from: "./operations.ts", names: ["operations"] },
  { from: "../runtime/filters/types.ts", names: ["CompiledFilters"] },
  { from: "../runtime/orders/types.ts", names: ["Placement", "ResolveOptions"] },
];

function thrown({ placement }: Operation): readonly string[] {
  const last =
    placement === undefined
      ? "or TransportError (no response)"
      : "NotPlacedError (there is no order) or UnknownOutcomeError (nobody knows)";
  const comma = placement === undefined ? "" : ",";
  return [`ApiError (refused), InvalidRequestError (not sent)${comma} ${last}.`];
}

function exchangeInterface(contract: Contract, writer: TypeWriter) {
  const text = "The exchange: one method for each operation of its REST interface.";
  const api = {
    name: "api",
    isReadonly: true,
    type: "PathClient<paths>",
    docs: doc(
      {
        text: "An openapi-fetch client for calls by path, which signs, checks and retries as well.",
      },
      2,
    ),
  };
  const methods = contract.operations.flatMap((operation) =>
    overloads(operation, contract, writer).map(
      ({ request, isOptional, response, when }, index) => ({
        name: propertyKey(methodName(operation.id)),
        docs: methodDoc(operation, when, index),
        parameters: [
          { name: "request", type: request, hasQuestionToken: isOptional },
          { name: "options", type: "CallOptions", hasQuestionToken: true },
        ],
        returnType: `Promise<${response}>`,
      }),
    ),
  );
  const all = [...methods, ...placementMethods(contract, writer), filtersMethod];
  return record("Client", { text }, { properties: [api], methods: all });
}

/** The one method that is no operation: what placements are checked by, for whoever asks. */
const filtersMethod = {
  name: "filters",
  docs: doc(
    {
      text:
        "The filters of a symbol and of the exchange, compiled: `checkOrder` and `fitOrder` " +
        "before an order is placed. They are those that placements are checked by, fetched when " +
        "they are first needed and again when they have become old.",
      throws: ["TradespecError for a symbol that is not listed; what the fetching call throws."],
    },
    2,
  ),
  parameters: [{ name: "symbol", type: "string" }],
  returnType: "Promise<CompiledFilters>",
};

/** All that is known on the first signature; on a further one, what is different there. */
function methodDoc(operation: Operation, when: string, index: number) {
  const { facts = [], ...parts } = operationDoc(operation);
  if (index > 0) return doc({ text: `${sentence(operation.summary)} ${when}`, see: parts.see }, 2);
  const all = when === "" ? facts : [when, ...facts];
  return doc({ ...parts, facts: all, throws: thrown(operation) }, 2);
}

function createClient(contract: Contract, writer: TypeWriter) {
  const methods = contract.operations.map((operation) => method(operation, writer));
  const added = [...placementMethods(contract, writer), filtersMethod].map(({ name }) => name);
  const featureMethods = added.map(quoted).join(" | ");
  return callable(
    "createClient",
    {
      text:
        "Makes a client of the exchange. It holds no connection and needs no closing. The " +
        "`streams` that are given, those of `createStreams`, are at hand as its own.",
    },
    {
      typeParameters: [{ name: "Streams", default: "undefined" }],
      parameters: [{ name: "settings", type: "ClientOptions & { readonly streams?: Streams }" }],
      returnType: "Client & { readonly streams: Streams }",
      statements: [
        `const features = {\n  ${features.join(",\n  ")},\n};`,
        "const client = createBaseClient({ ...tables, operations }, settings, features);",
        "const api = createPathClient<paths>(apiOptions(client));",
        "const { call } = client;",
        `const featureMethods = client.methods as Pick<\n  Client,\n  ${featureMethods}\n>;`,
        `return {\n${["  api,", ...methods, ...owned].join("\n")}\n};`,
      ],
    },
  );
}

const owned = ["  ...featureMethods,", "  streams: settings.streams as Streams,"];

function method({ id, responses }: Operation, writer: TypeWriter): string {
  // An overloaded method gives a function no types to take over, so it says its own.
  const isOverloaded = responses.some(({ when }) => when !== undefined);
  const given = isOverloaded
    ? `request?: ${writer.names.request(id)}, options?: CallOptions`
    : "request, options";
  const type = isOverloaded ? `<${responseType(responses, writer, " & ")}>` : "";
  const head = `  ${propertyKey(methodName(id))}: (${given}) =>`;
  const call = `call${type}(${quoted(id)}, request, options),`;
  const isLong = head.length + call.length + 3 > widthMax;
  return `${head}${isLong ? "\n    " : " "}${call}`;
}

function origins({ operations }: Contract): ReadonlyMap<string, Origin> {
  return new Map(
    operations.flatMap(({ id, origin }) => [
      [`Client.${methodName(id)}`, origin] as const,
      [`createClient.${methodName(id)}`, origin] as const,
    ]),
  );
}
