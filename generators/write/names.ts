import type { PagedList } from "../../runtime/pagination/list.ts";
import type { Contract, NamedSchema, Operation, StreamMessage } from "../contract/model.ts";

/**
 * The names that generated/types.ts declares: unique, no reserved words, and none hides a global
 * that generated code uses. Clashes are resolved in the order of the contract, so the same spec
 * gives the same names.
 */
export interface TypeNames {
  /** Type of a named schema, by its name in the spec. */
  readonly schema: (name: string) => string;
  /** Constant that lists the known values of a named choice. */
  readonly list: (name: string) => string;
  /** Type of an operation's request fields, by operation id. */
  readonly request: (operationId: string) => string;
  /** Type of all fields of a request whose rules make it a union, by operation id. */
  readonly fields: (operationId: string) => string;
  /** Type of a response by its level of detail, by the name of its schema. */
  readonly detail: (name: string) => string;
  /** Type of a stream message, by message name; the payload's own type where it has one. */
  readonly message: (name: string) => string;
  /** All types, in order of declaration. */
  readonly all: readonly string[];
}

/** The names of `generated/types.ts`. */
export function typeNames(contract: Contract): TypeNames {
  const taken = new Set(reservedTypes);
  const claims = (keys: readonly string[], nameOf: (key: string) => string) => {
    const claimed = new Map(keys.map((key) => [key, unique(nameOf(key), taken)]));
    return (key: string): string => claimed.get(key) ?? nameOf(key);
  };
  const { schemas, operations } = contract;
  const messages = messagesOf(contract);
  // The `Decimal` of the spec is the runtime's type; no other schema may take the name.
  const isOwn = ({ name, schema: { kind } }: NamedSchema) =>
    name !== "Decimal" || kind !== "decimal";
  const schema = claims(schemas.filter(isOwn).map(nameOf), pascalCase);
  const choices = schemas.filter(({ schema: { kind } }) => kind === "choice").map(nameOf);
  const list = claims(choices, (name) => plural(camelCase(name)));
  const ids = operations.map(({ id }) => id);
  const request = claims(ids, (id) => `${pascalCase(id)}Request`);
  const unions = operations
    .filter((each) => each.parameters.some(({ orElse }) => orElse) || isTypedOrder(each, contract))
    .map(({ id }) => id);
  const fields = claims(unions, (id) => `${pascalCase(id)}Fields`);
  const detailed = schemas.filter(({ detail: levels }) => levels !== undefined).map(nameOf);
  const detail = claims(detailed, (name) => plural(pascalCase(name)));
  const known = new Set(schemas.map(nameOf));
  const payloads = new Map(
    messages.flatMap(({ name, payload }) =>
      payload.kind === "reference" && known.has(payload.name) ? [[name, payload.name]] : [],
    ),
  );
  const unnamed = messages.map(nameOf).filter((name) => !payloads.has(name));
  const ownMessage = claims(unnamed, (name) => `${pascalCase(name)}Message`);
  const message = (name: string): string => {
    const payload = payloads.get(name);
    return payload === undefined ? ownMessage(name) : schema(payload);
  };
  const all = [
    ...[...known].map(schema),
    ...ids.map(request),
    ...unions.map(fields),
    ...detailed.map(detail),
    ...unnamed.map(message),
  ];
  return { schema, list, request, fields, detail, message, all };
}

/** Every message of a stream once, by its name. */
export function messagesOf({ channels }: Contract): readonly StreamMessage[] {
  const messages = channels.flatMap((channel) => channel.messages);
  return messages.filter(
    ({ name }, index) => messages.findIndex((other) => other.name === name) === index,
  );
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** A wire name as the name of a type: `PRICE_FILTER` gives `PriceFilter`. */
export function pascalCase(wireName: string): string {
  const name = words(wireName).map(capitalized).join("");
  return identifier(name);
}

/** A wire name as the name of a value: `BookTicker` gives `bookTicker`. */
export function camelCase(wireName: string): string {
  const name = words(wireName).map(capitalized).join("");
  return identifier(name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (start) => start.toLowerCase()));
}

/** Claims the first free form of a name: as it is, or with a number appended. */
export function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}${count}`;
  taken.add(free);
  return free;
}

/** A property key as source text, quoted where needed; never the prototype setter. */
export function propertyKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifier(name) ? name : quoted(name);
}

/** A string literal that no text can break out of. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029\u007f-\u009f]/g, escaped);
}

/** An operation that returns a list page by page. */
export type PagedOperation = Operation & { readonly pages: PagedList };

/**
 * The names of the iterators over paged lists, by operation: `getAllOrders` gives `eachOrder`, the
 * noun without the verb and without "All".
 */
export function rowFunctions({ operations }: Contract): ReadonlyMap<PagedOperation, string> {
  const taken = new Set<string>();
  const isPaged = (operation: Operation): operation is PagedOperation =>
    operation.pages !== undefined;
  return new Map(
    operations.filter(isPaged).map((operation) => {
      const noun = pascalCase(operation.id).replace(/^[A-Z][a-z]+(?=[A-Z])/, "");
      const row = noun.replace(/^All(?=[A-Z])/, "").replace(/s$/, "");
      return [operation, unique(`each${row}`, taken)];
    }),
  );
}

/** Whether an operation places orders of the types that the rules know. */
export function isTypedOrder(
  { placement, parameters }: Operation,
  { orderRules }: Contract,
): boolean {
  const hasType = parameters.some(({ name }) => name === "type");
  return placement !== undefined && hasType && orderRules.types.length > 0;
}

/** The plural of an English noun, by the rules that the nouns of the spec need. */
export function plural(noun: string): string {
  if (/(s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function words(wireName: string): readonly string[] {
  const parts = wireName.split(/[^A-Za-z0-9]+/).filter((part) => part !== "");
  return parts.map((part) => (/^[A-Z0-9]+$/.test(part) ? part.toLowerCase() : part));
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function identifier(name: string): string {
  if (name === "") return "_";
  if (/^[0-9]/.test(name)) return `_${name}`;
  return reservedWords.has(name) ? `${name}_` : name;
}

/** Whether a name can follow a dot without quotes. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name);
}

/** Whether a name can be that of a variable. */
export function isVariable(name: string): boolean {
  return isIdentifier(name) && !reservedWords.has(name);
}

const reservedWords: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else " +
    "enum eval export extends false finally for function if implements import in instanceof " +
    "interface let new null package private protected public return static super switch this " +
    "throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Types that generated code imports or that are global; no schema may hide them. */
const reservedTypes: readonly string[] = (
  "AbortSignal Array BigInt Boolean CallOptions Context Date Decimal Error " +
  "Client ClientOptions Function Int64 Map Number Object Open Payload Promise " +
  "Readonly ReadonlyArray Record Reply Request Response Set Stream String Symbol UnlistedWord"
).split(" ");
