import type { PlacementRules } from "../../../runtime/tables.ts";
import type { BuildContext } from "../context.ts";
import { report, requiredText, suggestName, unwrapped } from "../context.ts";
import { isObject, member, objectIn, optionalNumber, optionalText } from "../documents/json.ts";
import { reportUnknownCode } from "../errors/errors.ts";
import type { JsonObject, NamedSchema, Operation } from "../model.ts";

/** Where placement rules look up operations and fields. */
export interface PlacementWords {
  readonly operations: readonly Operation[];
  readonly schemas: ReadonlyMap<string, NamedSchema>;
}

/** How the outcome of a placement is found out, from `placements` of spec/rules/retry.yaml. */
export function buildPlacementRules(
  context: BuildContext,
  words: PlacementWords,
  codes: Parameters<typeof reportUnknownCode>[2],
): { readonly placements?: PlacementRules } {
  const node = objectIn(member(context.openapi["x-retry"], "placements"));
  const { record } = node;
  if (!isObject(record)) return {};
  for (const key of ["refusedRepeatCode", "notFoundCode"]) {
    reportUnknownCode(context, { node, key }, codes);
  }
  return { placements: { ...outcomeRules(node), record: recordRules(context, record, words) } };
}

function outcomeRules(node: JsonObject): Omit<PlacementRules, "record"> {
  const number = (key: string): number | undefined => optionalNumber(unwrapped(node[key]));
  const given = {
    notFoundCode: number("notFoundCode"),
    refusedRepeatCode: number("refusedRepeatCode"),
    refusedRepeatMessage: optionalText(unwrapped(node["refusedRepeatMessage"])),
    settleMs: number("settleMs"),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function recordRules(
  context: BuildContext,
  node: JsonObject,
  { operations, schemas }: PlacementWords,
): PlacementRules["record"] {
  const placing = operations.find(({ placement }) => placement !== undefined);
  const asked = operations.find(({ id }) => id === placing?.placement?.resolvedBy.operation);
  const inRecord = fieldsOf(asked, schemas);
  const sent = objectIn(node["sent"]);
  const check = (
    place: JsonObject,
    key: string,
    name: string,
    known: readonly string[] | undefined,
  ): void => {
    if (known === undefined || known.includes(name)) return;
    const message = `${name} is no field there.`;
    report(context, { node: place, key, message, fix: suggestName(name, known) });
  };
  for (const [field, value] of Object.entries(sent)) {
    check(
      sent,
      field,
      field,
      placing?.parameters.map(({ name }) => name),
    );
    check(sent, field, String(value), inRecord);
  }
  for (const key of ["clientId", "placedMs"]) check(node, key, String(node[key]), inRecord);
  return {
    clientId: requiredText(context, node, "clientId"),
    placedMs: requiredText(context, node, "placedMs"),
    sent: Object.fromEntries(Object.entries(sent).map(([field, name]) => [field, String(name)])),
  };
}

/** The fields of the record that an operation returns; `undefined` if they are not known. */
function fieldsOf(
  operation: Operation | undefined,
  schemas: PlacementWords["schemas"],
): readonly string[] | undefined {
  const [response] = operation?.responses ?? [];
  if (response?.schema.kind !== "reference") return undefined;
  const record = schemas.get(response.schema.name)?.schema;
  return record?.kind === "record" ? record.properties.map(({ name }) => name) : undefined;
}
