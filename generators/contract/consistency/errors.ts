import type { Advice, RetryDescriptor } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import { listIn, objectIn } from "../documents/json.ts";
import type { Contract, Json } from "../model.ts";

type RetryRule = RetryDescriptor["rules"][number];

/** The advice that says of an error what each action of the retry policy does about it. */
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

/** Reports advice of spec/errors.yaml that the policy of spec/rules/retry.yaml contradicts. */
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

/** Whether a rule is about this error and no other. */
function isFor(rule: RetryRule, { code, from, to }: Row): boolean {
  if (code !== undefined) return "code" in rule && rule.code === code;
  return "status" in rule && rule.status.from === from && rule.status.to === to;
}

function covers(rule: RetryRule, { from, to }: Pick<Row, "from" | "to">): boolean {
  return "status" in rule && rule.status.from <= from && to <= rule.status.to;
}

function placeOf({ openapi, places }: BuildContext, index: number): string {
  const node = objectIn(listIn(objectIn(openapi["x-retry"])["rules"])[index]);
  const { file, line } = places.of(node, "action");
  return `${file}:${line}`;
}

/** Reports retry rules that can never decide, because an earlier one fits every such error. */
export function reportRetryOrder(context: BuildContext, { retry: { rules } }: Contract): void {
  const nodes = listIn(objectIn(context.openapi["x-retry"])["rules"]);
  for (const [index, rule] of rules.entries()) {
    const earlier = rules
      .slice(0, index)
      .findIndex((each) =>
        "code" in rule
          ? "code" in each && each.code === rule.code
          : rule.status !== undefined && covers(each, rule.status),
      );
    if (earlier < 0) continue;
    context.problems.report({
      node: objectIn(nodes[index]),
      message: `The rule at ${placeOf(context, earlier)} already decides every error of this one.`,
      fix: "Delete one of the two, or put the narrower one first.",
    });
  }
}
