/** Histories of a reducer as text, one line for each event and what must come of it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Step {
  readonly event: string;
  readonly want: string;
}

export interface History {
  readonly name: string;
  readonly steps: readonly Step[];
}

/**
 * A line without an indent names a history; those below it are its steps, as `event => want`. Three
 * dots and a name stand for the steps of an earlier history, `$word` for a text in `short`.
 */
export function readStory(
  text: string,
  short: Readonly<Record<string, string>> = {},
): readonly History[] {
  const histories = new Map<string, Step[]>();
  let steps: Step[] = [];
  for (const line of text.split("\n").filter((each) => each !== "")) {
    if (!line.startsWith(" ")) {
      if (histories.has(line)) throw new Error(`There are two histories of "${line}".`);
      histories.set(line, (steps = []));
      continue;
    }
    const [event = "", want = ""] = line.trim().split(/ =>(?: |$)/);
    const earlier = event.startsWith("...") ? histories.get(event.slice(3)) : undefined;
    if (earlier !== undefined) steps.push(...earlier);
    else
      steps.push({
        event,
        want: want.replace(/\$(\w+)/g, (_, word: string) => short[word] ?? word),
      });
  }
  return [...histories].map(([name, of]) => ({ name, steps: of }));
}

/** `ahead=x idle=5` as fields. */
export function fieldsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]),
  );
}

/** A history of one row, whose lines go on: what is given, and what must come of it. */
export function rowOf({ steps }: History): readonly [given: string, want: string] {
  const lines = steps.flatMap(({ event, want }) => (want === "" ? [event] : [event, "=>", want]));
  const [given = "", want = ""] = lines.join(" ").split(/ => ?/);
  return [given, want];
}

/** The same as `fieldsOf`, where `#2` is a number, `#true` a flag and `2n` a bigint. */
export function valuesOf(text = ""): Record<string, unknown> {
  const entries = Object.entries(fieldsOf(text)).map(([name, value]): [string, unknown] => {
    if (value.startsWith("#")) return [name, JSON.parse(value.slice(1))];
    return [name, /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value];
  });
  return Object.fromEntries(entries);
}

/** The stories of a file: a name, and below it an indented text until the next empty line. */
export function storiesIn(
  folder: string,
  file: string,
): readonly (readonly [name: string, text: string])[] {
  const stories = readFileSync(join(folder, file), "utf8").trim().split("\n\n");
  return stories.map((story) => {
    const [name = "", ...lines] = story.split("\n");
    return [name, lines.join("\n")] as const;
  });
}
