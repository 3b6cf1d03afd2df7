import type {
  Advice,
  EnvelopeDescriptor,
  ErrorDescriptor,
  RetryDescriptor,
  RetryRule,
  StatusDescriptor,
} from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import {
  originOf,
  report,
  requiredNumber,
  requiredObject,
  requiredText,
  requiredWord,
  unwrapped,
  withAssumed,
} from "../context.ts";
import { isObject, listIn, member, objectIn, optionalNumber, textIn } from "../documents/json.ts";
import type { Json, JsonObject, Sourced } from "../model.ts";

const advices: readonly [Advice, ...Advice[]] = [
  "wait",
  "backOff",
  "resyncClock",
  "newKey",
  "queryFirst",
  "fixRequest",
  "stop",
];

/** The error codes of spec/errors.yaml. */
export function buildErrors(context: BuildContext): readonly Sourced<ErrorDescriptor>[] {
  const nodes = listIn(member(objectIn(context.openapi["x-errors"]), "codes")).filter(isObject);
  const seen = new Map<number | string, JsonObject>();
  return nodes.map((node) => {
    const code = requiredNumber(context, node, "code");
    const name = requiredText(context, node, "name");
    for (const [key, value] of [
      ["code", code],
      ["name", name],
    ] as const) {
      if (seen.has(value)) {
        const message = `The ${key} ${value} is listed twice.`;
        report(context, { node, key, message, fix: "Keep one of the two." });
      }
      seen.set(value, node);
    }
    if (!/^[A-Z][A-Z0-9_]*$/u.test(name)) {
      const fix = "Write it in capitals with underscores.";
      report(context, {
        node,
        key: "name",
        message: `The name ${JSON.stringify(name)} is not the name of a constant.`,
        fix,
      });
    }
    const status = optionalNumber(unwrapped(node["status"]));
    const condition = requiredText(context, node, "condition");
    return {
      code,
      name,
      condition,
      advice: requiredWord(context, node, "advice", advices),
      ...(status === undefined ? {} : { status }),
      ...withAssumed(node),
      description: textIn(node["description"]) || condition,
      origin: originOf(context, node),
    };
  });
}

/** The HTTP statuses of spec/errors.yaml that are errors whatever the body says. */
export function buildStatuses(context: BuildContext): readonly Sourced<StatusDescriptor>[] {
  const nodes = listIn(member(objectIn(context.openapi["x-errors"]), "statuses")).filter(isObject);
  return nodes.map((node) => {
    const header = textIn(unwrapped(node["header"]));
    const condition = requiredText(context, node, "condition");
    return {
      ...(statusRange(node["status"]) ?? reportStatus(context, node)),
      condition,
      advice: requiredWord(context, node, "advice", advices),
      ...(header === "" ? {} : { header }),
      description: textIn(node["description"]) || condition,
      origin: originOf(context, node),
    };
  });
}

/** The envelope of errors, from spec/rules/envelope.yaml. */
export function buildEnvelope(context: BuildContext): EnvelopeDescriptor | undefined {
  const node = context.openapi["x-envelope"];
  if (!isObject(node)) return undefined;
  const success = requiredNumber(context, requiredObject(context, node, "success"), "code");
  const others = listIn(objectIn(node["alsoSuccess"])["codes"]);
  return {
    code: requiredText(context, node, "code"),
    message: requiredText(context, node, "message"),
    timestamp: requiredText(context, node, "timestamp"),
    data: requiredText(context, node, "data"),
    successCodes: [success, ...others.filter((code) => typeof code === "number")],
  };
}

/** The retry policy of spec/rules/retry.yaml. */
export function buildRetry(
  context: BuildContext,
  codes: readonly Sourced<ErrorDescriptor>[],
): RetryDescriptor {
  const retry = requiredObject(context, context.openapi, "x-retry");
  const backoff = requiredObject(context, retry, "backoff");
  const nodes = listIn(retry["rules"]).filter(isObject);
  return {
    rules: nodes.map((node) => retryRule(context, node, codes)),
    backoff: {
      firstMs: requiredNumber(context, backoff, "firstMs"),
      factor: requiredNumber(context, backoff, "factor"),
      maxMs: requiredNumber(context, backoff, "maxMs"),
      // Without `jitter` there is none.
      jitter: Object.hasOwn(backoff, "jitter")
        ? requiredWord(context, backoff, "jitter", ["full", "none"])
        : "none",
    },
  };
}

/** Reports an error code that a rule names and spec/errors.yaml does not list. */
export function reportUnknownCode(
  context: BuildContext,
  { node, key }: { readonly node: JsonObject; readonly key: string },
  codes: readonly Sourced<ErrorDescriptor>[],
): void {
  const code = unwrapped(node[key]);
  if (typeof code !== "number" || codes.some((known) => known.code === code)) return;
  report(context, {
    node,
    key,
    message: `The error code ${code} is not listed in x-errors.`,
    fix:
      codes.length === 0
        ? "List it."
        : `List it, or name one of ${codes.map((known) => known.code).join(", ")}.`,
  });
}

function retryRule(
  context: BuildContext,
  node: JsonObject,
  codes: readonly Sourced<ErrorDescriptor>[],
): RetryRule {
  const on = requiredObject(context, node, "on");
  const code = optionalNumber(on["code"]);
  if (code !== undefined) reportUnknownCode(context, { node: on, key: "code" }, codes);
  const status =
    code === undefined ? (statusRange(on["status"]) ?? reportStatus(context, on)) : undefined;
  const actions = ["never", "retryAfterHeader", "backOff", "resyncClock"] as const;
  return {
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    action: requiredWord(context, node, "action", actions),
    ...withAssumed(node),
  };
}

/** A status as an inclusive range: `429` is itself, `5XX` is 500 to 599. */
function statusRange(
  value: Json | undefined,
): { readonly from: number; readonly to: number } | undefined {
  const text = String(unwrapped(value));
  const family = /^([1-5])XX$/u.exec(text)?.[1];
  if (family !== undefined) return { from: Number(family) * 100, to: Number(family) * 100 + 99 };
  return /^[1-5]\d\d$/u.test(text) ? { from: Number(text), to: Number(text) } : undefined;
}

function reportStatus(
  context: BuildContext,
  node: JsonObject,
): { readonly from: number; readonly to: number } {
  report(context, {
    node,
    key: "status",
    message: `${JSON.stringify(node["status"] ?? null)} is no HTTP status.`,
    fix: "Write a number as in 429, or a family as in 5XX.",
  });
  return { from: 0, to: 0 };
}
