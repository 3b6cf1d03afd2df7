import { byText, isObject, listIn, lookUp, member, objectIn } from "../contract/documents/json.ts";
import type { Loaded } from "../contract/documents/load.ts";
import type { Json } from "../contract/model.ts";
import { compareDocuments } from "./compare.ts";
import type { Court } from "./judge.ts";
import { judge } from "./judge.ts";
import type { Bump, Change, Difference } from "./model.ts";
import { moveOf } from "./moves.ts";
import type { Names } from "./subjects.ts";
import { told } from "./tell.ts";
import type { Usage } from "./usage.ts";
import { componentKey, usageOf } from "./usage.ts";

/** A spec as it was read, faults or not: what could not be read is not compared. */
export type Spec = Pick<Loaded, "openapi" | "asyncapi" | "places">;

/**
 * Every change of the contract from one spec to another, the worst first and then by place. What
 * both documents share is told once. Compares all that the two bundles say, so nothing can change
 * without a line; recordings alone are left out.
 */
export function diff(before: Spec, after: Spec): readonly Change[] {
  let known: readonly [Usage, Usage] | undefined;
  // Most facts are judged without it.
  const usages = (): readonly [Usage, Usage] => (known ??= [usageOf(before), usageOf(after)]);
  const changes = (["openapi", "asyncapi"] as const).flatMap((document) => {
    const found = compareDocuments(
      document,
      { root: before[document], places: before.places },
      { root: after[document], places: after.places },
    );
    const came = new Set(found.filter((one) => one.before === undefined).map(trailKey));
    const went = new Set(found.filter((one) => one.after === undefined).map(trailKey));
    const court: Court = {
      usages,
      sides: {
        openapi: { root: after.openapi, places: after.places },
        asyncapi: { root: after.asyncapi, places: after.places },
      },
      came: (trail) => came.has(trail.join("\n")),
    };
    const names = namesOf(document, { before, after, usages });
    return found
      .filter((one) => !isToldElsewhere(one, usages, { came, went }))
      .map((one) => changeOf(one, { court, names }));
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
  { court, names }: { readonly court: Court; readonly names: Names },
): Change {
  const { subject, what } = told(difference, names);
  const { before, after, place } = difference;
  const origin = after?.origin ?? place ?? before?.origin;
  return {
    ...judge(difference, court),
    move: moveOf(difference),
    subject,
    what,
    origin: origin ?? { file: "spec", line: 1, column: 1 },
    side: after === undefined && place === undefined ? "old" : "new",
  };
}

/** A component that came or went is told where it is referred to; so is what is required of it. */
function isToldElsewhere(
  { trail, before, after }: Difference,
  usages: () => readonly [Usage, Usage],
  seen: { readonly came: ReadonlySet<string>; readonly went: ReadonlySet<string> },
): boolean {
  if (before !== undefined && after !== undefined) return false;
  const [, section, name] = trail;
  if (trail[0] === "components" && trail.length === 3 && section !== "schemas") {
    const side = usages()[after === undefined ? 0 : 1];
    return side.ways.has(componentKey(section ?? "", name ?? ""));
  }
  if (trail.at(-2) !== "required") return false;
  const property = [...trail.slice(0, -2), "properties", trail.at(-1)].join("\n");
  return (after === undefined ? seen.went : seen.came).has(property);
}

interface NameSources {
  readonly before: Spec;
  readonly after: Spec;
  readonly usages: () => readonly [Usage, Usage];
}

function namesOf(document: Difference["document"], { before, after, usages }: NameSources): Names {
  const roots = [after.openapi, before.openapi];
  const first = (trail: readonly string[]): Json | undefined =>
    roots.map((root) => lookUp(root, trail)).find((value) => value !== undefined);
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

/** What both documents hold is one change; the worse verdict on it counts. */
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

function trailKey({ trail }: Difference): string {
  return trail.join("\n");
}
