import type { CancellationRules } from "../../../runtime/orders/cancellation-state.ts";
import type { HttpMethod, PlacementDescriptor } from "../../../runtime/tables.ts";
import { assumedBy, type BuildContext, showsAlone, textsByName } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import { placeOf } from "../documents/places.ts";
import * as read from "../documents/read.ts";
import { buildWeight } from "../limits/weights.ts";
import type { Contract, Json, JsonObject, Operation, Parameter, SecurityType } from "../model.ts";
import { formType } from "../openapi-document.ts";
import { buildOrderStates } from "../orders/orders.ts";
import { buildPages } from "./pages.ts";
import { buildParameters } from "./parameters.ts";
import { buildResponses, reportRecordings } from "./responses.ts";

const methods = ["get", "post", "put", "delete"] as const;

/** Allowed members of a path item. */
const memberNames = /^(get|post|put|delete|parameters|summary|description|servers|x-.*)$/u;

/** Methods of OpenAPI that the client does not send. */
const otherMethods: readonly string[] = ["head", "options", "patch", "trace"];

/** Parts of the contract that operations use. */
type OperationParts = Pick<Contract, "schemas" | "securityTypes">;

/** Builds every operation, in the order of the spec's paths. */
export function buildOperations(
  context: BuildContext,
  parts: OperationParts,
): readonly Operation[] {
  const operations: Operation[] = [];
  for (const [path, value] of Object.entries(read.object(context.openapi, "paths"))) {
    const item = read.resolved(context.openapi, value);
    reportPath(context, path);
    // A misspelt method hides its operation; OpenAPI's own rules report it.
    if (Object.keys(item).some((key) => !memberNames.test(key))) context.problems.hideName();
    for (const key of Object.keys(item).filter((name) => otherMethods.includes(name))) {
      const message = `The method ${key} is not supported.`;
      context.problems.report({ node: item, key }, message, `Use ${methods.join(", ")}.`);
    }
    for (const method of methods) {
      const node = read.at(item, method);
      if (!isObject(node)) continue;
      const operation = buildOperation(context, { path, method, item, node }, parts);
      const same = operations.find(({ id }) => id.toLowerCase() === operation.id.toLowerCase());
      if (same === undefined) operations.push(operation);
      else {
        context.problems.hideName();
        context.problems.report(
          { node, key: "operationId" },
          `The operationId ${operation.id} is also that of ${same.method} ${same.path}.`,
          "Rename one of the two; names must differ in more than letter case.",
        );
      }
    }
  }
  return operations;
}

interface Written {
  readonly path: string;
  readonly method: (typeof methods)[number];
  readonly item: JsonObject;
  readonly node: JsonObject;
}

function buildOperation(
  context: BuildContext,
  written: Written,
  { schemas, securityTypes }: OperationParts,
): Operation {
  const { path, item, node } = written;
  const id = read.text(node, "operationId");
  reportId(context, node, id);
  const method = written.method.toUpperCase() as HttpMethod;
  reportRecordings(context, node, { method, path });
  const listed = buildParameters(context, { item, operation: node }, schemas);
  const parameters = withLookup(context, listed);
  reportBody(context, node, parameters);
  const responses = buildResponses(context, node);
  const security = securityOf(context, node, securityTypes);
  return {
    id,
    method,
    path,
    summary: read.text(node, "summary"),
    description: read.description(node),
    parameters,
    places: isObject(node["requestBody"]) ? ["query", "body"] : ["query"],
    responses,
    weight: buildWeight(context, node, parameters),
    security,
    securityAssumed: assumedBy(node["x-security"]),
    placement: placementOf(node["x-placement"]),
    cancellation: cancellationOf(context, node["x-cancellation"]),
    ...(typeof node["x-changes"] === "boolean" && { changes: node["x-changes"] }),
    ...defined({ role: read.optionalText(node, "x-role") }),
    pages: buildPages(context, written, { parameters, responses }, schemas),
    pagesAssumed: assumedBy(node["x-pages"]),
    assumed: assumedBy(node),
    origin: placeOf(node),
  };
}

/** Adds the rule that one of several fields identifies the order, if the operation has them all. */
function withLookup(
  { openapi }: BuildContext,
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const lookup = read.at(openapi, "x-order-rules", "lookup");
  const [first, ...orElse] = read.texts(lookup, "atLeastOne");
  const orElseAssumed = assumedBy(lookup);
  const names = new Set(parameters.map(({ name }) => name));
  if (first === undefined || ![first, ...orElse].every((name) => names.has(name)))
    return parameters;
  return parameters.map((each) =>
    each.name === first ? { ...each, orElse, orElseAssumed } : each,
  );
}

/** Members of promises and clients: as method names they would break callers. */
const takenNames: ReadonlySet<string> = new Set(
  "then catch finally prototype toJSON api now after filters streams observeOrder resolvePending".split(
    " ",
  ),
);

function reportId(context: BuildContext, node: JsonObject, id: string): void {
  if (/^[a-z][A-Za-z0-9]{1,63}$/u.test(id) && !takenNames.has(id)) return;
  // References to the intended name are no problems of their own.
  context.problems.hideName();
  const message = `The operationId ${JSON.stringify(id)} cannot be the name of a method.`;
  const fix = "Name it with a verb and a noun in letters and digits, as in getOrder.";
  context.problems.report({ node, key: "operationId" }, message, fix);
}

function reportPath(context: BuildContext, path: string): void {
  if (/^(\/[A-Za-z0-9._~-]+)+$/u.test(path)) return;
  const message = `The path ${JSON.stringify(path)} is not made of plain segments.`;
  const fix = "Write /segments/of/letters; fields of a request go into the query.";
  context.problems.report({ node: read.object(context.openapi, "paths"), key: path }, message, fix);
}

/** Reports a body other than a form of the operation's parameters. */
function reportBody(
  context: BuildContext,
  node: JsonObject,
  parameters: readonly Parameter[],
): void {
  const content = read.object(node, "requestBody", "content");
  const names = parameters.map(({ name }) => name);
  const fix = `Write parameters, and ${formType} where they may also be sent in the body.`;
  for (const [type, form] of Object.entries(content)) {
    const place = { node: content, key: type };
    const fields = read.object(
      read.resolved(context.openapi, read.at(form, "schema")),
      "properties",
    );
    const other = Object.keys(fields).find((name) => !names.includes(name));
    if (type !== formType) {
      context.problems.report(place, `The client does not send a body of ${type}.`, fix);
    } else if (other !== undefined) {
      const message = `The field ${other} of the body is no parameter of the operation.`;
      context.problems.report(place, message, fix);
    }
  }
}

/** The security type of an operation; a spec without assumptions may omit it. */
function securityOf(
  context: BuildContext,
  node: JsonObject,
  types: readonly SecurityType[],
): SecurityType {
  const given = node["x-security"];
  const name = read.text(isObject(given) ? given["type"] : given);
  const free = types.find(({ sendsKey, signed }) => !sendsKey && !signed);
  const found = name === "" ? free : types.find((type) => type.name === name);
  if (name === "" && !showsAlone(context)) {
    const message = "The operation has no security type.";
    context.problems.report({ node, key: "operationId" }, message, "Write x-security.");
  }
  return found ?? { name, sendsKey: false, signed: false };
}

function placementOf(given: Json | undefined): PlacementDescriptor | undefined {
  const [query, record] = [read.at(given, "resolvedBy"), read.at(given, "record")];
  return read.optional(given, {
    clientId: read.text,
    resolvedBy: () => read.members(query, read.each(read.text, "operation", "parameter")),
    notFoundCode: read.optionalNumber,
    refusedRepeatCode: read.optionalNumber,
    refusedRepeatMessage: read.optionalText,
    settleMs: read.optionalNumber,
    record: () =>
      read.optional(record, {
        ...read.each(read.text, "clientId", "orderId", "placedMs"),
        sent: () => textsByName(read.at(record, "sent")),
      }),
  });
}

/** The code of an operation that queries an order, for an order that does not exist. */
export function notFoundCodeOf(operations: readonly Operation[], id: string): number | undefined {
  const found = operations.find(({ placement }) => placement?.resolvedBy.operation === id);
  return found?.placement?.notFoundCode;
}

/** Canceled orders are in the states that the trigger leads to. */
function cancellationOf(
  context: BuildContext,
  given: Json | undefined,
): CancellationRules | undefined {
  if (!isObject(given)) return undefined;
  const canceled = buildOrderStates(context)
    .transitions.filter(({ trigger }) => trigger === given["trigger"])
    .map(({ to }) => to);
  return read.members(given, {
    ...read.each(read.text, "queriedBy", "status"),
    listedBy: read.optionalText,
    canceled: () => [...new Set(canceled)],
    refusedCode: read.optionalNumber,
    renamed: () => textsByName(given["renamed"]),
  });
}
