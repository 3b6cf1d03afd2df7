import type { HttpMethod } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import { merged, originOf, report } from "../context.ts";
import { isObject, member, objectIn, textIn } from "../documents/json.ts";
import type { JsonObject, Recording } from "../model.ts";

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
    const examples = member(member(objectIn(response["content"]), "application/json"), "examples");
    for (const [name, example] of Object.entries(objectIn(examples))) {
      const recording = merged(context, "openapi", example);
      if (!isObject(recording["x-request"]) || !isObject(recording["x-response"])) continue;
      const request = recording["x-request"];
      const isOwn = request["method"] === method && request["path"] === path;
      if (!isOwn && isShared) continue;
      if (!isOwn) {
        const asked = `${textIn(request["method"])} ${textIn(request["path"])}`;
        report(context, {
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
        origin: originOf(context, recording),
      });
    }
  }
  return recordings;
}
