import type { PagedList } from "../../runtime/pagination/list.ts";
import type { Contract, Operation, StreamMessage } from "../contract/model.ts";

// Names in `generated/types.ts`. The contract's build refuses clashes.

/** Type of a named schema. */
export function typeName(schema: string): string {
  return pascalCase(schema);
}

/** Constant with the known values of a named enum. */
export function listName(choice: string): string {
  return plural(camelCase(choice));
}

/** Type of an operation's request fields. */
export function requestName(operationId: string): string {
  return `${pascalCase(operationId)}Request`;
}

/** Type of all request fields, where rules make the request a union. */
export function fieldsName(operationId: string): string {
  return `${pascalCase(operationId)}Fields`;
}

/** Type of a response by detail level. */
export function detailName(schema: string): string {
  return plural(pascalCase(schema));
}

/** Type of a stream message: its payload's type, if it has one. */
export function messageName({ name, payload }: StreamMessage): string {
  return payload.kind === "reference" ? typeName(payload.name) : `${pascalCase(name)}Message`;
}

/** All types in `generated/types.ts`, in order. */
export function typesIn(contract: Contract): readonly string[] {
  const { schemas, operations } = contract;
  const unions = operations.filter((each) => hasLookups(each) || isTypedOrder(each, contract));
  const detailed = schemas.filter(({ detail }) => detail !== undefined);
  return [
    ...schemas.map(({ name }) => typeName(name)),
    ...operations.map(({ id }) => requestName(id)),
    ...unions.map(({ id }) => fieldsName(id)),
    ...detailed.map(({ name }) => detailName(name)),
    ...ownMessages(contract).map(messageName),
  ];
}

/** Every stream message once, by name. */
export function messagesOf({ channels }: Contract): readonly StreamMessage[] {
  const messages = channels.flatMap((channel) => channel.messages);
  return messages.filter(
    ({ name }, index) => messages.findIndex((other) => other.name === name) === index,
  );
}

/** Messages whose payload has no type of its own. */
export function ownMessages(contract: Contract): readonly StreamMessage[] {
  return messagesOf(contract).filter(({ payload }) => payload.kind !== "reference");
}

/** A wire name as a type name: `PRICE_FILTER` becomes `PriceFilter`. */
export function pascalCase(wireName: string): string {
  const name = words(wireName).map(capitalized).join("");
  return identifier(name);
}

/** A wire name as a value name: `BookTicker` becomes `bookTicker`. */
export function camelCase(wireName: string): string {
  const name = words(wireName).map(capitalized).join("");
  return identifier(name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (start) => start.toLowerCase()));
}

/** The first free form of a name: unchanged, or with a number. */
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

export type PagedOperation = Operation & { readonly pages: PagedList };

/**
 * Names of the iterators over paged lists, by operation: `getAllOrders` becomes `eachOrder`, the
 * noun without the verb and without "All".
 */
export function iteratorNames({ operations }: Contract): ReadonlyMap<PagedOperation, string> {
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

/** The method beside an operation's own that returns each outcome: `tryPlaceOrder`. */
export function tryName({ id }: Operation): string {
  return `try${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/** Methods of the feature `placements`; none where no operation places orders. */
export function placementMethodNames(operations: readonly Operation[]): readonly string[] {
  const placing = operations.filter(({ placement }) => placement !== undefined);
  return placing.length === 0 ? [] : [...placing.map(tryName), "observeOrder", "resolvePending"];
}

export function cancellationMethodNames(operations: readonly Operation[]): readonly string[] {
  return operations.filter(({ cancellation }) => cancellation !== undefined).map(tryName);
}

/** Whether an operation places orders with typed order rules. */
export function isTypedOrder(
  { placement, parameters }: Operation,
  { orderRules }: Contract,
): boolean {
  const hasType = parameters.some(({ name }) => name === "type");
  return placement !== undefined && hasType && orderRules.types.length > 0;
}

/** Whether an operation finds its subject by one of several fields. */
export function hasLookups({ parameters }: Operation): boolean {
  return parameters.some(({ orElse }) => orElse !== undefined);
}

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

/** Whether a name can be a variable's. */
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
