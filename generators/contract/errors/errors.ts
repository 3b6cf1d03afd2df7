import type { AnswerTables } from "../../../runtime/call/retry.ts";
import { adviceSentences } from "../../../runtime/errors.ts";
import type {
  Advice,
  EnvelopeDescriptor,
  RetryDescriptor,
  StatusDescriptor,
} from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext } from "../context.ts";
import {
  defined,
  isObject,
  listIn,
  member,
  numberIn,
  numberMembers,
  objectIn,
  objectsIn,
  optionalNumber,
  optionalText,
  textIn,
  textMembers,
  textsIn,
  unwrapped,
  wordIn,
} from "../documents/json.ts";
import type { Contract, ErrorSource, Json, JsonObject } from "../model.ts";

const [firstAdvice = "stop", ...others] = Object.keys(adviceSentences) as Advice[];
const advices = [firstAdvice, ...others] as const;

/** Builds the error codes of spec/errors.yaml. */
export function buildErrors({ openapi }: BuildContext): Contract["errors"] {
  return objectsIn(objectIn(openapi["x-errors"])["codes"]).map((node) => ({
    code: numberIn(node["code"]),
    ...textMembers(node, ["name", "condition"]),
    advice: wordIn(node["advice"], advices),
    ...defined({
      status: optionalNumber(node["status"]),
      open: isOpen(node),
      assumed: assumedBy(node),
      givenBy: errorSource(node["givenBy"]),
    }),
  }));
}

function errorSource(node: Json | undefined): ErrorSource | undefined {
  if (!isObject(node)) return undefined;
  const { security, parameters, operations } = node;
  return {
    security: textsIn(security),
    parameters: parameters === "any" ? "any" : textsIn(parameters),
    operations: textsIn(operations),
  };
}

/** Builds the statuses of spec/errors.yaml that are errors whatever the body. */
export function buildStatuses({ openapi }: BuildContext): readonly StatusDescriptor[] {
  return objectsIn(objectIn(openapi["x-errors"])["statuses"]).map((node) => ({
    ...statusRange(node["status"]),
    condition: textIn(node["condition"]),
    advice: wordIn(node["advice"], advices),
    ...defined({
      open: isOpen(node),
      assumed: assumedBy(node),
      header: optionalText(node["header"]),
    }),
  }));
}

function isOpen({ outcome }: JsonObject): true | undefined {
  return unwrapped(outcome ?? null) === "open" ? true : undefined;
}

/** The individual statuses of spec/errors.yaml, also within a class such as 5XX. */
export function listedStatuses(openapi: JsonObject): readonly number[] {
  return objectsIn(objectIn(openapi["x-errors"])["statuses"])
    .flatMap(({ status, includes }) => [status, ...listIn(unwrapped(includes))])
    .filter((status) => typeof status === "number");
}

/** The tables by which a client decides about an error response. */
export function answerTables({
  errors,
  statuses,
  retry,
}: Pick<Contract, "errors" | "statuses" | "retry">): AnswerTables {
  return {
    advice: Object.fromEntries(errors.map(({ code, advice }) => [code, advice])),
    openCodes: errors.flatMap(({ code, open }) => (open ? [code] : [])),
    retry,
    statuses: statuses.map(({ condition: _, header: __, ...status }) => status),
  };
}

/** Builds the error envelope of spec/rules/envelope.yaml. */
export function buildEnvelope({ openapi }: BuildContext): EnvelopeDescriptor | undefined {
  const node = openapi["x-envelope"];
  if (!isObject(node)) return undefined;
  const { timestamp, data, success, alsoSuccess } = node;
  const codes = [member(success, "code"), ...listIn(member(alsoSuccess, "codes"))];
  return {
    ...textMembers(node, ["code", "message"]),
    ...defined({ timestamp: optionalText(timestamp), data: optionalText(data) }),
    successCodes: codes.filter((code) => typeof code === "number"),
  };
}

/** Builds the retry policy of spec/rules/retry.yaml. */
export function buildRetry({ openapi }: BuildContext): RetryDescriptor {
  const retry = objectIn(openapi["x-retry"]);
  const statuses = objectsIn(objectIn(openapi["x-errors"])["statuses"]);
  // That of HTTP, unless a status names another one.
  const [header = "Retry-After"] = statuses.flatMap((each) => optionalText(each["header"]) ?? []);
  const backoff = objectIn(retry["backoff"]);
  return {
    rules: objectsIn(retry["rules"]).map((node) => {
      const { status, code } = objectIn(node["on"]);
      return {
        ...(typeof code === "number" ? { code } : { status: statusRange(status) }),
        action: wordIn(node["action"], ["never", "retryAfterHeader", "backOff", "resyncClock"]),
        ...defined({ assumed: assumedBy(node) }),
      };
    }),
    backoff: {
      ...numberMembers(backoff, ["firstMs", "factor", "maxMs"]),
      jitter: wordIn(backoff["jitter"], ["none", "full"]),
    },
    header,
  };
}

/** A status as an inclusive range: `429` alone, `5XX` from 500 to 599. */
function statusRange(value: Json | undefined): { readonly from: number; readonly to: number } {
  if (typeof value === "number") return { from: value, to: value };
  const from = Number(textIn(value).slice(0, 1)) * 100;
  return { from, to: from + 99 };
}
