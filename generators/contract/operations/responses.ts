import type { BuildContext } from "../context.ts";
import { assumedBy, merged, report, suggestName } from "../context.ts";
import { isObject, listIn, member, objectIn, textIn } from "../documents/json.ts";
import type { JsonObject, Parameter, SuccessResponse } from "../model.ts";
import { buildSchema } from "../schemas/schemas.ts";
import { lacksParameters } from "./parameters.ts";

/** The successful responses of an operation; several where a parameter decides. */
export function buildResponses(
  context: BuildContext,
  operation: JsonObject,
  parameters: readonly Parameter[],
): readonly SuccessResponse[] {
  const response = merged(context, "openapi", member(operation["responses"], "200"));
  const schema = member(member(objectIn(response["content"]), "application/json"), "schema");
  if (Object.keys(response).length === 0 && !context.places.isBroken(response)) {
    report(context, {
      node: operation,
      key: "responses",
      message: "The operation has no successful response.",
      fix: "Write a response for 200, with x-unstated where its schema is not shown.",
    });
  }
  // A response that the interface does not show may be anything.
  if (!isObject(schema)) return [{ schema: { kind: "unstated" }, when: undefined }];
  const branches = listIn(member(schema, "oneOf")).filter(isObject);
  if (!branches.some((branch) => Object.hasOwn(branch, "x-when"))) {
    const assumed = assumedBy(schema);
    return [{ schema: buildSchema(context, "openapi", schema), when: undefined, assumed }];
  }
  return branches.map((branch) => ({
    schema: buildSchema(context, "openapi", branch),
    when: conditionOf(context, { branch, operation }, parameters),
    assumed: assumedBy(branch),
  }));
}

function conditionOf(
  context: BuildContext,
  { branch, operation }: { readonly branch: JsonObject; readonly operation: JsonObject },
  parameters: readonly Parameter[],
): SuccessResponse["when"] {
  const when = member(branch, "x-when");
  if (!isObject(when)) {
    report(context, {
      node: branch,
      message: "This branch of the response has no condition.",
      fix: "Write x-when, as in the other branches.",
    });
    return undefined;
  }
  const parameter = textIn(when["parameter"]);
  const names = parameters.map(({ name }) => name);
  if (!names.includes(parameter) && !lacksParameters(context, operation)) {
    report(context, {
      node: when,
      key: "parameter",
      message: `The response depends on ${parameter}, which is no parameter of the operation.`,
      fix: suggestName(parameter, names),
    });
  }
  return { parameter, is: when["is"] === "absent" ? "absent" : "present" };
}
