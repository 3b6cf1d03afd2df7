import { statusRanges } from "../../../runtime/call/answers.ts";
import { matches, ruleFor } from "../../../runtime/call/retry.ts";
import type { Advice, RetryRule } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import { placeOf } from "../documents/places.ts";
import * as read from "../documents/read.ts";
import { answerTables } from "../errors/errors.ts";
import type { Contract, Json } from "../model.ts";

/** The advice that corresponds to each action of the retry policy. */
const advised: Readonly<Partial<Record<RetryRule["action"], Advice>>> = {
  retryAfterHeader: "wait",
  backOff: "backOff",
  resyncClock: "resyncClock",
};

const retried: readonly Advice[] = Object.values(advised);

/** Reports advice in spec/errors.yaml that contradicts the policy in spec/rules/retry.yaml. */
export function reportAdvice(context: BuildContext, contract: Contract): void {
  const { errors, statuses, retry } = contract;
  const nodes = read.object(context.openapi, "x-errors");
  const ranges = statusRanges(answerTables(contract));
  const rows = [
    ...errors.map(({ code, status, ...row }, index) => {
      const rule = ruleFor(retry, { code }) ?? ruleFor(retry, { code, status });
      return { ...row, rule, name: `${code}`, node: read.list(nodes, "codes")[index] };
    }),
    ...statuses.map((row, index) => {
      const node = read.list(nodes, "statuses")[index];
      const own = ranges.find(
        ({ from }) => statuses.find((each) => each.from <= from && from <= each.to) === row,
      );
      const rule = own && ruleFor(retry, { status: own.from });
      return { ...row, rule, name: `status ${read.at(node, "status")}`, node };
    }),
  ];
  for (const { name, advice, open, rule, node } of rows) {
    const { action = "never" } = rule ?? {};
    const wanted = advised[action];
    if (wanted === undefined ? !retried.includes(advice) : wanted === advice) continue;
    const at = rule && lineOf(rulesOf(context)[retry.rules.indexOf(rule)], "action");
    const policy = at ? `${at} says ${action}` : "no rule of x-retry sends it again";
    const change = at ? "change the action of that rule" : "add a rule for it to x-retry";
    const message = `The advice for ${name} is ${advice}, and ${policy}.`;
    const fix = `Write advice: ${wanted ?? (open ? "queryFirst" : "stop")}, or ${change}.`;
    context.problems.report({ node: read.object(node), key: "advice" }, message, fix);
  }
}

function rulesOf({ openapi }: BuildContext): readonly Json[] {
  return read.list(openapi, "x-retry", "rules");
}

function lineOf(node: Json | undefined, key?: string): string {
  const { file, line } = placeOf(read.object(node), key);
  return `${file}:${line}`;
}

/** Reports the error code of a wrong timestamp unless its retry rule resyncs the clock. */
export function reportTiming(context: BuildContext, { errors, retry, signing }: Contract): void {
  const known = errors.find(({ code }) => code === signing.rejectedWith);
  const rule = retry.rules.find(({ code }) => code === signing.rejectedWith);
  if (known === undefined || [known.advice, rule?.action].includes("resyncClock")) return;
  context.problems.report(
    { node: read.object(context.openapi, "x-signing", "timing"), key: "rejectedWith" },
    `${known.code} is ${known.name}, whose advice is ${known.advice}.`,
    "Name the code whose advice is resyncClock.",
  );
}

/** Reports successes with the code of an error, and refusals whose code has another status. */
export function reportCodes(
  { openapi, problems }: BuildContext,
  { errors, envelope, limitRules: { exceeded } }: Contract,
): void {
  const known = (code: number | undefined) => errors.find((error) => error.code === code);
  for (const key of ["code", "ordersCode"] as const) {
    const { code, status } = known(exceeded[key]) ?? {};
    if (status === undefined || status === exceeded.status) continue;
    problems.report(
      { node: read.object(openapi, "x-limits", "exceeded"), key },
      `${code} comes with status ${status}, but a limit is exceeded with ${exceeded.status}.`,
      "Correct one of the two.",
    );
  }
  for (const success of envelope?.successCodes ?? []) {
    const error = known(success);
    if (error === undefined) continue;
    const message = `${success} cannot mean success: it is the code of ${error.name}.`;
    const fix = "Correct the code of the success, or delete the error.";
    problems.report({ node: read.object(openapi, "x-envelope") }, message, fix);
  }
}

/**
 * Computes which retry rule and which status decides each answer, and reports those that are only
 * assumed where a documented one would decide, and those that never decide.
 */
export function reportDeciders(context: BuildContext, contract: Contract): void {
  const { errors, statuses, retry } = contract;
  const codes = [undefined, ...errors.map(({ code }) => code)];
  const points = statusRanges(answerTables(contract)).flatMap(({ from: status }) =>
    codes.map((code) => ({ status, code })),
  );
  const ranges = statuses.map(({ from, to, assumed }) => ({ status: { from, to }, assumed }));
  const listed = read.list(context.openapi, "x-errors", "statuses");
  reportDecidersIn(context, points, rulesOf(context), retry.rules);
  reportDecidersIn(context, points, listed, ranges);
}

/** An entry of a list in which the first match decides. */
type Entry = Pick<RetryRule, "status" | "code"> & { readonly assumed?: string | undefined };

interface Point {
  readonly status: number;
  readonly code: number | undefined;
}

function reportDecidersIn(
  context: BuildContext,
  points: readonly Point[],
  nodes: readonly Json[],
  entries: readonly Entry[],
): void {
  const deciding = new Set<Entry>();
  /** By entry: the first that decides in its place. */
  const beaten = new Map<Entry, Entry>();
  /** By assumed entry: a documented one in whose place it decides, and an answer where it does. */
  const taken = new Map<Entry, { readonly from: Entry; readonly at: Point }>();
  for (const at of points) {
    const [first, ...others] = entries.filter((entry) => matches(entry, at));
    if (first === undefined) continue;
    deciding.add(first);
    for (const other of others) if (!beaten.has(other)) beaten.set(other, first);
    const from = others.find(({ assumed }) => assumed === undefined);
    if (first.assumed === undefined || from === undefined || taken.has(first)) continue;
    taken.set(first, { from, at });
  }
  const placeOfEntry = (entry: Entry): string => lineOf(nodes[entries.indexOf(entry)]);
  for (const [index, entry] of entries.entries()) {
    const report = (message: string, fix: string): void =>
      context.problems.report({ node: read.object(nodes[index]) }, message, fix);
    const { from, at } = taken.get(entry) ?? {};
    const by = deciding.has(entry) ? undefined : beaten.get(entry);
    if (from !== undefined && at !== undefined) {
      report(
        `This entry is only assumed (${entry.assumed}), and it decides status ${at.status}` +
          `${at.code === undefined ? "" : ` with code ${at.code}`} in place of the documented ` +
          `entry at ${placeOfEntry(from)}.`,
        "Put it below that one, or delete it. If the interface shows it, delete its x-assumed.",
      );
    } else if (by !== undefined && !taken.has(by)) {
      report(
        `The entry at ${placeOfEntry(by)} already decides every error of this one.`,
        by.assumed === undefined && entry.assumed !== undefined
          ? "Delete this one: the other one is documented."
          : "Delete one of the two, or put the narrower one first.",
      );
    }
  }
}
