import type { Json } from "./model.ts";
import type { Outline, ReadText } from "./outline.ts";
import { readText } from "./outline.ts";
import type { PlacedFile, Places } from "./places.ts";
import type { Problems } from "./problems.ts";

/** One file of the spec as values, each of which knows where it is written. */
export interface SourceFile extends PlacedFile {
  /** What the file says; of a faulty file what could be read. */
  readonly value: Json;
}

/** Texts that were read before, so that a file which did not change is not read again. */
export type Readings = Map<string, ReadText>;

/** What reading needs beside the text. */
export interface SourceContext {
  readonly places: Places;
  readonly problems: Problems;
  readonly readings: Readings;
}

/** Reads YAML text as JSON values and reports its faults with line and fix. */
export function readSource(
  path: string,
  text: string,
  { places, problems, readings }: SourceContext,
): SourceFile {
  const read = readings.get(text) ?? readText(text);
  readings.set(text, read);
  const { outline, faults, broken } = read;
  const position = positionIn(text);
  for (const [at, message, fix] of faults) {
    problems.reportAt({ file: path, ...position(at) }, message, fix);
  }
  const file: PlacedFile = { path, broken, position };
  return { ...file, value: toValue(outline, file, places) };
}

/** Turns offsets into lines and columns; the lines are counted when the first is asked for. */
function positionIn(text: string): PlacedFile["position"] {
  // What is never closed is noticed at the end; the last line that says something is the place.
  const end = text.trimEnd().length;
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
    const at = Math.min(offset, end);
    const line = starts.findLastIndex((start) => start <= at);
    return { line: Math.max(line, 0) + 1, column: at - (starts[line] ?? 0) + 1 };
  };
}

function toValue(outline: Outline, file: PlacedFile, places: Places): Json {
  if (typeof outline !== "object" || outline === null) return outline;
  const { at: offset } = outline;
  if ("list" in outline) {
    const list = outline.list.map(([, item]) => toValue(item, file, places));
    const members = new Map(outline.list.map(([at], index) => [index, at] as const));
    places.put(list, { file, offset, members });
    return list;
  }
  const members = new Map<string, number>();
  const texts = new Map<string, number>();
  const value: Record<string, Json> = {};
  for (const [key, at, member, text] of outline.map) {
    members.set(key, at);
    value[key] = toValue(member, file, places);
    if (text !== undefined) texts.set(key, text);
  }
  places.put(value, { file, offset, members, texts });
  return value;
}
