import { isObject, listIn, objectIn, textIn } from "../contract/documents/json.ts";
import type { Contract, Filter, FilterRule, JsonObject } from "../contract/model.ts";

/** The order in which the union of all filters names them; others follow. */
export function inReadingOrder({ filters, documents }: Contract): readonly Filter[] {
  const schemas = objectIn(objectIn(documents.openapi["components"])["schemas"]);
  const union = listIn(objectIn(schemas["Filter"])["oneOf"]).map(objectIn);
  const names = union.map((member) => textIn(member["$ref"]).split("/").at(-1) ?? "");
  const rank = ({ name }: Filter): number =>
    (names.indexOf(name) + names.length + 1) % (names.length + 1);
  return [...filters].sort((left, right) => rank(left) - rank(right));
}

/** The ledger entries that single conditions of a rule rest on, where not the whole rule does. */
export function ruleMarks(node: JsonObject, rule: FilterRule): ConditionMarks {
  const written = listIn(node["x-rules"])
    .filter(isObject)
    .find((one) => one["id"] === rule.id);
  const mark = (key: string): string | undefined =>
    textIn(objectIn(objectIn(written)[key])["x-assumed"]) || undefined;
  return { appliesWhen: mark("appliesWhen"), disabledWhen: mark("disabledWhen") };
}

interface ConditionMarks {
  readonly appliesWhen: string | undefined;
  readonly disabledWhen: string | undefined;
}
