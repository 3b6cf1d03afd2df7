import { isObject, listIn, textIn, textsIn } from "../contract/documents/json.ts";
import type { Json } from "../contract/model.ts";
import type { Spot } from "./follow.ts";
import { referredName } from "./follow.ts";

/** Two schemas that say in other keywords than before which forms a value may have. */
export interface Forms {
  readonly spots: readonly [Spot, Spot];
  /** The keywords that are told by it. */
  readonly keys: readonly string[];
}

/**
 * The forms of a value, where a schema chose among other keywords before: one line for what
 * became of `type: integer` when `anyOf` took its place. Nothing where the keywords are the same.
 */
export function formsOf(old: Spot | undefined, now: Spot | undefined): Forms | undefined {
  const [before, after] = [old, now].map((spot) => readForms(spot?.value));
  if (old === undefined || now === undefined) return undefined;
  if (before === undefined || after === undefined || before.key === after.key) return undefined;
  const spots = [
    { ...old, value: before.forms },
    { ...now, value: after.forms },
  ] as const;
  return { spots, keys: [before.key, after.key, "format", "items"] };
}

/** Whether one of two schemas names a type and the other chooses among several. */
export function isChosen(old: Spot, now: Spot): boolean {
  const keys = [old, now].map(({ value }) => readForms(value)?.key ?? "");
  return keys.includes("$ref") && keys.some((key) => key === "anyOf" || key === "oneOf");
}

/** The form of a value in a word or two: a name, a type, or a list of what. */
export function formName(schema: Json | undefined): string {
  const name = referredName(schema);
  if (name !== undefined || !isObject(schema)) return name ?? "anything";
  if (schema["type"] === "array") return `list of ${formName(schema["items"])}`;
  const { type, format } = schema;
  const words = [...textsIn([type ?? ""].flat()), textIn(format)].filter((word) => word !== "");
  return words.join(" ") || "what is said in place";
}

function readForms(
  schema: Json | undefined,
): { readonly key: string; readonly forms: readonly string[] } | undefined {
  if (!isObject(schema)) return undefined;
  const keys = ["$ref", "type", "anyOf", "oneOf"].filter((key) => Object.hasOwn(schema, key));
  const [key] = keys;
  if (key === undefined || keys.length > 1) return undefined;
  if (key === "$ref") return { key, forms: [formName(schema)] };
  if (key !== "type") return { key, forms: listIn(schema[key]).map(formOf) };
  const types = textsIn([schema["type"] ?? ""].flat());
  return { key, forms: types.map((type) => formName({ ...schema, type })) };
}

/** A form, and whatever else a branch says, so that only what is the same looks so. */
function formOf(branch: Json): string {
  if (!isObject(branch)) return "";
  const more = Object.entries(branch).filter(
    ([key]) => !/^(type|format|items|\$ref|description|x-.*)$/u.test(key),
  );
  const told = more.map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return [formName(branch), ...told].join(" ");
}
