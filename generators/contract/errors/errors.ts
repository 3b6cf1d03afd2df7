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
import type { Contract, Json, JsonObject } from "../model.ts";

const [firstAdvice = "stop", ...others] = Object.keys(adviceSentences) as Advice[];
const advice = read.word(firstAdvice, ...others);

/** Builds the error codes of spec/errors.yaml. */
export function buildErrors({ openapi }: BuildContext): Contract["errors"] {
  return read.objects(openapi, "x-errors", "codes").map((node) => ({
    ...read.members(node, {
      code: read.number,
      ...read.each(read.text, "name", "condition"),
      advice,
      status: read.optionalNumber,
    }),
    ...marks(node),
    ...defined({ givenBy: read.optional(node["givenBy"], source) }),
  }));
}

/** What gives an error: security types, parameters, or operations by name. */
const source = {
  security: read.texts,
  parameters: (node: Json | undefined) =>
    read.at(node, "parameters") === "any" ? "any" : read.texts(node, "parameters"),
  operations: read.texts,
} as const;

/** Builds the statuses of spec/errors.yaml that are errors whatever the body. */
export function buildStatuses({ openapi }: BuildContext): readonly StatusDescriptor[] {
  return read.objects(openapi, "x-errors", "statuses").map((node) => ({
    ...statusRange(node["status"]),
    ...read.members(node, { condition: read.text, advice }),
    ...marks(node),
    ...read.members(node, { header: read.optionalText }),
  }));
}

/** Whether the request may have been executed, and the assumption of a row. */
function marks(node: JsonObject) {
  const isOpen = read.unwrapped(node, "outcome") === "open";
  return defined({ open: isOpen || undefined, assumed: assumedBy(node) });
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
  const codes = [read.at(node, "success", "code"), ...read.list(node, "alsoSuccess", "codes")];
  return {
    ...read.members(node, {
      ...read.each(read.text, "code", "message"),
      ...read.each(read.optionalText, "timestamp", "data"),
    }),
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
  return {
    rules: read.objects(retry, "rules").map((node) => {
      const { status, code } = read.object(node, "on");
      return {
        ...(typeof code === "number" ? { code } : { status: statusRange(status) }),
        ...read.members(node, { action, assumed: assumedBy }),
      };
    }),
    backoff: read.members(retry["backoff"], {
      ...read.each(read.number, "firstMs", "factor", "maxMs"),
      jitter: read.word("none", "full"),
    }),
    header,
  };
}

const action = read.word("never", "retryAfterHeader", "backOff", "resyncClock");

/** A status as an inclusive range: `429` alone, `5XX` from 500 to 599. */
function statusRange(value: Json | undefined): { readonly from: number; readonly to: number } {
  if (typeof value === "number") return { from: value, to: value };
  const from = Number(read.text(value).slice(0, 1)) * 100;
  return { from, to: from + 99 };
}
