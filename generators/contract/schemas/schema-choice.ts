import type { BuildContext } from "../context.ts";
import { assumedBy, report } from "../context.ts";
import { isObject, member, objectIn, textIn } from "../documents/json.ts";
import type { ChoiceValue, Json, JsonObject, Schema } from "../model.ts";

/** Known words; a branch without words leaves the set open. */
export function choice(
  branches: readonly Json[],
  { context, node }: { readonly context: BuildContext; readonly node: JsonObject },
): Schema {
  const meanings = objectIn(node["x-enumDescriptions"]);
  const values = new Map<string, ChoiceValue>();
  for (const branch of branches) {
    const words = member(branch, "enum");
    if (!isObject(branch) || !Array.isArray(words)) continue;
    const own = objectIn(branch["x-enumDescriptions"]);
    for (const [index, word] of words.entries()) {
      if (typeof word !== "string" || values.has(word)) {
        report(context, {
          node: Array.isArray(words) ? words : branch,
          key: index,
          message:
            typeof word === "string"
              ? `The value ${word} is listed twice.`
              : `The value ${JSON.stringify(word)} is no text.`,
          fix:
            typeof word === "string" ? "Keep one of the two." : "Put it in quotes, or use const.",
        });
        continue;
      }
      const description = textIn(own[word]) || textIn(meanings[word]);
      values.set(word, { value: word, description, assumed: assumedBy(branch) });
    }
  }
  return { kind: "choice", values: [...values.values()], open: branches.some(isUnstated) };
}

/** Whether a schema leaves a value open without saying anything about it. */
export function isUnstated(value: Json | undefined): boolean {
  return isObject(value) && Object.hasOwn(value, "x-unstated") && !Object.hasOwn(value, "type");
}
