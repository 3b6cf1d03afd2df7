import { assumedBy, type BuildContext, milliseconds } from "../context.ts";
import { isObject, pointerNames } from "../documents/json.ts";
import { placeOf } from "../documents/places.ts";
import * as read from "../documents/read.ts";
import type { Contract, Json, JsonObject } from "../model.ts";

/** Reports numbers and durations in the wrong order, and duplicate windows. */
export function reportBounds(context: BuildContext, { limits, signing }: Contract): void {
  const { openapi, asyncapi, problems } = context;
  // Values that must not exceed others, as paths in an extension.
  const rows = [
    { of: openapi["x-retry"], low: ["backoff", "firstMs"], high: ["backoff", "maxMs"] },
    {
      of: openapi["x-limits"],
      low: ["repeated", "ban", "first"],
      high: ["repeated", "ban", "last"],
    },
    { of: asyncapi["x-user-data"], low: ["keepAliveEvery"], high: ["validity"] },
    {
      of: asyncapi["x-connection"],
      low: ["pingPong", "every"],
      high: ["pingPong", "answeredWithin"],
    },
  ];
  for (const { of, low, high } of rows) {
    const [below, above] = [read.at(of, ...low), read.at(of, ...high)];
    if (!(amountOf(below) > amountOf(above))) continue;
    const holder = read.at(of, ...high.slice(0, -1));
    const message = `${high.join("/")} is less than ${low.join("/")}.`;
    const fix = "Swap or correct the two.";
    problems.report({ node: isObject(holder) ? holder : {}, key: high.at(-1) }, message, fix);
  }
  reportWindows(context, signing.windowMsMax);
  for (const [index, limit] of limits.entries()) {
    const isSame = ({ counts, per }: LimitWindow): boolean =>
      counts === limit.counts && per === limit.per;
    reportNarrow(context, limit, limits.filter(isSame));
    reportTwins(context, limit, limits.slice(0, index).filter(isSame));
  }
}

type LimitWindow = Contract["limits"][number];

/** Reports an assumed window within which the amount of a documented one cannot be used. */
function reportNarrow(
  { problems }: BuildContext,
  { origin, windowMs, amount, assumed }: LimitWindow,
  same: readonly LimitWindow[],
): void {
  const wider = same.find(
    (each) =>
      assumed !== undefined &&
      each.assumed === undefined &&
      windowMs < each.windowMs &&
      (amount ?? Infinity) * (each.windowMs / windowMs) < (each.amount ?? 0),
  );
  if (wider === undefined) return;
  const { file, line } = wider.origin;
  const message = `This window is only assumed (${assumed}), and within it the documented amount at ${file}:${line} cannot be used.`;
  problems.report(origin, message, "Raise its amount, or delete it.");
}

/** Reports a window that counts what one before it counts, or that makes one of the two idle. */
function reportTwins(
  { problems }: BuildContext,
  limit: LimitWindow,
  before: readonly LimitWindow[],
): void {
  const twin = before.find(({ windowMs }) => windowMs === limit.windowMs);
  if (twin !== undefined) {
    const fix = "Correct its length, what it counts or whose budget it is.";
    problems.report(limit.origin, `This window counts the same as ${twin.id}.`, fix);
    return;
  }
  const idle = before.find((each) => {
    const [short, long] = each.windowMs < limit.windowMs ? [each, limit] : [limit, each];
    return short.amount !== null && long.amount !== null && short.amount > long.amount;
  });
  if (idle === undefined) return;
  const message = `This window and ${idle.id}: the shorter one allows more than the longer one.`;
  problems.report(limit.origin, message, "Correct one of the two amounts.");
}

/** Reports recommended receive windows that exceed the parameter's maximum. */
function reportWindows({ openapi, problems }: BuildContext, maximum: number): void {
  const rules = read.object(openapi, "x-signing");
  const guidance = read.objects(rules, "windowGuidance");
  const ranges = guidance.map(({ recvWindowMs }) => read.object(recvWindowMs));
  for (const node of [...ranges, ...guidance.map(({ latencyMs }) => read.object(latencyMs))]) {
    if (!(Number(node["from"]) > Number(node["to"]))) continue;
    const message = "This span ends before it begins.";
    problems.report({ node, key: "to" }, message, "Swap or correct the two.");
  }
  for (const node of [rules, ...guidance, ...ranges]) {
    for (const key of ["recommendedWindowMsAtMost", "recvWindowMs", "from", "to"]) {
      const window = node[key];
      if (maximum === 0 || typeof window !== "number") continue;
      if (window > 0 && window <= maximum) continue;
      const message =
        window > 0
          ? `The window ${window} is above the parameter's maximum, ${maximum}.`
          : "A window of 0 accepts nothing.";
      problems.report({ node, key }, message, "Correct the window or the maximum.");
    }
  }
}

/** A number, or a duration in milliseconds; `NaN` when absent, which compares with nothing. */
function amountOf(value: Json | undefined): number {
  return typeof value === "number" ? value : milliseconds(read.object(value));
}

/** Whether a value lies within a bound; a text only has a pattern, a number only limits. */
const isWithin: Readonly<Record<string, (value: Json, bound: Json) => boolean>> = {
  minimum: (value, bound) => typeof value !== "number" || value >= Number(bound),
  maximum: (value, bound) => typeof value !== "number" || value <= Number(bound),
  pattern: (value, bound) => typeof value !== "string" || new RegExp(`${bound}`, "u").test(value),
};

/**
 * Reports bounds of parameters that are only assumed (`x-assumed-bounds`) and that differ from a
 * documented bound, or take away a value that the interface documents.
 */
export function reportAssumedBounds(context: BuildContext, { operations }: Contract): void {
  for (const { path, method } of operations) {
    const item = read.object(context.openapi, "paths", path);
    const operation = read.object(item[method.toLowerCase()]);
    const given = [...read.list(item, "parameters"), ...read.list(operation, "parameters")];
    for (const node of given) reportIn(context, read.resolved(context.openapi, node), operation);
  }
}

function reportIn(context: BuildContext, parameter: JsonObject, operation: JsonObject): void {
  const { openapi, problems } = context;
  const schema = read.object(parameter, "schema");
  const target = read.object(openapi, ...pointerNames(read.text(schema, "$ref")));
  const { keywords, "x-assumed": assumed } = read.object(schema, "x-assumed-bounds");
  const marked = read.list(keywords).map(String);
  const name = read.text(parameter, "name");
  const values = documentedValues(context, name, { schema, target, operation, marked });
  for (const keyword of marked) {
    const bound = schema[keyword] ?? null;
    const replaced = target[keyword] ?? bound;
    const lost =
      replaced === bound
        ? values.find(({ value = null }) => isWithin[keyword]?.(value, bound) === false)
        : { value: replaced, node: target, key: keyword };
    if (lost === undefined) continue;
    const { file, line } = placeOf(lost.node, lost.key);
    problems.report(
      { node: schema, key: keyword },
      `This ${keyword} is only assumed (${assumed}), and it takes away what is ` +
        `documented at ${file}:${line}: ${lost.key} ${lost.value}.`,
      "Widen or delete it. If the interface shows it, take it out of x-assumed-bounds.",
    );
  }
}

/** The values of a parameter that other facts document, each with its place. */
function documentedValues(
  { openapi }: BuildContext,
  name: string,
  {
    schema,
    target,
    operation,
    marked,
  }: Readonly<Record<"schema" | "target" | "operation", JsonObject>> & {
    readonly marked: readonly string[];
  },
) {
  const isOwn = (key: string): boolean => !marked.includes(key);
  const stated = [schema, target].flatMap((node) =>
    ["minimum", "maximum"].filter(isOwn).map((key) => ({ value: node[key], node, key })),
  );
  const words = [...read.nodesBehind(openapi, schema)]
    .map((node) => read.object(node as Json))
    .filter((node) => assumedBy(node) === undefined)
    .flatMap((node) => read.list(node, "enum").map((value) => ({ value, node, key: "enum" })));
  const tiers = Object.values(read.object(operation, "x-weight")).flatMap((cost) =>
    read.at(cost, "byParameter") === name ? read.objects(cost, "tiers") : [],
  );
  const signing = read.object(openapi, "x-signing");
  const isWindow = read.at(signing, "parameters", "window") === name;
  const guidance = isWindow ? read.objects(signing, "windowGuidance") : [];
  const ranges = [
    ...tiers,
    ...guidance,
    ...guidance.map((row) => read.object(row, "recvWindowMs")),
  ];
  return [
    ...stated,
    ...words,
    ...ranges.flatMap((node) =>
      ["from", "to", "recvWindowMs"].map((key) => ({ value: node[key], node, key })),
    ),
  ];
}
