import { evaluate } from "@marcbachmann/cel-js";

import * as read from "../../contract/documents/read.ts";
import type { JsonObject } from "../../contract/model.ts";
import { code, type Md, md, table } from "../markdown.ts";
import { expressionText } from "./filters.ts";

/** Ids of the example's events, in order, and of its snapshot. */
const snapshot = 105;
const events: readonly (readonly [first: number, last: number])[] = [
  [97, 99],
  [100, 103],
  [104, 108],
  [109, 111],
  [114, 117],
];

/** What the spec's conditions make of a snapshot and the events around it. */
export function bookExample(sync: JsonObject): Md {
  const names = read.object(sync, "fields");
  const [first, last] = [read.text(names, "first"), read.text(names, "last")];
  let previous: number | undefined;
  const rows = events.map((ids) => {
    const values = {
      ...{ [first]: ids[0], [last]: ids[1], lastUpdateId: snapshot },
      [`previous.${last}`]: previous ?? 0,
    };
    const [drop, apply] = ["drop", previous === undefined ? "first" : "next"].map((key) =>
      withNumbers(read.text(sync[key]), values),
    );
    const isDropped = previous === undefined && holds(drop);
    const isGap = !isDropped && !holds(apply);
    const verdict = isGap ? "a gap: fetch a new snapshot" : isDropped ? "dropped" : "applied";
    if (!isDropped) previous = ids[1];
    const why = code(expressionText((isDropped ? drop : apply) ?? ""));
    return [
      md`${code(first)} ${ids[0]}, ${code(last)} ${ids[1]}`,
      md`${verdict}`,
      isGap ? md`${why} does not hold` : why,
    ];
  });
  return md`The snapshot has ${code(`${read.text(sync, "snapshot", "last")} = ${snapshot}`)}.
${table(["Event", "Is", "Because"], rows)}`;
}

function holds(condition: string | undefined): boolean {
  return evaluate(condition ?? "") === true;
}

/** A condition with numbers for names: `104 <= 105 + 1`. */
function withNumbers(condition: string, values: Readonly<Record<string, number>>): string {
  return condition.replace(/[A-Za-z_][\w.]*/gu, (name) => String(values[name] ?? name));
}
