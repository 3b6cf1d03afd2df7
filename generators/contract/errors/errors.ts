import type { AnswerTables } from "../../../runtime/call/retry.ts";
import { adviceSentences } from "../../../runtime/errors.ts";
import type {
  Advice,
  EnvelopeDescriptor,
  RetryDescriptor,
  StatusDescriptor,
} from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import type { Contract, ErrorSource, Json, JsonObject } from "../model.ts";

const [firstAdvice = "stop", ...others] = Object.keys(adviceSentences) as Advice[];
const advices = [firstAdvice, ...others] as const;

/** Builds the error codes of spec/errors.yaml. */
export function buildErrors({ openapi }: BuildContext): Contract["errors"] {
  return read.objects(openapi, "x-errors", "codes").map((node) => ({
    code: read.number(node, "code"),
    ...read.textMembers(node, ["name", "condition"]),
    advice: read.word(node["advice"], advices),
    ...defined({
      status: read.optionalNumber(node, "status"),
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
    security: read.texts(security),
    parameters: parameters === "any" ? "any" : read.texts(parameters),
    operations: read.texts(operations),
  };
}

/** Builds the statuses of spec/errors.yaml that are errors whatever the body. */
export function buildStatuses({ openapi }: BuildContext): readonly StatusDescriptor[] {
  return read.objects(openapi, "x-errors", "statuses").map((node) => ({
    ...statusRange(node["status"]),
    condition: read.text(node, "condition"),
    advice: read.word(node["advice"], advices),
    ...defined({
      open: isOpen(node),
      assumed: assumedBy(node),
      header: read.optionalText(node, "header"),
    }),
  }));
}

function isOpen({ outcome }: JsonObject): true | undefined {
  return read.unwrapped(outcome ?? null) === "open" ? true : undefined;
}

/** The individual statuses of spec/errors.yaml, also within a class such as 5XX. */
export function listedStatuses(openapi: JsonObject): readonly number[] {
  return read
    .objects(openapi, "x-errors", "statuses")
    .flatMap(({ status, includes }) => [status, ...read.list(read.unwrapped(includes))])
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
  const codes = [read.at(success, "code"), ...read.list(alsoSuccess, "codes")];
  return {
    ...read.textMembers(node, ["code", "message"]),
    ...defined({ timestamp: read.optionalText(timestamp), data: read.optionalText(data) }),
    successCodes: codes.filter((code) => typeof code === "number"),
  };
}

/** Builds the retry policy of spec/rules/retry.yaml. */
export function buildRetry({ openapi }: BuildContext): RetryDescriptor {
  const retry = read.object(openapi, "x-retry");
  const statuses = read.objects(openapi, "x-errors", "statuses");
  // That of HTTP, unless a status names another one.
  const [header = "Retry-After"] = statuses.flatMap(
    (each) => read.optionalText(each, "header") ?? [],
  );
  const backoff = read.object(retry, "backoff");
  return {
    rules: read.objects(retry, "rules").map((node) => {
      const { status, code } = read.object(node, "on");
      return {
        ...(typeof code === "number" ? { code } : { status: statusRange(status) }),
        action: read.word(node["action"], ["never", "retryAfterHeader", "backOff", "resyncClock"]),
        ...defined({ assumed: assumedBy(node) }),
      };
    }),
    backoff: {
      ...read.numberMembers(backoff, ["firstMs", "factor", "maxMs"]),
      jitter: read.word(backoff["jitter"], ["none", "full"]),
    },
    header,
  };
}

/** A status as an inclusive range: `429` alone, `5XX` from 500 to 599. */
function statusRange(value: Json | undefined): { readonly from: number; readonly to: number } {
  if (typeof value === "number") return { from: value, to: value };
  const from = Number(read.text(value).slice(0, 1)) * 100;
  return { from, to: from + 99 };
}
