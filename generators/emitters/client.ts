import type { Contract, Operation } from "../contract/model.ts";
import { cancelAllOf, neededFields } from "../contract/operations/calls.ts";
import { assumedMark, doc, sentence } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import {
  camelCase,
  detailName,
  isTypedOrder,
  propertyKey,
  quoted,
  requestName,
  tryName,
} from "../write/names.ts";
import { securityText, weightText } from "../write/operation-text.ts";
import { type TypeWriter, typeWriter } from "../write/type-text.ts";

/** The typed client with one documented method per operation, and the package's entry. */
export const client: Emitter = {
  name: "client",
  sources: ["spec/paths/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const methods = outcomeMethods(contract, writer);
    const text = `
import { type BaseClient, createBaseClient } from "../runtime/client/client.ts";
import type { CallOptions } from "../runtime/call/options.ts";
import type { ClientOptions } from "../runtime/client/options.ts";
import { ordersLater } from "../runtime/client/orders.ts";
import { createListedSymbols } from "../runtime/orders/symbols.ts";
import type { Cancellation } from "../runtime/orders/cancellation.ts";
import type { Placement, ResolveOptions } from "../runtime/orders/types.ts";
import { cancellations, ${features}, externalSigner } from "./call-features.ts";
import type { CompiledFilters } from "./filters.ts";
import { tables } from "./tables.ts";
import { operations } from "./operations.ts";
${writer.imports}

${clientInterface(contract, methods, writer)}
${createClient(contract, methods, writer)}
export type {
  CallEvent,
  CallOptions,
  ValidateOptions,
} from "../runtime/call/options.ts";
export type { ClientOptions } from "../runtime/client/options.ts";
export type {
  CanceledOrder,
  Cancellation,
  EndedOrder,
  RejectedCancellation,
  UnknownCancellation,
} from "../runtime/orders/cancellation.ts";
export type {
  PlacedOrder,
  Placement,
  PlacementEntry,
  PlacementJournal,
  RejectedPlacement,
  ResolveOptions,
  UnknownPlacement,
} from "../runtime/orders/types.ts";
`;
    const origins = contract.operations.flatMap(({ id, origin }) => [
      [`Client.${camelCase(id)}`, origin] as const,
      [`createClient.${camelCase(id)}`, origin] as const,
    ]);
    return [
      { path: "client.ts", text, origins: new Map(origins) },
      { path: "index.ts", text: entry(contract) },
      { path: "api.ts", text: pathClient },
    ];
  },
};

/** The entry with openapi-fetch, apart from the others: few programs call by path. */
const pathClient = `
import createPathClient, { type Client } from "openapi-fetch";
import { apiOptions } from "../runtime/client/api-fetch.ts";
import type { BaseClient } from "../runtime/client/client.ts";
import type { paths } from "./schema.ts";

/** The openapi-fetch client of this API, with a name for the declarations of your program. */
export interface PathClient extends Client<paths> {}

/**
 * The option \`api\` of \`createClient\`: \`createClient({ ..., api }).api\` is an openapi-fetch
 * client for calls by path, which signs, checks and retries as well.
 */
export function api(client: BaseClient): PathClient {
  return createPathClient<paths>(apiOptions(client));
}

export type { paths } from "./schema.ts";
`;

/** The main entry of the package. */
function entry(contract: Contract): string {
  const placing = contract.operations.filter((each) => isTypedOrder(each, contract));
  const hasList = contract.operations.some((each) => cancelAllOf(each, contract) !== undefined);
  const requests = placing.map(({ id }) => camelCase(`${id}Request`));
  return `
export * from "./client.ts";
export * from "./types.ts";
export * from "./errors.ts";
export * from "./iterators.ts";
${requests.length === 0 ? "" : `export { ${requests.join(", ")} } from "./order-rules.ts";`}
export { canMove, isFinal } from "./order-states.ts";
${hasList ? 'export * from "./open-orders.ts";' : ""}
export type { Int64, Open } from "../runtime/tables.ts";
export type { paths } from "./schema.ts";
`;
}

function clientInterface(
  contract: Contract,
  featureMethods: readonly FeatureMethod[],
  writer: TypeWriter,
): string {
  const methods = contract.operations.map((each) => signatures(each, contract, writer));
  return `
/** A client of the exchange: one method per REST operation. */
export interface Client {
  /** The client's clock, in Unix milliseconds: the option \`now\`, else the platform's. */
  readonly now: () => number;
  /** The client's timer, for waits in its time; returns a function that cancels. */
  readonly after: (delayMs: number, run: () => void) => () => void;
${methods.join("\n")}
${featureMethods.map(({ signature }) => signature).join("\n")}
  /**
   * The filters of a symbol and of the exchange, compiled: \`checkOrder\` and \`fitOrder\` before
   * an order is placed. Placements are checked by them too; they are fetched when they are first
   * needed, and again when they are old.
   *
   * @throws TradespecError for a symbol that is not listed; whatever the fetching call throws.
   */
  filters(symbol: string): Promise<CompiledFilters>;
}
`;
}

function createClient(
  { operations, rulesRefresh }: Contract,
  featureMethods: readonly FeatureMethod[],
  writer: TypeWriter,
): string {
  const names = [...featureMethods.map(({ name }) => name), "filters"].map(quoted);
  const placing = operations.filter(({ placement }) => placement);
  const later = [
    ...placing.map(tryName),
    ...(placing.length > 0 ? ["resolvePending"] : []),
    "filters",
  ];
  const { operation: listedBy, names: listed } = rulesRefresh ?? {};
  const listing = [listedBy, listed].flatMap((each) => JSON.stringify(each) ?? []).join(", ");
  return `
/**
 * Makes a client of the exchange. It holds no connection and needs no closing. Where the options
 * have \`streams\`, made by \`createStreams\`, the client has them as its own \`streams\`; with
 * \`api\`, a function of the entry of that name, it has calls by path as its own \`api\`.
 *
 * @throws InvalidRequestError for a wrong option.
 */
export function createClient<Streams = undefined, Api = undefined>(
  options: ClientOptions & {
    readonly streams?: Streams | undefined;
    readonly api?: ((client: BaseClient) => Api) | undefined;
  },
): Client & { readonly streams: Streams; readonly api: Api } {
  const { sign } = Object(options) as ClientOptions;
  const signer = sign && externalSigner(sign);
  const features = { ${features}, signer };
  const placements = {
    load: () => import("./placements.ts"),
    operations: [${placing.map(({ id }) => quoted(id)).join(", ")}],
    methods: [${later.map(quoted).join(", ")}],
  };
  const symbols = createListedSymbols(${listing});
  const client = createBaseClient({ ...tables, operations }, options, features, (context) =>
    ordersLater(placements, cancellations, symbols, context));
  const { call } = client;
  const featureMethods = client.methods as Pick<Client, ${['"after"', '"now"', ...names].join(" | ")}>;
  return {
${operations.map((operation) => method(operation, writer)).join("\n")}
    ...featureMethods,
    streams: options.streams as Streams,
    api: options.api?.(client) as Api,
  };
}
`;
}

const features =
  "adviceSentences, checkFields, decodeResponse, errorNames, exchangeClock, optionChecks, " +
  "rateLimits";

/** A signature, or one for each way in which a parameter decides the response. */
function signatures(operation: Operation, contract: Contract, writer: TypeWriter): string {
  const { id, summary, description, parameters, responses, assumed, origin } = operation;
  const request = requestName(id);
  const isOptional = neededFields(operation, contract).length === 0;
  const narrowed = responses.flatMap(({ schema, when }) => {
    const parameter = parameters.find(({ name }) => name === when?.parameter);
    if (when === undefined || parameter === undefined) return [];
    const isPresent = when.is === "present";
    const key = propertyKey(parameter.name);
    const given = isPresent ? `: ${writer.request(parameter.schema)}` : "?: undefined";
    return {
      fact: `This is the response ${isPresent ? "with" : "without"} \`${parameter.name}\`.`,
      request: `${request} & { readonly ${key}${given} }`,
      isOptional: isOptional && !isPresent,
      response: writer.response(schema),
    };
  });
  const general =
    narrowed.length === 0
      ? ""
      : "This is the response where the fields are only known at run time.";
  const detail = detailOf(operation, contract, writer);
  const all = [
    ...narrowed,
    { fact: general, request, isOptional, response: writer.responses(responses), ...detail },
  ];
  const text = [sentence(summary), description].filter(Boolean).join("\n\n");
  const throws = [thrown(operation)];
  const { weight, securityAssumed } = operation;
  const costs = [
    `Weight: ${weightText(weight)}${assumedMark(weight?.assumed)}.`,
    `Security ${securityText(operation)}${assumedMark(securityAssumed)}.`,
  ];
  return all
    .map((each) => {
      const statements = [each.fact, ...costs].filter(Boolean);
      const docs = { text, statements, assumed, throws, see: origin.file };
      const optional = each.isOptional ? "?" : "";
      return `${doc(docs, 2)}${camelCase(id)}${detail?.parameters ?? ""}(
        request${optional}: ${each.request}, options?: CallOptions
      ): Promise<${each.response}>;`;
    })
    .join("\n");
}

/** The types of a parameter that selects the response's detail. */
function detailOf(
  { id, parameters, responses }: Operation,
  contract: Contract,
  writer: TypeWriter,
) {
  const [{ schema } = { schema: undefined }] = responses;
  const named = schema?.kind === "reference" ? schema.name : undefined;
  const { detail } = contract.schemas.find(({ name }) => name === named) ?? {};
  const parameter = parameters.find(({ name }) => name === detail?.parameter);
  if (named === undefined || parameter === undefined || detail === undefined) return undefined;
  // A word that the schema does not name has no response type of its own.
  const { choices = [""] } = parameter;
  if (!choices.every((word) => Object.hasOwn(detail.levels, word))) return undefined;
  const type = writer.request(parameter.schema);
  const preset = typeof parameter.default === "string" ? ` = ${quoted(parameter.default)}` : "";
  return {
    parameters: `<Detail extends ${type}${preset}>`,
    request: `${requestName(id)} & { readonly ${propertyKey(parameter.name)}?: Detail | undefined }`,
    response: `${detailName(named)}[Detail]`,
  };
}

function thrown({ placement, cancellation }: Operation): string {
  const refused =
    "InvalidRequestError, RateLimitError or BannedError (not sent), ApiError (refused)";
  if (cancellation !== undefined) {
    return `${refused}, NotCanceledError (the order had ended) or UnknownCancellationError.`;
  }
  return placement === undefined
    ? `${refused}, UnreadableResponseError or TransportError (no response).`
    : `${refused}, NotPlacedError (no order exists) or UnknownOutcomeError (an order may exist).`;
}

interface FeatureMethod {
  readonly name: string;
  readonly signature: string;
}

/** Placements and cancellations with a typed outcome: `tryPlaceOrder` beside `placeOrder`. */
function outcomeMethods(contract: Contract, writer: TypeWriter): readonly FeatureMethod[] {
  const { operations } = contract;
  const methods = operations.flatMap((operation) => {
    const { id, placement, cancellation, responses, assumed, origin } = operation;
    const queriedBy = placement?.resolvedBy.operation ?? cancellation?.queriedBy;
    if (queriedBy === undefined) return [];
    const query = operations.find((each) => each.id === queriedBy);
    const order = query === undefined ? "object" : writer.responses(query.responses);
    const general = { parameters: "", request: requestName(id) };
    const all = { ...general, response: writer.responses(responses) };
    const kind = placement === undefined ? "Cancellation" : "Placement";
    const text = placement ? placingText(id, placement.resolvedBy) : cancelingText(id, queriedBy);
    const name = tryName(operation);
    const { parameters, request, response } = detailOf(operation, contract, writer) ?? all;
    const given = `request: ${request}, options?: CallOptions`;
    const outcome = `Promise<${kind}<${response}, ${order}>>`;
    const docs = doc({ text, assumed, see: origin.file }, 2);
    const signature = `${docs}${name}${parameters}(${given}): ${outcome};`;
    return [{ name, signature, kind, order, whole: `${kind}<${all.response}, ${order}>` }];
  });
  const placing = methods.filter(({ kind }) => kind === "Placement");
  const [first] = placing;
  if (first === undefined) return methods;
  const outcomes = [...new Set(placing.map(({ whole }) => whole))].join(" | ");
  const observe = {
    name: "observeOrder",
    signature: `${doc({ text: observingText }, 2)}observeOrder(order: Partial<${first.order}>): void;`,
  };
  const resolve = {
    name: "resolvePending",
    signature: `${doc({ text: resolvingText }, 2)}resolvePending(
      options?: ResolveOptions
    ): Promise<readonly (${outcomes})[]>;`,
  };
  return [...placing, observe, resolve, ...methods.filter((each) => !placing.includes(each))];
}

function cancelingText(id: string, query: string): string {
  return (
    `As \`${camelCase(id)}\`, with an outcome that says what is certain: the order is canceled, ` +
    "it had ended in another way, the request was refused, or the outcome is not known.\n\nWhere " +
    `the response is lost, \`${query}\` queries the order, and while that is open, it is canceled ` +
    "again, until `timeoutMs` is over. Rejects only when the client itself is broken."
  );
}

type Query = NonNullable<Operation["placement"]>["resolvedBy"];

function placingText(id: string, { operation, parameter }: Query): string {
  return (
    `As \`${camelCase(id)}\`, with an outcome that says what is certain: the order was placed, ` +
    "there is none and will be none, or the outcome is not known yet.\n\nWhere the response is lost, " +
    `\`${operation}\` with \`${parameter}\` finds the order before anything is sent again, and ` +
    "the same client id is sent again only when there is certainly no order. Rejects only when " +
    "the client itself is broken."
  );
}

const observingText =
  "Takes an order that a user data stream reports, with the field names of its record. A placement " +
  "whose response is lost ends with it, without a query.";

const resolvingText =
  "Finds out what became of the placements that the journal holds from before a crash. It sends no " +
  "order; without a journal the list is empty.";

function method({ id, responses }: Operation, { response }: TypeWriter): string {
  // An overloaded method gives no contextual types, so the function declares its own.
  const isOverloaded = responses.some(({ when }) => when !== undefined);
  const types = [...new Set(responses.map(({ schema }) => response(schema)))];
  const [given, type] = isOverloaded
    ? [`request?: ${requestName(id)}, options?: CallOptions`, `<${types.join(" & ")}>`]
    : ["request, options", ""];
  const call = `call${type}(${quoted(id)}, request, options)`;
  return `${camelCase(id)}: (${given}) => ${call},`;
}
