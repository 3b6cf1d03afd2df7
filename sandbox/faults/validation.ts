/** Schemas of plain data that people write, such as commands and fault rules; all are strict. */

import { nearestName, printableName } from "../../runtime/encoding/field-fault.ts";

/** Data that does not match its schema; the message is a sentence that names the field. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  /** Path of the field, such as `when.nth`; empty for the whole value. */
  readonly field: string;
  /** What is wrong with it, as the rest of the sentence. */
  readonly what: string;

  constructor(field: string, what: string) {
    super(`${field === "" ? "it" : field} ${what}`);
    this.field = field;
    this.what = what;
  }

  /** The message with its punctuation mark. */
  get sentence(): string {
    return this.message.endsWith("?") ? this.message : `${this.message}.`;
  }
}

/** Does something with a part of a larger value: a `ValidationError` then begins with its place. */
export function inPlace<Result>(place: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(`${place}: ${error.field === "" ? "it" : error.field}`, error.what);
  }
}

/** A field of a schema. */
export interface Field<Value> extends FormField {
  /** In words, such as "a whole number from 0 to 9". */
  readonly expects: string;
  /** The value as its type. Throws a `ValidationError` that names the field. */
  readonly read: (value: unknown, field: string) => Value;
  readonly optional?: boolean;
}

/** How a form asks for a field. */
interface FormField {
  /** The choices. */
  readonly words?: readonly (string | number | boolean)[];
  /** Whether the text of the form is the value itself; otherwise it is JSON. */
  readonly isText?: boolean;
}

/** A field that may be absent. */
export interface OptionalField<Value> extends Field<Value> {
  readonly optional: true;
}

/** Fields by their names. */
export type Schema = Readonly<Record<string, Field<unknown>>>;

type OptionalNames<Fields extends Schema> = {
  [Name in keyof Fields]: Fields[Name] extends OptionalField<unknown> ? Name : never;
}[keyof Fields];
type ValueOf<One> = One extends Field<infer Value> ? Value : never;

/** The values of a schema. */
export type Values<Fields extends Schema> = {
  readonly [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: ValueOf<Fields[Name]>;
} & { readonly [Name in OptionalNames<Fields>]?: ValueOf<Fields[Name]> };

/** A field with a check of its own, and what the error message says is expected. */
export function field<Value>(
  expects: string,
  holds: (value: unknown) => boolean,
  form: FormField = {},
): Field<Value> {
  return {
    ...form,
    expects,
    read: (value, name) => {
      if (holds(value)) return value as Value;
      throw new ValidationError(name, `must be ${expects}`);
    },
  };
}

/** A field that may be absent. */
export function optional<Value>(one: Field<Value>): OptionalField<Value> {
  return { ...one, optional: true };
}

const textLengthMax = 200;

/** A text that is not empty. */
export function text(lengthMax = textLengthMax): Field<string> {
  const isText = (value: unknown): boolean =>
    typeof value === "string" && value !== "" && value.length <= lengthMax;
  return field(`a text of 1 to ${lengthMax} characters`, isText, { isText: true });
}

/** A text of printable ASCII, as a header may hold it. */
export function ascii(lengthMax = textLengthMax): Field<string> {
  const isAscii = (value: unknown): boolean =>
    typeof value === "string" && value.length <= lengthMax && /^[ -~]*$/.test(value);
  return field(`a text of at most ${lengthMax} printable ASCII characters`, isAscii);
}

/** A whole number within inclusive bounds. */
export function whole(minimum = 0, maximum = Number.MAX_SAFE_INTEGER): Field<number> {
  const isWhole = (value: unknown): boolean =>
    Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  const upTo = maximum === Number.MAX_SAFE_INTEGER ? "up" : `to ${maximum}`;
  return field(`a whole number from ${minimum} ${upTo}`, isWhole);
}

/** True or false. */
export function flag(): Field<boolean> {
  const words = [true, false];
  return field("true or false", (value) => typeof value === "boolean", { words });
}

/** One of these words or numbers. */
export function choice<const Word extends string | number>(words: readonly Word[]): Field<Word> {
  const isText = words.every((word) => typeof word === "string");
  const isKnown = (value: unknown): boolean => words.includes(value as Word);
  return field(`one of ${words.join(", ")}`, isKnown, { words, isText });
}

/** One or several of the same. */
export function oneOrMore<Value>(each: Field<Value>): Field<Value | readonly Value[]> {
  return {
    expects: `${each.expects}, or a list of such`,
    read: (value, name) => {
      if (!Array.isArray(value)) return each.read(value, name);
      if (value.length === 0) throw new ValidationError(name, "is an empty list");
      return value.map((one, index) => each.read(one, `${name}[${index}]`));
    },
  };
}

/** Headers by their names. */
export function headers(lengthMax = 4096): Field<Readonly<Record<string, string>>> {
  const each = ascii(lengthMax);
  return {
    expects: "an object of header texts",
    read: (value, name) => {
      const given = requireObject(value, name);
      for (const [header, one] of Object.entries(given)) {
        const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(header) && header !== "__proto__";
        if (!isName) throw new ValidationError(name, "has a name that no header can have");
        each.read(one, `${name}.${printableName(header)}`);
      }
      return { ...given } as Readonly<Record<string, string>>;
    },
  };
}

/** An object with a schema. */
export function object<const Fields extends Schema>(fields: Fields): Field<Values<Fields>> {
  return { expects: "an object", read: (value, name) => readObject(fields, value, name) };
}

/** Validates an object; a field that the schema does not have is an error. */
export function readObject<const Fields extends Schema>(
  fields: Fields,
  value: unknown,
  path = "",
): Values<Fields> {
  const given = requireObject(value, path);
  const prefix = path === "" ? "" : `${path}.`;
  const known = Object.keys(fields);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(fields, name)) continue;
    const near = nearestName(name, known);
    const mend = near === undefined ? `known are ${known.join(", ")}` : `was ${near} meant?`;
    throw new ValidationError(`${prefix}${printableName(name)}`, `is not known here; ${mend}`);
  }
  const entries = Object.entries<Field<unknown>>(fields).flatMap(([name, one]) => {
    if (Object.hasOwn(given, name)) return [[name, one.read(given[name], prefix + name)]];
    if (one.optional === true) return [];
    throw new ValidationError(prefix + name, `is missing; give ${one.expects}`);
  });
  return Object.fromEntries(entries) as Values<Fields>;
}

/** The value as an object. Throws a `ValidationError` for anything else. */
export function requireObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new ValidationError(path, "must be an object");
}
