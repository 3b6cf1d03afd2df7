import { byText } from "../contract/documents/json.ts";
import type { Documents, JsonObject } from "../contract/documents/model.ts";
import { placed } from "../contract/documents/places.ts";
import { byOrigin } from "../contract/documents/problems.ts";
import * as read from "../contract/documents/read.ts";
import { compareDocuments } from "./compare.ts";
import { describe, namesOf } from "./describe.ts";
import { judge } from "./judge.ts";
import { type Bump, type Change, type Difference, impacts } from "./model.ts";
import { isConsequence } from "./renames.ts";
import { componentKey, type Usage, usageOf } from "./usage.ts";
import { moveOf } from "./values.ts";

/**
 * Every change of the contract between two specs, sorted by impact and position. Compares
 * everything in both bundles except recordings, so that no change is missed. A spec may be invalid:
 * unparsed parts are not compared.
 */
export function diff(before: Documents, after: Documents): readonly Change[] {
  const usages = [usageOf(before), usageOf(after)] as const;
  const judged = (["openapi", "asyncapi"] as const).flatMap((document) => {
    const found = compareDocuments(
      document,
      withBothSchemas(before, document),
      withBothSchemas(after, document),
    );
    const added = new Set(found.filter((one) => one.before === undefined).map(pathKey));
    const removed = new Set(found.filter((one) => one.after === undefined).map(pathKey));
    const isAdded = (path: readonly string[]): boolean => added.has(path.join("\n"));
    const names = namesOf(document, [after.openapi, before.openapi], usages);
    return found
      .filter((one) => !isReportedElsewhere(one, usages, { added, removed }))
      .map((difference) => {
        const verdict = judge(difference, { usages, isAdded });
        const change = { ...verdict, ...describe(difference, names), ...positionOf(difference) };
        const { renamed } = difference;
        const move = moveOf(difference);
        return { difference, change: { ...change, move, ...(renamed && { renamed }) } };
      });
  });
  return distinct(withoutConsequences(judged));
}

/**
 * A document with the schemas of both: a type neither comes nor goes if only the first or last
 * reference in one of the documents does.
 */
function withBothSchemas(documents: Documents, document: keyof Documents): JsonObject {
  const root = documents[document];
  const other = documents[document === "openapi" ? "asyncapi" : "openapi"];
  const [own, others] = [root, other].map(({ components }) => read.object(components, "schemas"));
  const components = { ...read.object(root, "components"), schemas: { ...others, ...own } };
  return placed({ ...root, components }, root);
}

interface Judged {
  readonly difference: Difference;
  readonly change: Change;
}

/** Drops what only repeats a rename, unless it is worse than every rename. */
function withoutConsequences(all: readonly Judged[]): readonly Change[] {
  const renamed = all.filter(({ difference }) => difference.renamed !== undefined);
  const names = new Map(
    renamed.flatMap(({ difference: { renamed: rename } }) =>
      rename === undefined ? [] : [[rename.from, rename.to] as const],
    ),
  );
  const worst = Math.min(...renamed.map(({ change }) => rank(change)));
  const differences = all.map(({ difference }) => difference);
  return all
    .filter(({ difference, change }) => {
      return rank(change) < worst || !isConsequence(difference, differences, names);
    })
    .map(({ change }) => change);
}

/** The version bump for all changes together. */
export function bumpOf(changes: readonly Change[]): Bump {
  const worst = impacts.find((impact) => changes.some((change) => change.impact === impact));
  return worst === "breaking" ? "major" : (worst ?? "none");
}

/** The position in the new spec; of a removal, in the old one. */
function positionOf({ path, before, after, place }: Difference): Pick<Change, "origin" | "side"> {
  // A removed assumption leaves its fact in place.
  const now = after?.origin ?? (path.at(-1) === "x-assumed" ? place : undefined);
  const origin = now ?? before?.origin ?? { file: "spec", line: 1, column: 1 };
  return { origin, side: now === undefined ? "old" : "new" };
}

/** A new or removed component is reported at its references, `required` at its property. */
function isReportedElsewhere(
  { path, before, after }: Difference,
  usages: readonly [Usage, Usage],
  seen: { readonly added: ReadonlySet<string>; readonly removed: ReadonlySet<string> },
): boolean {
  if (before !== undefined && after !== undefined) return false;
  const [first, section = "", name = ""] = path;
  if (first === "components" && path.length === 3 && section !== "schemas") {
    return usages[after === undefined ? 0 : 1].ways.has(componentKey(section, name));
  }
  if (path.at(-2) !== "required") return false;
  const property = [...path.slice(0, -2), "properties", path.at(-1)].join("\n");
  return (after === undefined ? seen.removed : seen.added).has(property);
}

/**
 * Sorted changes. A change in both documents is reported once, with the worse verdict, and so is
 * one of what several operations have from the same line.
 */
function distinct(changes: readonly Change[]): readonly Change[] {
  const found = new Map<string, Change & { readonly owners: ReadonlySet<string> }>();
  for (const change of changes.toSorted(inOrder)) {
    const { origin, side, subject, what } = change;
    const [, part = subject, owner = ""] = /^(.* of )(\S+)$/u.exec(subject) ?? [];
    const key = `${side} ${origin.file}:${origin.line}:${origin.column} ${part} ${what}`;
    const owners = new Set([...(found.get(key)?.owners ?? []), owner]);
    const first = found.get(key) ?? change;
    found.set(key, { ...first, subject: part + [...owners].join(", "), owners });
  }
  return [...found.values()].map(({ owners, ...change }) => change);
}

function inOrder(left: Change, right: Change): number {
  return (
    rank(left) - rank(right) ||
    byOrigin(left.origin, right.origin) ||
    byText(left.subject + left.what, right.subject + right.what)
  );
}

/** The place among all impacts; lower is worse. */
function rank({ impact }: Change): number {
  return impacts.indexOf(impact);
}

function pathKey({ path }: Difference): string {
  return path.join("\n");
}
