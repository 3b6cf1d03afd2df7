import type { Advice, RetryDescriptor } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import { listIn, objectIn } from "../documents/json.ts";
import type { Contract, Json } from "../model.ts";

type RetryRule = RetryDescriptor["rules"][number];

/** The subject of a list entry: one code, or a range of statuses. */
type Trigger = Partial<Pick<Row, "code"> & { readonly status: Pick<Row, "from" | "to"> }>;

/** The advice that corresponds to each action of the retry policy. */
const advised: Readonly<Record<Exclude<RetryRule["action"], "never">, Advice>> = {
  retryAfterHeader: "wait",
  backOff: "backOff",
  resyncClock: "resyncClock",
};

const retried: readonly Advice[] = Object.values(advised);

/** An error of spec/errors.yaml: a code with its status, or a range of statuses. */
interface Row {
  readonly code?: number;
  readonly from: number;
  readonly to: number;
  readonly advice: Advice;
}

/** Reports advice in spec/errors.yaml that contradicts the policy in spec/rules/retry.yaml. */
export function reportAdvice(
  context: BuildContext,
  { errors, statuses, retry: { rules } }: Contract,
): void {
  const tables = objectIn(context.openapi["x-errors"]);
  const report = (row: Row, name: Json | undefined, node: Json | undefined): void => {
    const own = rules.findIndex((rule) => isFor(rule, row));
    const index = own < 0 ? rules.findIndex((rule) => covers(rule, row)) : own;
    const { action = "never" } = rules[index] ?? {};
    const wanted = action === "never" ? undefined : advised[action];
    const isRight = wanted === undefined ? !retried.includes(row.advice) : wanted === row.advice;
    if (isRight) return;
    const policy =
      index < 0 ? "no rule of x-retry sends it again" : `${placeOf(context, index)} says ${action}`;
    const alternative =
      index < 0 ? "add a rule for it to x-retry" : "change the action of that rule";
    context.problems.report({
      node: objectIn(node),
      key: "advice",
      message: `The advice for ${String(name)} is ${row.advice}, and ${policy}.`,
      fix: `Write advice: ${wanted ?? "stop"}, or ${alternative}.`,
    });
  };
  for (const [index, { code, status, advice }] of errors.entries()) {
    const at = status ?? Number.NaN;
    report({ code, from: at, to: at, advice }, code, listIn(tables["codes"])[index]);
  }
  for (const [index, { from, to, advice }] of statuses.entries()) {
    const node = objectIn(listIn(tables["statuses"])[index]);
    report({ from, to, advice }, `status ${String(node["status"])}`, node);
  }
}

/** Whether a rule matches exactly this error. */
function isFor(rule: RetryRule, { code, from, to }: Row): boolean {
  if (code !== undefined) return "code" in rule && rule.code === code;
  return "status" in rule && rule.status.from === from && rule.status.to === to;
}

function covers({ status }: Trigger, { from, to }: Pick<Row, "from" | "to">): boolean {
  return status !== undefined && status.from <= from && to <= status.to;
}

function placeOf({ openapi, places }: BuildContext, index: number): string {
  const node = objectIn(listIn(objectIn(openapi["x-retry"])["rules"])[index]);
  const { file, line } = places.of(node, "action");
  return `${file}:${line}`;
}

/** Reports the error code of a wrong timestamp unless its retry rule resyncs the clock. */
export function reportTiming(context: BuildContext, { errors, retry, signing }: Contract): void {
  const known = errors.find(({ code }) => code === signing.rejectedWith);
  const rule = retry.rules.find(({ code }) => code === signing.rejectedWith);
  if (known === undefined || [known.advice, rule?.action].includes("resyncClock")) return;
  context.problems.report({
    node: objectIn(objectIn(context.openapi["x-signing"])["timing"]),
    key: "rejectedWith",
    message: `${known.code} is ${known.name}, whose advice is ${known.advice}.`,
    fix: "Name the code whose advice is resyncClock.",
  });
}

/** Reports retry rules and statuses that never apply, because an earlier one matches first. */
export function reportOrder(
  context: BuildContext,
  { retry: { rules }, statuses }: Pick<Contract, "retry" | "statuses">,
): void {
  const ranges = statuses.map(({ from, to }) => ({ status: { from, to } }));
  const lists = [
    [listIn(objectIn(context.openapi["x-retry"])["rules"]), rules],
    [listIn(objectIn(context.openapi["x-errors"])["statuses"]), ranges],
  ] as const;
  for (const [nodes, entries] of lists) {
    for (const [index, entry] of entries.entries()) {
      const earlier = entries.slice(0, index).findIndex((each) => decides(each, entry));
      if (earlier < 0) continue;
      const { file, line } = context.places.of(objectIn(nodes[earlier]));
      context.problems.report({
        node: objectIn(nodes[index]),
        message: `The entry at ${file}:${line} already decides every error of this one.`,
        fix: "Delete one of the two, or put the narrower one first.",
      });
    }
  }
}

function decides(earlier: Trigger, later: Trigger): boolean {
  if (later.code !== undefined) return earlier.code === later.code;
  return later.status !== undefined && covers(earlier, later.status);
}
