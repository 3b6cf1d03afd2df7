import { type BuildContext, type Document, showsAlone } from "./context.ts";
import { pointerNames } from "./documents/json.ts";
import type { Loaded } from "./documents/load.ts";
import type { Json } from "./documents/model.ts";
import { isBroken } from "./documents/places.ts";
import { suggestName } from "./documents/problems.ts";
import * as read from "./documents/read.ts";
import { orderNames } from "./filters/filters.ts";
import type { Contract, Operation, Schema } from "./model.ts";
import { meaning, partsOf, propertyOf, rowMeaning } from "./schemas/meaning.ts";

/** Location of a name: its extension, the object around it, and the path within. */
export interface NamePlace {
  readonly document: Document;
  /** Path from the document's root to the object with the extension. */
  readonly holder: readonly string[];
  readonly extension: Json;
  readonly inside: readonly string[];
  readonly name: string | number;
}

/** The known names; `undefined` if unknown, so that any name is accepted. */
type Names = readonly (string | number)[] | undefined;

type Context = BuildContext & Pick<Loaded, "vocabulary"> & { readonly contract: Contract };

/**
 * The problem of a value that refers to something unknown, else `undefined`. `kind` comes from
 * `x-names` in the value's schema in spec/lint/vocabulary/.
 */
export function nameProblem(
  context: Context,
  kind: string,
  place: NamePlace,
): { readonly message: string; readonly fix: string } | undefined {
  if (kind === "twice") {
    return { message: `${place.name} is listed twice.`, fix: "Keep or rename one of the two." };
  }
  const [what, namesAt] = kinds[kind] ?? [`value of the unknown x-names ${kind}`, () => []];
  const known = namesAt(context, place);
  if (known === undefined || known.includes(place.name)) return undefined;
  const fix = suggestName(String(place.name), known.map(String));
  const article = /^[aeiou]/.test(what) ? "an" : "a";
  return { message: `${place.name} is not ${article} ${what}.`, fix };
}

/** Each kind of name: its words for messages, and the known names at a place. */
const kinds: Readonly<Record<string, readonly [what: string, names: NamesAt]>> = {
  role: ["role of an operation", rolesHere],
  operation: ["operation", ({ contract }) => contract.operations.map(({ id }) => id)],
  parameter: ["parameter of the operation", parametersHere],
  resolvingParameter: ["parameter of that operation", resolvingParameters],
  anyParameter: [
    "parameter",
    ({ contract }) => contract.operations.flatMap(({ parameters }) => namesOf(parameters)),
  ],
  detailLevel: ["value of that parameter", detailLevels],
  placementField: ["field of a placement", placementFields],
  orderField: [
    "field of an order",
    (context) => [...Object.keys(orderNames), ...(placementFields(context) ?? [])],
  ],
  placedField: ["field of the order's record", returnedBy("resolvedBy", "operation")],
  windowParameter: ["parameter of the window", windowParameter],
  orderType: ["order type", (context) => orderWords(context, "type")],
  orderSide: ["side of an order", (context) => orderWords(context, "side")],
  timeInForce: ["time in force", (context) => orderWords(context, "timeInForce")],
  fieldWord: ["value of that field", (context, { inside }) => orderWords(context, inside.at(-1))],
  orderStatus: ["value of an order's status", (context) => orderWords(context, "status")],
  orderState: ["state of an order", ({ contract }) => namesOf(contract.orderStates.states)],
  orderTrigger: [
    "trigger of x-order-states",
    ({ openapi }) => Object.keys(read.object(openapi, "x-order-states", "triggers")),
  ],
  errorCode: ["error code of x-errors", ({ contract }) => contract.errors.map(({ code }) => code)],
  errorStatus: ["status of x-errors", ({ contract }) => contract.statuses.map(({ from }) => from)],
  securityType: ["security type", ({ contract }) => namesOf(contract.securityTypes)],
  securityScheme: ["scheme that x-signing sends, among components.securitySchemes", sentSchemes],
  keyHeader: ["header of a security scheme", schemesIn("header")],
  signatureField: ["field of a security scheme", schemesIn("query")],
  schemaPointer: ["pointer to a schema", pointersTo("schemas")],
  envelopeField: ["property of the envelope", envelopeFields],
  snapshotField: ["field of the snapshot", returnedBy("snapshot", "operation")],
  listedWord: ["word that the operation's response lists", listedWords],
  socketQuery: ["parameter of a connection's address", socketQuery],
  parameterPointer: ["pointer to a parameter", pointersTo("parameters")],
  header: [
    "header among components.headers",
    ({ openapi }) => Object.keys(read.components(openapi, "headers")),
  ],
  rule: ["rule of the filter", rules],
  marketData: ["name of market data", ({ contract }) => namesOf(contract.marketData)],
  timeField: ["field of its response", returnedBy("clockOffset", "from")],
  marketField: ["field of its response", marketFields],
  filter: ["filter", ({ contract }) => namesOf(contract.filters)],
  channel: ["channel", ({ contract }) => contract.channels.map(({ id }) => id)],
  message: ["message of a channel", ({ contract }) => namesOf(messagesOf(contract))],
  ownField: ["field of this schema or message", ownFields],
  rowField: ["field of a row", responseFields],
  responseField: ["field of its response", responseFields],
  queriedField: ["field of the queried order", returnedBy("queriedBy")],
  bookField: ["field of the channel's messages", bookFields],
  replyField: ["field of a reply on the connection", replyFields],
  recordField: ["field of the record", recordFields],
  eventField: ["field of the event", eventFields],
  eventWord: ["value of that field", eventWords],
  section: ["section of spec/sections.yaml", sections],
};

type NamesAt = (context: Context, place: NamePlace) => Names;

function namesOf(named: readonly { readonly name: string }[]): readonly string[] {
  return named.map(({ name }) => name);
}

function operationHere({ contract }: Context, { holder }: NamePlace): Operation | undefined {
  const [, path, method] = holder;
  return contract.operations.find(
    (each) => each.path === path && each.method.toLowerCase() === method,
  );
}

/** The roles of operations; a field or a stream may have any role. */
function rolesHere(
  { vocabulary }: Context,
  { holder: [document, , method, ...inside] }: NamePlace,
) {
  const isOperation = document === "paths" && method !== undefined && inside.length === 0;
  const roles = vocabulary.get("x-role") ?? {};
  return isOperation ? read.texts(roles, "anyOf", "0", "enum") : undefined;
}

/** Unknown where a parameter could not be read, or none is listed. */
function parametersHere(context: Context, place: NamePlace): Names {
  const given = read.at(context.openapi, ...place.holder.slice(0, 3), "parameters");
  const lacksOne = read.list(given).some((each) => isBroken(read.resolved(context.openapi, each)));
  const { parameters = [] } = operationHere(context, place) ?? {};
  return lacksOne || parameters.length === 0 ? undefined : namesOf(parameters);
}

/** Unknown where the stream document is alone. */
function sections({ openapi }: Context): Names {
  const { "x-sections": titles } = openapi;
  return titles === undefined ? undefined : Object.keys(read.object(titles));
}

function windowParameter({ contract }: Context, { extension }: NamePlace): Names {
  const window = read.text(extension, "parameters", "window");
  const isKnown = contract.operations.some(({ parameters }) =>
    namesOf(parameters).includes(window),
  );
  return isKnown ? [window] : undefined;
}

function resolvingParameters({ contract }: Context, { extension, inside }: NamePlace): Names {
  const id = read.at(extension, ...inside.slice(0, -1), "operation");
  const operation = contract.operations.find((each) => each.id === id);
  return operation && namesOf(operation.parameters);
}

/** Parameters of placements; of all operations if there is no placement. */
function placementFields({ contract: { operations } }: Context): Names {
  const placements = operations.filter(({ placement }) => placement !== undefined);
  return (placements.length === 0 ? operations : placements).flatMap(({ parameters }) =>
    namesOf(parameters),
  );
}

/** The values of an order field, from the placement's parameter or the order record. */
function orderWords({ contract }: Context, field = ""): Names {
  return wordsOf(contract, orderField(contract, field));
}

/** The listed values of a field; unknown where none are. */
function wordsOf({ schemas }: Contract, schema: Schema | undefined): Names {
  const meant = schema && rowMeaning(schema, schemas);
  return meant?.kind === "enum" ? meant.values.map(({ value }) => value) : undefined;
}

/** The schema name of an order field, if any. */
export function orderSchema(contract: Contract, field: string): string | undefined {
  const schema = orderField(contract, field);
  return schema?.kind === "reference" ? schema.name : undefined;
}

function orderField(contract: Contract, field: string): Schema | undefined {
  const placing = contract.operations.find(({ placement }) => placement !== undefined);
  const parameter = placing?.parameters.find(({ name }) => name === field);
  const record = responseOf(contract, placing?.placement?.resolvedBy.operation);
  return parameter?.schema ?? propertyOf(record, field, contract.schemas);
}

/** The schemes of API key and signature: a client sends no others. All, where one is missing. */
function sentSchemes({ openapi, contract: { signing } }: Context): Names {
  const all = Object.entries(read.components(openapi, "securitySchemes"));
  const sent = all.filter(([, each]) => {
    const name = read.at(each, "in") === "header" ? signing.header : signing.signature;
    return read.at(each, "name") === name;
  });
  return (sent.length < 2 ? all : sent).map(([name]) => name);
}

/** Names of the security schemes in a place of the request. */
function schemesIn(place: string): NamesAt {
  return ({ openapi }) =>
    Object.values(read.components(openapi, "securitySchemes"))
      .filter((scheme) => read.at(scheme, "in") === place)
      .map((scheme) => String(read.at(scheme, "name")));
}

function pointersTo(section: string): NamesAt {
  return ({ openapi }) =>
    Object.keys(read.components(openapi, section)).map((name) => `#/components/${section}/${name}`);
}

function envelopeFields({ openapi }: Context, { extension }: NamePlace): Names {
  const pointer = String(read.at(extension, "schema"));
  const properties = read.at(openapi, ...pointerNames(pointer), "properties");
  return properties === undefined ? undefined : Object.keys(read.object(properties));
}

/** Response fields of the operation that the extension names at a path. */
function returnedBy(...path: readonly string[]): NamesAt {
  return ({ contract }, { extension }) => recordOf(contract, read.optionalText(extension, ...path));
}

function marketFields(context: Context, place: NamePlace): Names {
  return returnedBy(...place.inside.slice(0, 1), "from", "operation")(context, place);
}

/** The enum values in the response of the operation that lists limits. */
function listedWords(context: Context, { extension }: NamePlace): Names {
  const { contract } = context;
  const response = responseOf(contract, read.optionalText(extension, "listedLimits", "operation"));
  if (response === undefined || showsAlone(context)) return undefined;
  const reached = new Set([meaning(response, contract.schemas)]);
  // What is added to a set meanwhile is visited, too.
  for (const schema of reached) {
    for (const part of partsOf(schema)) reached.add(meaning(part, contract.schemas));
  }
  return [...reached].flatMap((schema) =>
    schema.kind === "enum" ? schema.values.map(({ value }) => value) : [],
  );
}

function socketQuery({ asyncapi }: Context): Names {
  const bindings = Object.values(read.components(asyncapi, "channelBindings"));
  const properties = bindings.map((each) => read.at(each, "ws", "query", "properties"));
  const names = properties.flatMap((each) => Object.keys(read.object(each)));
  return names.length === 0 ? undefined : names;
}

function messagesOf({ channels }: Contract): Contract["channels"][number]["messages"] {
  return channels.flatMap(({ messages }) => messages);
}

/** The properties of the schema or message with the extension. */
function ownFields(context: Context, { document, holder }: NamePlace): Names {
  const node = read.at(context[document], ...holder);
  const schema = read.resolved(context[document], read.at(node, "payload") ?? node);
  return Object.keys(read.object(schema, "properties"));
}

function rules({ openapi }: Context, { holder }: NamePlace): Names {
  const listed = read.list(openapi, ...holder, "x-rules");
  return listed.map((rule) => String(read.at(rule, "id")));
}

function responseFields(context: Context, place: NamePlace): Names {
  return recordOf(context.contract, operationHere(context, place)?.id);
}

function bookFields({ contract }: Context, { extension }: NamePlace): Names {
  const id = read.at(extension, "channel");
  const [message] = contract.channels.find((each) => each.id === id)?.messages ?? [];
  return fieldsOf(contract, message?.payload);
}

/** The message fields of the channel with the control messages. */
function replyFields({ contract }: Context, { extension }: NamePlace): Names {
  const format = read.text(extension, "control", "format");
  const messages = contract.channels.find(({ id }) => id === format)?.messages ?? [];
  return messages.flatMap(({ payload }) => fieldsOf(contract, payload) ?? []);
}

/** The record fields of a user data session, by the part of `x-user-data`. */
function recordFields({ contract }: Context, { extension, inside }: NamePlace): Names {
  const [part, name, , record, ...rest] = inside;
  const records = read.at(extension, "records");
  const listing = (of: string, key: string): string => read.text(records, of, key);
  const asked = part === "records" ? name : record;
  if (asked === "order") return recordOf(contract, listing("order", "askedBy"));
  if (asked === "trade") return recordOf(contract, listing("trade", "listedBy"));
  const account = responseOf(contract, listing("balance", "listedBy"));
  const isOfOne = part === "events" ? rest.length > 0 : inside.at(-1) === "asset";
  return fieldsOf(
    contract,
    isOfOne ? propertyOf(account, listing("balance", "list"), contract.schemas) : account,
  );
}

/** The fields of an event, or of a balance that it lists. */
function eventFields({ contract }: Context, { extension, inside }: NamePlace): Names {
  const event = read.at(extension, ...inside.slice(0, 2));
  const name = read.at(event, "message");
  const payload = messagesOf(contract).find((each) => each.name === name)?.payload;
  if (inside[3] !== "balances" || inside[4] !== "fields") return fieldsOf(contract, payload);
  const list = read.at(event, "sets", "balances", "list");
  return fieldsOf(contract, propertyOf(payload, String(list), contract.schemas));
}

/** The values of the parameter that asks for a level of detail. */
function detailLevels({ contract }: Context, { extension }: NamePlace): Names {
  const name = read.text(extension, "parameter");
  const all = contract.operations.flatMap(({ parameters }) => parameters);
  return wordsOf(contract, all.find((each) => each.name === name)?.schema);
}

/** The values of the event's field that stands beside the name. */
function eventWords({ contract }: Context, { extension, inside }: NamePlace): Names {
  const name = read.at(extension, ...inside.slice(0, 2), "message");
  const field = read.text(extension, ...inside.slice(0, -1), "field");
  const payload = messagesOf(contract).find((each) => each.name === name)?.payload;
  return wordsOf(contract, propertyOf(payload, field, contract.schemas));
}

function responseOf({ operations }: Contract, id: string | undefined): Schema | undefined {
  return operations.find((each) => each.id === id)?.responses[0]?.schema;
}

/** The fields of the record, or of the rows, that an operation returns. */
function recordOf(contract: Contract, id: string | undefined): Names {
  return fieldsOf(contract, responseOf(contract, id));
}

function fieldsOf({ schemas }: Contract, schema: Schema | undefined): Names {
  const found = schema && rowMeaning(schema, schemas);
  if (found?.kind === "tuple") return namesOf(found.items);
  return found?.kind === "record" ? namesOf(found.properties) : undefined;
}
