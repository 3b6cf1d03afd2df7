import type { HttpMethod, PlacementDescriptor } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import {
  assumedBy,
  merged,
  originOf,
  report,
  requiredText,
  showsAlone,
  suggestName,
} from "../context.ts";
import { isObject, member, objectIn, textIn, textsIn } from "../documents/json.ts";
import { buildWeight } from "../limits/weights.ts";
import type { JsonObject, NamedSchema, Operation, SecurityType } from "../model.ts";
import { buildPages } from "./pages.ts";
import { buildParameters, lacksParameters } from "./parameters.ts";
import { buildRecordings } from "./recordings.ts";
import { buildResponses } from "./responses.ts";

const methods = ["get", "post", "put", "delete"] as const;

/** Parts of the contract that operations refer to. */
export interface OperationParts {
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  readonly securityTypes: readonly SecurityType[];
}

/** Every operation, in the order of the paths in the spec. */
export function buildOperations(
  context: BuildContext,
  parts: OperationParts,
): readonly Operation[] {
  const operations: Operation[] = [];
  const nodes = new Map<Operation, JsonObject>();
  for (const [path, value] of Object.entries(objectIn(context.openapi["paths"]))) {
    const item = merged(context, "openapi", value);
    reportPath(context, path);
    for (const method of methods) {
      const node = member(item, method);
      if (!isObject(node)) continue;
      const operation = buildOperation(context, { path, method, item, node }, parts);
      if (operation === undefined) continue;
      const same = operations.find(({ id }) => id.toLowerCase() === operation.id.toLowerCase());
      if (same !== undefined) {
        report(context, {
          node,
          key: "operationId",
          message: `The operationId ${operation.id} is that of ${same.method} ${same.path} too.`,
          fix: "Rename one of the two; names must differ in more than letter case.",
        });
        continue;
      }
      operations.push(operation);
      nodes.set(operation, node);
    }
  }
  for (const [operation, node] of nodes) reportPlacement(context, { operation, node }, operations);
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
): Operation | undefined {
  const { path, item, node } = written;
  const id = requiredText(context, node, "operationId");
  if (id === "") return undefined;
  reportId(context, node, id);
  const method = written.method.toUpperCase() as HttpMethod;
  const parameters = buildParameters(context, { item, operation: node }, schemas);
  const security = securityOf(context, node, securityTypes);
  return {
    id,
    method,
    path,
    tag: textsIn(node["tags"])[0] ?? "",
    summary: textIn(node["summary"]),
    description: textIn(node["description"]),
    parameters,
    places: isObject(node["requestBody"]) ? ["query", "body"] : ["query"],
    responses: buildResponses(context, node, parameters),
    weight: buildWeight(context, node, parameters),
    security,
    securityAssumed: assumedBy(node["x-security"]),
    placement: placementOf(context, node),
    pages: buildPages(context, { id, node }, parameters),
    pagesAssumed: assumedBy(node["x-pages"]),
    assumed: assumedBy(node),
    recordings: buildRecordings(context, { method, path, node }),
    origin: originOf(context, node),
  };
}

/** Members of every object or promise; a method of that name would break callers. */
const takenNames: ReadonlySet<string> = new Set(
  (
    "then catch finally constructor prototype toString toLocaleString valueOf toJSON api " +
    "hasOwnProperty isPrototypeOf propertyIsEnumerable"
  ).split(" "),
);

function reportId(context: BuildContext, node: JsonObject, id: string): void {
  if (/^[a-z][A-Za-z0-9]{1,63}$/u.test(id) && !takenNames.has(id)) return;
  report(context, {
    node,
    key: "operationId",
    message: `The operationId ${JSON.stringify(id)} cannot be the name of a method.`,
    fix: "Name it with a verb and a noun in letters and digits, as in getOrder.",
  });
}

function reportPath(context: BuildContext, path: string): void {
  if (/^(\/[A-Za-z0-9._~-]+)+$/u.test(path)) return;
  report(context, {
    node: objectIn(context.openapi["paths"]),
    key: path,
    message: `The path ${JSON.stringify(path)} is not made of plain segments.`,
    fix: "Write /segments/of/letters; fields of a request go into the query.",
  });
}

/** The security type of an operation; in a spec without assumptions it may be absent. */
function securityOf(
  context: BuildContext,
  node: JsonObject,
  types: readonly SecurityType[],
): SecurityType {
  const given = node["x-security"];
  const name = isObject(given) ? textIn(given["type"]) : textIn(given);
  const found = types.find((type) => type.name === name);
  if (found !== undefined) return found;
  const free = types.find(({ sendsKey, signed }) => !sendsKey && !signed);
  if (given === undefined && free !== undefined && showsAlone(context)) return free;
  report(context, {
    node,
    key: given === undefined ? "operationId" : "x-security",
    message:
      name === ""
        ? "The operation has no security type."
        : `The security type ${name} is not known.`,
    fix:
      name === ""
        ? "Write x-security."
        : suggestName(
            name,
            types.map((type) => type.name),
          ),
  });
  const origin = originOf(context, node);
  return { name, description: "", sendsKey: false, signed: false, origin };
}

function placementOf(context: BuildContext, node: JsonObject): PlacementDescriptor | undefined {
  const given = node["x-placement"];
  if (!isObject(given)) return undefined;
  const resolvedBy = objectIn(given["resolvedBy"]);
  return {
    clientId: requiredText(context, given, "clientId"),
    resolvedBy: {
      operation: requiredText(context, resolvedBy, "operation"),
      parameter: requiredText(context, resolvedBy, "parameter"),
    },
  };
}

function reportPlacement(
  context: BuildContext,
  { operation, node }: { readonly operation: Operation; readonly node: JsonObject },
  all: readonly Operation[],
): void {
  const { placement } = operation;
  if (placement === undefined) return;
  const given = objectIn(node["x-placement"]);
  const names = operation.parameters.map(({ name }) => name);
  const unknown = (
    place: JsonObject,
    key: string,
    name: string,
    known: readonly string[],
  ): void => {
    if (name === "" || known.includes(name)) return;
    const message = `${name} is no ${key === "operation" ? "operation" : "parameter there"}.`;
    report(context, { node: place, key, message, fix: suggestName(name, known) });
  };
  if (!lacksParameters(context, node)) unknown(given, "clientId", placement.clientId, names);
  const resolvedBy = objectIn(given["resolvedBy"]);
  const target = all.find(({ id }) => id === placement.resolvedBy.operation);
  unknown(
    resolvedBy,
    "operation",
    placement.resolvedBy.operation,
    all.map(({ id }) => id),
  );
  if (target === undefined) return;
  const known = target.parameters.map(({ name }) => name);
  unknown(resolvedBy, "parameter", placement.resolvedBy.parameter, known);
}
