import { isList, isObject, mapValues, pointerNames } from "./json.ts";
import type { Documents, Json } from "./model.ts";
import { placed } from "./places.ts";
import type { Problems } from "./problems.ts";
import * as read from "./read.ts";

/** What a text quotes: the pointer to a value in either document. */
const quote = /\{(#\/[^{}\s]+)\}/gu;

/** The documents, and what scenarios send and expect. */
interface Quoting extends Documents {
  readonly scenarios: readonly Json[];
}

/** A value at a pointer, in which an item of a list is found by its name. */
function valueAt(document: Json, pointer: readonly string[]): Json | undefined {
  let found: Json | undefined = document;
  for (const name of pointer) {
    found = isList(found)
      ? found.find((item) =>
          ["id", "name", "status"].some((key) => String(read.at(item, key)) === name),
        )
      : read.at(found, name);
  }
  return found;
}

/**
 * Replaces each `{#/x-limits/repeated/after}` in a text by the value at that pointer, so that a
 * sentence and the rule that it is about cannot differ. A number that is quoted alone stays one.
 */
export function withQuotes({ openapi, asyncapi, scenarios }: Quoting, problems: Problems): Quoting {
  const stated = (pointer: string): Json | undefined => {
    const names = pointerNames(pointer);
    return valueAt(openapi, names) ?? valueAt(asyncapi, names);
  };
  const filled = (value: Json, report: (pointer: string) => void): Json => {
    if (typeof value === "string") {
      if (!value.includes("{#/")) return value;
      const [, alone] = /^\{(#\/[^{}\s]+)\}$/u.exec(value) ?? [];
      const plain = alone && read.unwrapped(stated(alone));
      if (typeof plain === "number") return plain;
      return value.replaceAll(quote, (whole, pointer: string) => {
        const words = inWords(stated(pointer));
        // What could not be parsed may have held it.
        const isLost = pointerNames(pointer).some(problems.isHidden);
        if (words === undefined && !isLost) report(pointer);
        return words ?? whole;
      });
    }
    if (!isObject(value) && !isList(value)) return value;
    const inside = (item: Json, key: string | number): Json =>
      filled(item, (pointer) =>
        problems.report(
          { node: value, key },
          `There is no number, text or span of time at ${pointer}.`,
          "Correct the pointer; it begins at the root of one of the two documents.",
        ),
      );
    return placed(isList(value) ? value.map(inside) : mapValues(value, inside), value);
  };
  const whole = (document: Json) => read.object(filled(document, () => {}));
  return {
    openapi: whole(openapi),
    asyncapi: whole(asyncapi),
    scenarios: scenarios.map((row) => filled(row, () => {})),
  };
}

/** A value as it reads in a sentence; nothing for other objects. */
function inWords(value: Json | undefined): string | undefined {
  const plain = read.unwrapped(value);
  if (typeof plain === "string" || typeof plain === "number") return String(plain);
  if (!isList(plain)) return spanInWords(plain);
  const words = plain.map(inWords);
  return words.every((word) => word !== undefined) ? words.join(", ") : undefined;
}

/** A duration in its own unit: `24 hours`; nothing for other values. */
export function spanInWords(value: Json | undefined): string | undefined {
  const { every, unit } = read.object(value);
  if (typeof every !== "number" || typeof unit !== "string") return undefined;
  return `${grouped(every)} ${unit}${every === 1 ? "" : "s"}`;
}

/** An integer with thousands separators. */
export function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
