import { assumedBy, type BuildContext } from "../context.ts";
import { isObject, repeated } from "../documents/json.ts";
import { isBroken } from "../documents/places.ts";
import * as read from "../documents/read.ts";
import type { JsonObject, Operation, SuccessResponse } from "../model.ts";
import { buildSchema } from "../schemas/schemas.ts";

/** Builds the successful responses of an operation; several where a parameter selects the form. */
export function buildResponses(
  context: BuildContext,
  operation: JsonObject,
): readonly SuccessResponse[] {
  const response = read.resolved(context.openapi, read.at(operation, "responses", "200"));
  const content = read.object(response, "content");
  const schema = read.at(content, "application/json", "schema");
  const other = Object.keys(content).find((type) => type !== "application/json");
  if (other !== undefined) {
    const message = `The client does not read a response of ${other}.`;
    context.problems.report({ node: content, key: other }, message, "Write application/json.");
  }
  if (Object.keys(response).length === 0 && !isBroken(response)) {
    const message = "The operation has no successful response.";
    const fix = "Write a response for 200, with x-unstated where its schema is not shown.";
    context.problems.report({ node: operation, key: "responses" }, message, fix);
  }
  // An undocumented response may be anything.
  if (!isObject(schema)) return [{ schema: { kind: "unstated" }, when: undefined }];
  const branches = read.objects(schema, "oneOf");
  const isChoice = branches.some((branch) => Object.hasOwn(branch, "x-when"));
  for (const node of repeated(branches, ({ "x-when": when }) => JSON.stringify(when))) {
    const message = "This branch has the condition of an earlier one.";
    context.problems.report({ node, key: "x-when" }, message, "Correct one of the two.");
  }
  return (isChoice ? branches : [schema]).map((branch) => ({
    schema: buildSchema(context, "openapi", branch),
    when: isChoice ? conditionOf(context, branch) : undefined,
    assumed: assumedBy(branch),
  }));
}

function conditionOf(context: BuildContext, branch: JsonObject): SuccessResponse["when"] {
  const when = branch["x-when"];
  if (!isObject(when)) {
    const message = "This branch of the response has no condition.";
    context.problems.report({ node: branch }, message, "Write x-when, as in the other branches.");
    return undefined;
  }
  return {
    parameter: read.text(when, "parameter"),
    is: when["is"] === "absent" ? "absent" : "present",
  };
}

/**
 * Reports recordings of other operations among an operation's examples, and notes those of a path
 * that there is no more. A shared response, which lists the recorded errors of all operations, is a
 * reference here.
 */
export function reportRecordings(
  context: BuildContext,
  node: JsonObject,
  { method, path }: Pick<Operation, "method" | "path">,
): void {
  for (const value of Object.values(read.object(node, "responses"))) {
    const media = read.at(value, "content", "application/json");
    for (const example of Object.values(read.object(media, "examples"))) {
      const request = read.resolved(context.openapi, example)["x-request"];
      if (!isObject(request) || (request["method"] === method && request["path"] === path))
        continue;
      const [asked, at] = [read.text(request, "method"), read.text(request, "path")];
      const message = `The recording is of ${asked} ${at}, not ${method} ${path}.`;
      const other = read.at(context.openapi, "paths", at, asked.toLowerCase());
      // A path that changed is in no recording yet: they are made with what is generated.
      if (other === undefined)
        context.problems.note({ node: request }, message, "Run `npm run record`.");
      else {
        const fix = "Refer to a recording of this operation.";
        context.problems.report({ node: request }, message, fix);
      }
    }
  }
}
