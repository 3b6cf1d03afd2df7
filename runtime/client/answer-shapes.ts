/**
 * Answers by their documented shape: 64-bit integers and decimals exact however they came, and a
 * place for everything that is not as documented. What the interface does not show converts where
 * it can and never rejects; fields and words that the spec does not know pass through.
 *
 * A shape is a text, so that all of them together are small. Types: `i` 64-bit integer, `n`
 * integer, `d` decimal, `t` text, `b` boolean, `z` null, `x` anything, a name another shape; `[]`
 * behind a type a list of it, `|` between types either, `?` before one that it is assumed. A record
 * is groups of fields of one type (`!t:symbol status; ?d:price`): `!` is needed, `:` may be absent,
 * `?` is assumed. A field behind `=` holds a word (`=filterType:LOT_SIZE`). A list by position is
 * its types behind `[`, and a choice with a name its types behind `|`.
 */

import { withDigits } from "../encoding/json-exact.ts";
import { Inexact } from "./answer-numbers.ts";
import type { Decode, Field } from "./answer-parts.ts";
import {
  isRecord,
  leafOf,
  listOf,
  Misfit,
  misfit,
  recordOf,
  same,
  tupleOf,
} from "./answer-parts.ts";

/** The shapes by name, and the type of each operation's answer. */
export interface AnswerTable {
  readonly shapes: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, string>>;
}

/** The value as documented, or what of it is not and where (a JSON pointer). */
export type Decoded =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "fault"; readonly pointer: string; readonly reason: string };

/**
 * Decodes the answer of an operation. Where digits were lost, `exact` reads it again and gives it
 * with each number as a `NumberText`.
 */
export interface AnswerDecoder {
  (id: string, value: unknown, exact: Exact, isLenient?: boolean): Decoded;
  /** Reads a text again, for who gives `exact`. */
  readonly withDigits: typeof withDigits;
}

/** Reads an answer with the digits of all its numbers, and gives what is made of it. */
export type Exact = (use: (digits: unknown) => Decoded) => Decoded;

/**
 * Makes a decoder. Shapes are compiled when they are first met. It changes what it is given, and
 * copies nothing. With `isLenient` nothing rejects.
 */
export function createAnswerDecoder(table: AnswerTable): AnswerDecoder {
  const types = createTypes(table.shapes);
  const decode = (id: string, value: unknown, exact: Exact, isLenient = false): Decoded => {
    const type = table.answers[id];
    if (type === undefined) {
      return { kind: "value", value };
    }
    const shape = types(type, isLenient);
    try {
      return { kind: "value", value: shape(value) };
    } catch (error) {
      return error instanceof Inexact ? again(shape, exact) : faultOf(error);
    }
  };
  return Object.assign(decode, { withDigits });
}

/** Types by their text, each compiled once; a soft one never rejects. */
type Types = (type: string, isSoft: boolean) => Decode;

function createTypes(shapes: AnswerTable["shapes"]): Types {
  const compiled = new Map<string, Decode>();
  const types: Types = (type, isSoft) => {
    const key = `${type} ${isSoft}`;
    const known = compiled.get(key) ?? compileType(type, isSoft, shapes, types);
    compiled.set(key, known);
    return known;
  };
  return types;
}

function again(decode: Decode, exact: Exact): Decoded {
  try {
    return exact((digits) => ({ kind: "value", value: decode(digits) }));
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): Decoded {
  if (error instanceof Misfit) {
    return { kind: "fault", pointer: error.pointer, reason: error.reason };
  }
  if (error instanceof RangeError) {
    return { kind: "fault", pointer: "", reason: "is nested too deeply for its exact numbers" };
  }
  throw error;
}

function compileType(
  type: string,
  isSoft: boolean,
  shapes: AnswerTable["shapes"],
  types: Types,
): Decode {
  if (type.includes("|")) {
    return oneOf(type.split("|"), isSoft, shapes, types);
  }
  if (type.startsWith("?")) {
    return types(type.slice(1), true);
  }
  if (type.endsWith("[]")) {
    return listOf(types(type.slice(0, -2), isSoft), isSoft);
  }
  const shape = shapes[type];
  if (shape === undefined) {
    return leafOf(type, isSoft);
  }
  const [mark, ...inner] = shape.split(" ");
  switch (mark) {
    case "|":
      return oneOf(inner, isSoft, shapes, types);
    case "[":
      return tupleOf(
        inner.map((each) => types(each, isSoft)),
        isSoft,
      );
    default:
      // Of a record that is assumed from end to end, not even its being one is checked.
      return recordOf(fieldsOf(shape, isSoft, types), isSoft || !/(^|; )[^?]/.test(shape));
  }
}

function fieldsOf(shape: string, isSoft: boolean, types: Types): readonly Field[] {
  return shape.split("; ").flatMap((group): Field[] => {
    const mark = group.charAt(0);
    const colon = group.indexOf(":");
    const type = group.slice(1, colon);
    const names = group.slice(colon + 1).split(" ");
    if (mark === "=") {
      return names.map((word) => ({ name: type, isNeeded: !isSoft, decode: same, word }));
    }
    const decode = types(type, isSoft || mark === "?");
    return names.map((name) => ({ name, isNeeded: mark === "!" && !isSoft, decode }));
  });
}

/** The first type that a value can be of, by its form and its words. */
function oneOf(
  members: readonly string[],
  isSoft: boolean,
  shapes: AnswerTable["shapes"],
  types: Types,
): Decode {
  const forms = members.map((type) => ({
    fits: formOf(type.replace("?", ""), shapes, types),
    decode: types(type, isSoft),
  }));
  return (value) => {
    const found = forms.find(({ fits }) => fits(value));
    return found === undefined
      ? misfit(value, "has none of the forms it may have", isSoft)
      : found.decode(value);
  };
}

function formOf(
  type: string,
  shapes: AnswerTable["shapes"],
  types: Types,
): (value: unknown) => boolean {
  const shape = shapes[type];
  if (type.endsWith("[]") || shape?.startsWith("[") === true) {
    return Array.isArray;
  }
  if (shape?.startsWith("|") === true) {
    return isRecord;
  }
  if (shape !== undefined) {
    const words = fieldsOf(shape, true, types).filter(({ word }) => word !== undefined);
    return (value) => isRecord(value) && words.every(({ name, word }) => value[name] === word);
  }
  const isNull = type === "z";
  return (value) => type === "x" || (value === null ? isNull : typeof value !== "object");
}
