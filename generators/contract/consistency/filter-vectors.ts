import { decimalIssue } from "../../../runtime/encoding/decimal.ts";
import type { BuildContext } from "../context.ts";
import { sameJson } from "../documents/json.ts";
import { placeOf } from "../documents/places.ts";
import { suggestName } from "../documents/problems.ts";
import * as read from "../documents/read.ts";
import { ruleOutcome } from "../filters/evaluate.ts";
import type { Filter, JsonObject } from "../model.ts";

/**
 * Reports vectors of a filter that contradict its rules, once per set of rules, and rules that no
 * vector breaks or none keeps.
 */
export function reportVectors(context: BuildContext, filter: Filter): void {
  const { rules, vectors } = filter;
  const contradicted = new Map<string, JsonObject[]>();
  for (const vector of vectors) {
    if (reportFields(context, filter, vector)) continue;
    const { violates, unknown } = outcomesOf(filter, vector);
    const given = [read.texts(vector, "violates"), read.texts(vector, "unknown")] as const;
    const wrong = rules.filter(
      ({ id }) =>
        violates.includes(id) !== given[0].includes(id) ||
        unknown.includes(id) !== given[1].includes(id),
    );
    if (wrong.length === 0) continue;
    const names = wrong.map(({ id }) => id).join(" and ");
    contradicted.set(names, [...(contradicted.get(names) ?? []), vector]);
  }
  for (const [names, [node = {}, ...others]] of contradicted) {
    const { violates, unknown } = outcomesOf(filter, node);
    const more = others.map((other) => placeOf(other).line).join(", ");
    const isAlso = more === "" ? "" : ` So do the vectors on lines ${more}.`;
    const undecided = unknown.length === 0 ? "" : ` and unknown: [${unknown.join(", ")}]`;
    const message = `This vector contradicts the rule ${names}.${isAlso}`;
    const fix = `Correct the rule, or write violates: [${violates.join(", ")}]${undecided}.`;
    context.problems.report({ node }, message, fix);
  }
  if (contradicted.size > 0 || vectors.length === 0) return;
  const keepsAll = vectors.some((vector) => read.texts(vector, "violates").length === 0);
  if (!keepsAll) {
    const message = `No vector keeps every rule of ${filter.name}.`;
    context.problems.report(filter.origin, message, "Add an order to x-vectors that does.");
  }
  const broken = new Set(vectors.flatMap((vector) => read.texts(vector, "violates")));
  for (const { id, origin } of rules.filter((rule) => !broken.has(rule.id))) {
    const message = `No vector breaks the rule ${id}.`;
    context.problems.report(origin, message, "Add an order to x-vectors that breaks it.");
  }
}

function outcomesOf(filter: Filter, vector: JsonObject) {
  const given = {
    filter: read.object(vector, "filter"),
    order: read.object(vector, "order"),
    context: read.object(vector, "context"),
  };
  const outcomes = filter.rules.map((rule) => [rule.id, ruleOutcome(filter, rule, given)] as const);
  const idsOf = (wanted: string): readonly string[] =>
    outcomes.filter(([, outcome]) => outcome === wanted).map(([id]) => id);
  return { violates: idsOf("broken"), unknown: idsOf("unknown") };
}

/** Reports unknown filter fields in a vector; returns whether there are any. */
function reportFields(context: BuildContext, filter: Filter, vector: JsonObject): boolean {
  const node = read.object(vector, "filter");
  const also = filter.values.flatMap(({ alsoNamed }) => alsoNamed ?? []);
  const known = [...filter.fields.map(({ name }) => name), ...also];
  const unknown = Object.keys(node).filter((name) => !known.includes(name));
  for (const name of unknown) {
    const message = `${name} is not a field of the filter ${filter.name}.`;
    const fix = suggestName(name, known, `Its fields are ${known.join(", ")}.`);
    context.problems.report({ node, key: name }, message, fix);
  }
  const decimals = filter.values.filter(({ type }) => type === "decimal").map(({ name }) => name);
  for (const key of decimals.filter((name) => Object.hasOwn(node, name))) {
    const value = node[key];
    const issue = decimalIssue(value);
    if (issue === undefined) continue;
    const message = `The ${key} of the vector, ${JSON.stringify(value)}, ${issue}.`;
    context.problems.report({ node, key }, message, 'Write it in quotes, as in "0.001".');
  }
  if (unknown.length === 0 && !sameJson(node["filterType"] ?? null, filter.name)) {
    const message = `The vector has the filterType ${String(node["filterType"])}.`;
    const fix = `Write filterType: ${filter.name}.`;
    context.problems.report({ node, key: "filterType" }, message, fix);
    return true;
  }
  return unknown.length > 0;
}
