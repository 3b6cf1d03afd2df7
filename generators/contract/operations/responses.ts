import type { HttpMethod } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import { assumedBy, merged } from "../context.ts";
import { isObject, member, objectIn, objectsIn, textIn } from "../documents/json.ts";
import type { JsonObject, Recording, SuccessResponse } from "../model.ts";
import { buildSchema } from "../schemas/schemas.ts";

/** The successful responses of an operation; several where a parameter decides. */
export function buildResponses(
  context: BuildContext,
  operation: JsonObject,
): readonly SuccessResponse[] {
  const response = merged(context, "openapi", member(operation["responses"], "200"));
  const schema = member(member(response["content"], "application/json"), "schema");
  if (Object.keys(response).length === 0 && !context.places.isBroken(response)) {
    context.problems.report({
      node: operation,
      key: "responses",
      message: "The operation has no successful response.",
      fix: "Write a response for 200, with x-unstated where its schema is not shown.",
    });
  }
  // A response that the interface does not show may be anything.
  if (!isObject(schema)) return [{ schema: { kind: "unstated" }, when: undefined }];
  const branches = objectsIn(schema["oneOf"]);
  const isChoice = branches.some((branch) => Object.hasOwn(branch, "x-when"));
  return (isChoice ? branches : [schema]).map((branch) => ({
    schema: buildSchema(context, "openapi", branch),
    when: isChoice ? conditionOf(context, branch) : undefined,
    assumed: assumedBy(branch),
  }));
}

function conditionOf(context: BuildContext, branch: JsonObject): SuccessResponse["when"] {
  const when = branch["x-when"];
  if (!isObject(when)) {
    context.problems.report({
      node: branch,
      message: "This branch of the response has no condition.",
      fix: "Write x-when, as in the other branches.",
    });
    return undefined;
  }
  return {
    parameter: textIn(when["parameter"]),
    is: when["is"] === "absent" ? "absent" : "present",
  };
}

/**
 * The recordings of an operation, from the examples of all its responses. A shared response lists
 * the recorded errors of all operations; each operation takes its own.
 */
export function buildRecordings(
  context: BuildContext,
  {
    method,
    path,
    node,
  }: { readonly method: HttpMethod; readonly path: string; readonly node: JsonObject },
): readonly Recording[] {
  const recordings: Recording[] = [];
  for (const value of Object.values(objectIn(node["responses"]))) {
    const response = merged(context, "openapi", value);
    const isShared = isObject(value) && Object.hasOwn(value, "$ref");
    const examples = member(member(response["content"], "application/json"), "examples");
    for (const [name, example] of Object.entries(objectIn(examples))) {
      const recording = merged(context, "openapi", example);
      if (!isObject(recording["x-request"]) || !isObject(recording["x-response"])) continue;
      const request = recording["x-request"];
      const isOwn = request["method"] === method && request["path"] === path;
      if (!isOwn && isShared) continue;
      if (!isOwn) {
        const asked = `${textIn(request["method"])} ${textIn(request["path"])}`;
        context.problems.report({
          node: request,
          message: `The recording is of ${asked}, not ${method} ${path}.`,
          fix: "Refer to a recording of this operation.",
        });
      }
      recordings.push({
        name,
        summary: textIn(recording["summary"]),
        request,
        response: recording["x-response"],
        value: recording["value"] ?? null,
        origin: context.places.of(recording),
      });
    }
  }
  return recordings;
}
