import { isList, isObject, listIn, objectIn, textIn } from "../contract/documents/json.ts";
import type { Json, JsonObject } from "../contract/model.ts";
import { anchor, code, joined, list, type Md, md, prose, soft, table, terms } from "./markdown.ts";
import { assumedIn, type Mark } from "./marks.ts";
import { inWords, spanInWords } from "./words.ts";

/**
 * Renders any block of the spec as a list of terms and values, so that a new fact appears without
 * code. `skip` names members shown elsewhere; with `id`, each of the others is an anchor.
 */
export function fieldList(
  block: JsonObject,
  mark: Mark,
  skip: readonly string[] = [],
  id?: string,
): Md {
  const entries = Object.entries(block).filter(([key]) => !isHidden(key) && !skip.includes(key));
  return terms(
    entries.map(([key, value]) => {
      // The keys of `fields` are wire names.
      const isMap = key === "fields" && isObject(value);
      const words = inWords(key);
      const term = id === undefined ? words : anchor(`${id}.${key}`, words);
      return [term, isMap ? wireNames(value, mark) : statement(value, mark)];
    }),
  );
}

/**
 * Renders rows of the spec as a table with these columns, or one for each key of a row. With `id`,
 * the first cell is an anchor.
 */
export function fieldTable(
  rows: readonly JsonObject[],
  mark: Mark,
  columns: readonly string[] = [...new Set(rows.flatMap(Object.keys))].filter(
    (key) => !key.startsWith("x-"),
  ),
  id?: string,
): Md {
  const cells = (row: JsonObject): readonly Md[] => {
    const [first = md``, ...rest] = columns.map((key) => statement(row[key] ?? "", mark));
    const name = textIn(row[columns[0] ?? ""]);
    const head = id === undefined ? first : anchor(`${id}-${name}`, first);
    return [md`${head}${mark(assumedIn(row))}`, ...rest];
  };
  return table(columns.map(inWords), rows.map(cells));
}

/** The rows of a list, or of a map with each key as the name. */
export function rowsOf(value: Json | undefined): readonly JsonObject[] {
  const named = Object.entries(objectIn(value)).map(([name, row]) => ({ name, ...objectIn(row) }));
  return [...listIn(value).map(objectIn), ...named];
}

function wireNames(fields: JsonObject, mark: Mark): Md {
  const entries = Object.entries(fields).filter(([key]) => !isHidden(key));
  return terms(entries.map(([key, value]) => [code(key), statement(value, mark)]));
}

function isHidden(key: string): boolean {
  return key === "x-assumed" || key === "x-unstated" || key === "description";
}

/** One statement: a word, a list, or a block with its assumption. */
function statement(value: Json, mark: Mark): Md {
  if (isList(value)) return statements(value, mark);
  if (!isObject(value)) return scalar(value);
  const own = mark(assumedIn(value));
  const { "x-assumed": _, "x-unstated": __, description, ...members } = value;
  const [only, ...others] = Object.keys(members);
  const words = textIn(description);
  if (only === undefined) return md`${words === "" ? undefined : prose(words)}${own}`;
  if (only === "value" && others.length === 0)
    return md`${statement(members[only] ?? "", mark)}${own}`;
  const short = spanInWords(value) ?? (words === "" ? onOneLine(members, mark) : undefined);
  if (short !== undefined) return md`${short}${own}`;
  return md`${words === "" ? undefined : md`${prose(words)} `}${own}${fieldList(members, mark)}`;
}

/** A short block on one line; nothing for a longer one. */
function onOneLine(members: JsonObject, mark: Mark): Md | undefined {
  const entries = Object.entries(members);
  const isShort = ([, one]: readonly [string, Json]): boolean =>
    isPlain(one) || (isList(one) && one.every(isPlain));
  if (entries.length > 4 || !entries.every(isShort)) return undefined;
  const parts = entries.map(
    ([key, one]) => md`${soft(inWords(key).toLowerCase())} ${statement(one, mark)}`,
  );
  return joined(parts, "; ");
}

function isPlain(value: Json): boolean {
  return !isObject(value) && !isList(value) && !/[.!?]$/u.test(String(value));
}

function statements(values: readonly Json[], mark: Mark): Md {
  if (values.length === 0) return soft("nothing");
  const all = values.map((value) =>
    isList(value) ? statements(value, mark) : statement(value, mark),
  );
  const isShort = values.every((value) => !isObject(value) || "value" in value);
  return isShort ? joined(all) : list(all);
}

function scalar(value: string | number | boolean | null): Md {
  if (value === true) return md`yes`;
  if (value === false) return md`no`;
  const text = String(value);
  return text === "" || /\s[a-z]+\s/u.test(text) ? prose(text) : code(text);
}
