import { byText, isObject, listIn, lookUp, member, objectIn } from "../contract/documents/json.ts";
import type { Loaded } from "../contract/documents/load.ts";
import type { Json } from "../contract/model.ts";
import { compareDocuments } from "./compare.ts";
import { describe, type Names } from "./describe.ts";
import { type JudgeContext, judge } from "./judge.ts";
import type { Bump, Change, Difference } from "./model.ts";
import { componentKey, type Usage, usageOf } from "./usage.ts";
import { moveOf } from "./values.ts";

/** A loaded spec, which may have faults: what could not be parsed is not compared. */
export type Spec = Pick<Loaded, "openapi" | "asyncapi" | "places">;

/**
 * Every change of the contract from one spec to another, sorted by impact and position. Reports
 * what
 * both documents share once. Compares everything in both bundles except recordings, so nothing can
 * change without a line.
 */
export function diff(before: Spec, after: Spec): readonly Change[] {
  let known: readonly [Usage, Usage] | undefined;
  // Computed on demand: most verdicts do not need it.
  const usages = (): readonly [Usage, Usage] => (known ??= [usageOf(before), usageOf(after)]);
  const changes = (["openapi", "asyncapi"] as const).flatMap((document) => {
    const found = compareDocuments(
      document,
      { root: before[document], places: before.places },
      { root: after[document], places: after.places },
    );
    const added = new Set(found.filter((one) => one.before === undefined).map(pathKey));
    const removed = new Set(found.filter((one) => one.after === undefined).map(pathKey));
    const context: JudgeContext = {
      usages,
      sides: {
        openapi: { root: after.openapi, places: after.places },
        asyncapi: { root: after.asyncapi, places: after.places },
      },
      isAdded: (path) => added.has(path.join("\n")),
    };
    const names = namesOf(document, { before, after, usages });
    return found
      .filter((one) => !isReportedElsewhere(one, usages, { added, removed }))
      .map((one) => changeOf(one, { context, names }));
  });
  return distinct(changes).sort(inOrder);
}

/** The part of the version that goes up for all changes together. */
export function bumpOf(changes: readonly Change[]): Bump {
  const impacts = new Set(changes.map(({ impact }) => impact));
  if (impacts.has("breaking")) return "major";
  if (impacts.has("minor")) return "minor";
  return impacts.has("patch") ? "patch" : "none";
}

function changeOf(
  difference: Difference,
  { context, names }: { readonly context: JudgeContext; readonly names: Names },
): Change {
  const { subject, what } = describe(difference, names);
  const { before, after, place } = difference;
  const origin = after?.origin ?? place ?? before?.origin;
  return {
    ...judge(difference, context),
    move: moveOf(difference),
    subject,
    what,
    origin: origin ?? { file: "spec", line: 1, column: 1 },
    side: after === undefined && place === undefined ? "old" : "new",
  };
}

/** A new or removed component is reported at its references, `required` at its property. */
function isReportedElsewhere(
  { path, before, after }: Difference,
  usages: () => readonly [Usage, Usage],
  seen: { readonly added: ReadonlySet<string>; readonly removed: ReadonlySet<string> },
): boolean {
  if (before !== undefined && after !== undefined) return false;
  const [, section, name] = path;
  if (path[0] === "components" && path.length === 3 && section !== "schemas") {
    const side = usages()[after === undefined ? 0 : 1];
    return side.ways.has(componentKey(section ?? "", name ?? ""));
  }
  if (path.at(-2) !== "required") return false;
  const property = [...path.slice(0, -2), "properties", path.at(-1)].join("\n");
  return (after === undefined ? seen.removed : seen.added).has(property);
}

interface NameSources {
  readonly before: Spec;
  readonly after: Spec;
  readonly usages: () => readonly [Usage, Usage];
}

function namesOf(document: Difference["document"], { before, after, usages }: NameSources): Names {
  const roots = [after.openapi, before.openapi];
  const first = (path: readonly string[]): Json | undefined =>
    roots.map((root) => lookUp(root, path)).find((value) => value !== undefined);
  return {
    operation: (path, method) => {
      const known = member(first(["paths", path, method]), "operationId");
      return typeof known === "string" ? known : `${method.toUpperCase()} ${path}`;
    },
    parameter: (component) => {
      if (document === "asyncapi") return `parameter ${component} of streams`;
      const name = member(first(["components", "parameters", component]), "name") ?? component;
      const takers = usages().flatMap(({ takers: all }) => all.get(component) ?? []);
      const of = [...new Set(takers)].join(", ");
      return `parameter ${String(name)}${of === "" ? "" : ` of ${of}`}`;
    },
    code: (code) => {
      const lists = roots.flatMap((root) => listIn(objectIn(root["x-errors"])["codes"]));
      const entry = lists.find((item) => isObject(item) && String(item["code"]) === code);
      return entry === undefined ? "" : ` ${String(member(entry, "name"))}`;
    },
  };
}

/** A change that both documents have is one change, with the worse verdict. */
function distinct(changes: readonly Change[]): Change[] {
  const found = new Map<string, Change>();
  for (const change of [...changes].sort(inOrder)) {
    const { file, line, column } = change.origin;
    const key = `${change.side} ${file}:${line}:${column} ${change.subject} ${change.what}`;
    if (!found.has(key)) found.set(key, change);
  }
  return [...found.values()];
}

const rank = { breaking: 0, minor: 1, patch: 2 } as const;

function inOrder(left: Change, right: Change): number {
  return (
    rank[left.impact] - rank[right.impact] ||
    byText(left.origin.file, right.origin.file) ||
    left.origin.line - right.origin.line ||
    left.origin.column - right.origin.column ||
    byText(left.subject + left.what, right.subject + right.what)
  );
}

function pathKey({ path }: Difference): string {
  return path.join("\n");
}
