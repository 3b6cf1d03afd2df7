/** The decoders that shapes are made of; see answer-shapes.ts. */

import { decimalOf, int64Of, integerOf } from "./answer-numbers.ts";

/** The value as its type has it; throws a Misfit, or Inexact where digits were lost. */
export type Decode = (value: unknown) => unknown;

/** A value that is not as documented, and where it is. */
export class Misfit {
  readonly reason: string;
  pointer = "";
  constructor(reason: string) {
    this.reason = reason;
  }
}

function within(error: unknown, name: string | number): unknown {
  if (error instanceof Misfit) {
    const step = String(name).replaceAll("~", "~0").replaceAll("/", "~1");
    error.pointer = `/${step}${error.pointer}`;
  }
  return error;
}

/** What a value is that does not fit: itself where nothing rejects. */
export function misfit(value: unknown, reason: string, isSoft: boolean): unknown {
  if (isSoft) {
    return value;
  }
  throw new Misfit(reason);
}

interface Leaf {
  readonly what: string;
  /** `undefined` for what is none. */
  readonly read: (value: unknown) => unknown;
}

const leaves: Readonly<Record<string, Leaf>> = {
  i: { what: "a 64-bit integer", read: int64Of },
  n: { what: "an integer", read: integerOf },
  d: { what: "a decimal", read: decimalOf },
  t: { what: "text", read: (value) => (typeof value === "string" ? value : undefined) },
  b: { what: "true or false", read: (value) => (typeof value === "boolean" ? value : undefined) },
  z: { what: "null", read: (value) => (value === null ? null : undefined) },
};

export const same: Decode = (value) => value;

export function leafOf(type: string, isSoft: boolean): Decode {
  const leaf = leaves[type];
  if (leaf === undefined) {
    return same;
  }
  const { what, read } = leaf;
  return (value) => {
    const found = read(value);
    return found === undefined ? misfit(value, `is not ${what}`, isSoft) : found;
  };
}

export function listOf(decode: Decode, isSoft: boolean): Decode {
  return (value) => {
    if (!Array.isArray(value)) {
      return misfit(value, "is not a list", isSoft);
    }
    const list: unknown[] = value;
    for (let index = 0; index < list.length; index += 1) {
      member(list, index, decode);
    }
    return list;
  };
}

export function tupleOf(decodes: readonly Decode[], isSoft: boolean): Decode {
  return (value) => {
    if (!Array.isArray(value) || value.length < decodes.length) {
      return misfit(value, `is not a list of at least ${decodes.length}`, isSoft);
    }
    const list: unknown[] = value;
    for (let index = 0; index < decodes.length; index += 1) {
      member(list, index, decodes[index] ?? same);
    }
    return list;
  };
}

function member(list: unknown[], index: number, decode: Decode): void {
  const before = list[index];
  try {
    const after = decode(before);
    if (after !== before) {
      list[index] = after;
    }
  } catch (error) {
    throw within(error, index);
  }
}

/** A field of a record. */
export interface Field {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly decode: Decode;
  /** The one word that the field can hold. */
  readonly word?: string;
}

export function recordOf(fields: readonly Field[], isSoft: boolean): Decode {
  return (value) => {
    if (!isRecord(value)) {
      return misfit(value, "is not an object", isSoft);
    }
    for (const { name, isNeeded, decode } of fields) {
      const before = value[name];
      if (before === undefined && !isNeeded) {
        continue;
      }
      try {
        const after = before === undefined ? misfit(value, "is missing", false) : decode(before);
        if (after !== before) {
          value[name] = after;
        }
      } catch (error) {
        throw within(error, name);
      }
    }
    return value;
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
