/**
 * Checks and decodes responses by their documented types. 64-bit integers and decimals are exact,
 * whether sent as numbers or text; a violation is reported with its JSON pointer. Assumed parts are
 * converted where possible and never rejected. Fields and enum values that the spec does not know
 * pass through.
 */

import { decimalOf, Inexact, int64Of, integerOf } from "../encoding/exact-numbers.ts";
import { NumberText, withDigits } from "../encoding/json.ts";
import { pointerStep } from "../encoding/json-value.ts";
import type { RecordType, ResponseTables, ResponseType, ScalarType } from "../tables.ts";

/** Decodes the body of an operation's response. `isLenient` rejects nothing. */
export type DecodeResponse = (id: string, body: ResponseBody, isLenient?: boolean) => Decoded;

/** A body as the built-in JSON reader gives it, and as text, for where that lost digits. */
interface ResponseBody {
  readonly value: unknown;
  readonly text: string;
  /** Takes the value out of the parsed text. */
  readonly payloadOf: (whole: unknown) => unknown;
}

/** The decoded value, or the JSON pointer and reason of a violation. */
export type Decoded =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "issue"; readonly pointer: string; readonly reason: string };

/** Makes a decoder of responses. It changes values in place; each type is compiled on first use. */
export function createResponseDecoder({ types, responses }: ResponseTables): DecodeResponse {
  const strict = new Map<ResponseType, Decode>();
  const soft = new Map<ResponseType, Decode>();
  const compile: Compile = (type, isSoft) => {
    const known = isSoft ? soft : strict;
    const decode = known.get(type) ?? compileType(type, isSoft, types, compile);
    known.set(type, decode);
    return decode;
  };
  return (id, { value, text, payloadOf }, isLenient = false) => {
    const type = responses[id];
    if (type === undefined) return { kind: "value", value };
    const decode = compile(type, isLenient);
    try {
      return { kind: "value", value: decode(value) };
    } catch (error) {
      if (!(error instanceof Inexact)) return issueOf(error);
    }
    try {
      // Parse again, with the text of every number.
      return { kind: "value", value: withDigits(text, (whole) => decode(payloadOf(whole))) };
    } catch (error) {
      return issueOf(error);
    }
  };
}

/** Decodes one value; throws a Mismatch, or Inexact where digits were lost. */
type Decode = (value: unknown) => unknown;

/** Compiles the decoder of a type; a soft one rejects nothing. */
type Compile = (type: ResponseType, isSoft: boolean) => Decode;

/** A violation, and where it is. */
class Mismatch {
  readonly reason: string;
  pointer = "";
  constructor(reason: string) {
    this.reason = reason;
  }
}

function issueOf(error: unknown): Decoded {
  if (error instanceof Mismatch) {
    return { kind: "issue", pointer: error.pointer, reason: error.reason };
  }
  if (error instanceof RangeError) {
    return {
      kind: "issue",
      pointer: "",
      reason: "is nested too deeply, or the platform is too old, for its exact numbers",
    };
  }
  throw error;
}

/** Throws a mismatch, or returns the value where nothing is rejected. */
function mismatch(value: unknown, reason: string, isSoft: boolean): unknown {
  if (isSoft) return value;
  throw new Mismatch(reason);
}

function compileType(
  type: ResponseType,
  isSoft: boolean,
  types: ResponseTables["types"],
  compile: Compile,
): Decode {
  if (typeof type === "string") {
    const named = types[type];
    return named === undefined ? scalar(type as ScalarType, isSoft) : compile(named, isSoft);
  }
  if ("assumed" in type) return compile(type.assumed, true);
  if ("list" in type) {
    const decode = compile(type.list, isSoft);
    return list(0, () => decode, isSoft);
  }
  if ("tuple" in type) {
    const decoders = type.tuple.map((item) => compile(item, isSoft));
    return list(decoders.length, (index) => decoders[index], isSoft);
  }
  if ("oneOf" in type) return oneOf(type.oneOf, isSoft, types, compile);
  return record(type.record, isSoft, compile);
}

/** The name and the decoder of each scalar; `undefined` for a wrong value. */
const scalars: Readonly<Record<ScalarType, readonly [string, (value: unknown) => unknown]>> = {
  int64: ["a 64-bit integer", int64Of],
  integer: ["an integer", integerOf],
  decimal: ["a decimal", decimalOf],
  text: ["text", (value) => (typeof value === "string" ? value : undefined)],
  boolean: ["true or false", (value) => (typeof value === "boolean" ? value : undefined)],
  null: ["null", (value) => (value === null ? null : undefined)],
  any: ["anything", (value) => value],
};

function scalar(type: ScalarType, isSoft: boolean): Decode {
  const [name, read] = scalars[type];
  return (value) => {
    const found = read(value);
    return found === undefined ? mismatch(value, `is not ${name}`, isSoft) : found;
  };
}

/** A list of at least `lengthMin` items; `decoderAt` gives the decoder of each position. */
function list(
  lengthMin: number,
  decoderAt: (index: number) => Decode | undefined,
  isSoft: boolean,
): Decode {
  const expected = lengthMin === 0 ? "a list" : `a list of at least ${lengthMin}`;
  return (value) => {
    if (!Array.isArray(value) || value.length < lengthMin) {
      return mismatch(value, `is not ${expected}`, isSoft);
    }
    // Faster than an iterator, and an order book has thousands of levels.
    for (let index = 0; index < value.length; index += 1) {
      const decode = decoderAt(index);
      if (decode !== undefined) decodeMember(value as unknown as Members, index, decode);
    }
    return value;
  };
}

/** An object or a list. */
type Members = Record<string | number, unknown>;

function decodeMember(members: Members, name: string | number, decode: Decode): void {
  const before = members[name];
  try {
    const after = decode(before);
    if (after !== before) members[name] = after;
  } catch (error) {
    if (error instanceof Mismatch) {
      error.pointer = `${pointerStep(name)}${error.pointer}`;
    }
    throw error;
  }
}

const missing: Decode = () => {
  throw new Mismatch("is missing");
};

function record(fields: RecordType, isSoft: boolean, compile: Compile): Decode {
  const { constants = {}, required = {}, optional = {}, assumed = {} } = fields;
  const membersOf = (types: typeof required, isRequired: boolean, softly = isSoft) =>
    Object.entries(types).map(([name, type]) => {
      return { name, isRequired, decode: compile(type, softly) };
    });
  const members = [
    ...membersOf(required, !isSoft),
    ...Object.keys(constants).map((name) => {
      return { name, isRequired: !isSoft, decode: compile("any", isSoft) };
    }),
    ...membersOf(optional, false),
    ...membersOf(assumed, false, true),
  ];
  // An assumed record may not even be an object.
  const isAssumed = isSoft || Object.keys(fields).every((part) => part === "assumed");
  return (value) => {
    if (!isObject(value)) return mismatch(value, "is not an object", isAssumed);
    for (const { name, isRequired, decode } of members) {
      if (value[name] !== undefined) decodeMember(value, name, decode);
      else if (isRequired) decodeMember(value, name, missing);
    }
    return value;
  };
}

/** The first type that matches the value's form and constants. */
function oneOf(
  members: readonly ResponseType[],
  isSoft: boolean,
  types: ResponseTables["types"],
  compile: Compile,
): Decode {
  const forms = members.map((type) => {
    return { matches: formOf(type, types), decode: compile(type, isSoft) };
  });
  return (value) => {
    const found = forms.find(({ matches }) => matches(value));
    return found === undefined
      ? mismatch(value, "has none of the allowed forms", isSoft)
      : found.decode(value);
  };
}

function formOf(type: ResponseType, types: ResponseTables["types"]): (value: unknown) => boolean {
  if (typeof type === "string") {
    const named = types[type];
    if (named !== undefined) return formOf(named, types);
    if (type === "any") return () => true;
    if (type === "null") return (value) => value === null;
    return (value) => value !== null && !Array.isArray(value) && !isObject(value);
  }
  if ("assumed" in type) return formOf(type.assumed, types);
  if ("list" in type || "tuple" in type) return Array.isArray;
  if ("oneOf" in type) return isObject;
  const constants = Object.entries(type.record.constants ?? {});
  return (value) => isObject(value) && constants.every(([name, word]) => value[name] === word);
}

function isObject(value: unknown): value is Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  // A number parsed with its digits.
  return !(value instanceof NumberText);
}
