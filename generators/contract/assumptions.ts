import { type BuildContext, showsAlone, textsByName } from "./context.ts";
import { isObject } from "./documents/json.ts";
import { walk } from "./documents/node-kinds.ts";
import { placeOf } from "./documents/places.ts";
import { byOrigin, suggestName } from "./documents/problems.ts";
import * as read from "./documents/read.ts";
import type { Assumption, Json, JsonObject, Origin, SandboxChoice } from "./model.ts";

/**
 * Builds the assumptions of spec/assumptions.yaml, with the positions that use each. Reports used
 * ids without an entry, and open entries that `x-assumed` uses.
 */
export function buildAssumptions(context: BuildContext): readonly Assumption[] {
  const entries = entriesIn(context);
  const { uses, values } = findUses(context, entries);
  return Object.entries(entries).map(([id, entry]) => {
    const node = read.object(entry);
    return {
      id,
      ...read.members(node, {
        kind: read.word("assumed", "open", "observed"),
        ...read.each(read.text, "gap", "section", "choice", "source", "confidence"),
      }),
      check: checkIn(node["check"]),
      evidence: read
        .objects(node, "evidence")
        .map((row) => read.members(row, { seen: read.text, times: read.number, at: read.text })),
      contradicts: read.optionalText(node, "contradicts"),
      sandbox: choiceIn(
        context,
        node["sandbox"],
        uses.has(id) ? (values.get(id) ?? {}) : undefined,
      ),
      usedBy: uses.get(id) ?? [],
    };
  });
}

function checkIn(value: Json | undefined): Assumption["check"] {
  const { name, needs, never } = read.object(value);
  if (name === undefined)
    return { never: read.optionalText(never) ?? "Nobody has written a check yet." };
  return {
    name: read.text(name),
    needs: read.word("response", "calls", "stream", "probe")(needs),
  };
}

/** Reports entries that nothing in the spec uses. */
export function reportUnusedAssumptions(
  context: BuildContext,
  assumptions: readonly Assumption[],
): void {
  if (showsAlone(context)) return;
  for (const { id } of assumptions.filter(({ usedBy }) => usedBy.length === 0)) {
    const message = `Nothing in the spec uses the assumption ${id}.`;
    const fix = "Mark what it is about with it, or delete it.";
    context.problems.report({ node: entriesIn(context), key: id }, message, fix);
  }
}

/**
 * The choice of an entry. Its default is a word of its own, or that of the spec's `marked` value.
 * Without both it has none, as where the spec leaves out what is assumed.
 */
function choiceIn(
  { problems }: BuildContext,
  value: Json | undefined,
  marked: JsonObject | undefined,
): SandboxChoice | undefined {
  const own = read.at(value, "default");
  if (!isObject(value) || (own === undefined && marked === undefined)) return undefined;
  const readings = textsByName(value["readings"]);
  const said = own ?? marked?.["value"];
  const word = read.text(said);
  if (said === undefined) {
    const fix = "Write one of its readings, or the value that is marked with this assumption.";
    problems.report({ node: value }, "The choice has no default.", fix);
  } else if (!Object.hasOwn(readings, word)) {
    const [node, key] = own === undefined && marked ? [marked, "value"] : [value, "default"];
    const message = `${word} is not one of the readings.`;
    problems.report({ node, key }, message, suggestName(word, Object.keys(readings)));
  } else if (own !== undefined && Object.hasOwn(readings, read.text(marked, "value"))) {
    const message = "The spec says the default, as the value that is marked with this assumption.";
    problems.report({ node: value, key: "default" }, message, "Delete this line.");
  }
  return { default: word, readings };
}

function entriesIn({ openapi, asyncapi }: BuildContext): JsonObject {
  const own = read.object(openapi, "x-assumptions");
  return Object.keys(own).length > 0 ? own : read.object(asyncapi, "x-assumptions");
}

function findUses(
  context: BuildContext,
  entries: JsonObject,
): {
  readonly uses: ReadonlyMap<string, readonly Origin[]>;
  /** The object with the value that is taken, by id. */
  readonly values: ReadonlyMap<string, JsonObject>;
} {
  const uses = new Map<string, Map<string, Origin>>();
  const values = new Map<string, JsonObject>();
  walk(context, ({ node, isMap }) => {
    if (isMap) return;
    for (const key of ["x-assumed", "x-unstated"]) {
      const id = node[key];
      if (typeof id !== "string") continue;
      const entry = read.at(entries, id);
      if (entry === undefined && context.problems.isHidden(id)) continue;
      if (entry === undefined) {
        const fix = suggestName(id, Object.keys(entries), "Add it to spec/assumptions.yaml.");
        const message = `spec/assumptions.yaml has no entry ${id}.`;
        context.problems.report({ node, key }, message, fix);
      } else if (key === "x-assumed" && read.at(entry, "kind") === "open") {
        const message = `The entry ${id} is open: nothing is assumed for it.`;
        const fix = "Mark this with x-unstated, or make a choice in spec/assumptions.yaml.";
        context.problems.report({ node, key }, message, fix);
      }
      if (typeof node["value"] === "string") values.set(id, node);
      const origin = placeOf(node, key);
      const found = uses.get(id) ?? new Map<string, Origin>();
      uses.set(id, found.set(`${origin.file}:${origin.line}:${origin.column}`, origin));
    }
  });
  const sorted = [...uses].map(([id, found]) => [id, [...found.values()].sort(byOrigin)] as const);
  return { uses: new Map(sorted), values };
}
