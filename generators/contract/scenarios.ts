import { writeFields } from "../../runtime/encoding/wire.ts";
import { isObject, repeated, rewritten } from "./documents/json.ts";
import type { Loaded } from "./documents/load.ts";
import { placed } from "./documents/places.ts";
import { suggestName } from "./documents/problems.ts";
import * as read from "./documents/read.ts";
import type { Contract, Json, JsonObject, Schema, StreamMessage } from "./model.ts";
import { meaning } from "./schemas/meaning.ts";

type Lists = Pick<Loaded, "scenarios">;
type Known = Pick<
  Contract,
  "operations" | "roles" | "errors" | "channels" | "streamRules" | "signing" | "schemas"
>;

/** The rows of spec/scenarios/, one for each case of each operation, with ids in place of roles. */
export function buildScenarios(lists: Lists, contract: Known): readonly JsonObject[] {
  return expanded(lists).map((row) => withIds(withCodes(row, contract), contract));
}

/** Reports repeated rows, and operations, fields, codes and rows that rows name and nothing has. */
export function reportScenarios(
  loaded: Loaded,
  contract: Known & Pick<Contract, "assumptions">,
): void {
  const rows = expanded(loaded);
  const idOf = ({ id }: JsonObject) => read.text(id);
  for (const node of repeated(rows, idOf)) {
    const message = `${idOf(node)} is listed twice.`;
    loaded.problems.report({ node }, message, "Keep or rename one of the two.");
  }
  const ids = [...loaded.recorded, ...rows.map(idOf)];
  const assumed = contract.assumptions.map(({ id }) => id);
  const unknown = rows.flatMap((row) => [
    ...unknownIn(row, ids, contract),
    ...unknownAmong(row["assumes"], assumed, "assumption", row),
  ]);
  for (const { node, message, fix } of unknown) {
    loaded.problems.report({ node }, message, fix);
  }
}

/** The rows of another contract's lists that make sense in this one. */
export function fittingScenarios(lists: Lists, own: Known, contract: Known): readonly JsonObject[] {
  let rows = expanded(lists)
    .filter((row) => needOf(row, own) === needOf(row, contract) && isSendable(row, contract))
    .map((row) => withCodes(row, own));
  // What takes values from a row that goes has to go as well.
  for (let count = Number.NaN; rows.length !== count; ) {
    count = rows.length;
    const ids = rows.map(({ id }) => read.text(id));
    rows = rows.filter((row) => unknownIn(row, ids, contract).length === 0);
  }
  return rows.map((row) => withIds(row, contract));
}

/**
 * What a row's expectation depends on: whether fields that it leaves out are required, what becomes
 * of values above a maximum, and whether there are connections without stream names.
 */
function needOf(row: JsonObject, contract: Known): string {
  const dropped = read.list(row, "change", "drop");
  const set = read.object(row, "change", "set");
  const { parameters = [] } =
    operationNamed(read.text(row, "id").replace(caseOf, ""), contract) ?? {};
  const isRaw = read.objects(row, "steps").some(({ form }) => form === "raw");
  return JSON.stringify([
    parameters.filter(({ required, ...one }) => required && dropped.includes(roleOf(one))).length,
    parameters.flatMap(({ maximum = Number.POSITIVE_INFINITY, aboveMaximum, ...one }) =>
      Number(set[roleOf(one)]) > maximum ? [aboveMaximum ?? "refuse"] : [],
    ),
    isRaw && contract.streamRules.connectionRules.unwrapped !== undefined,
  ]);
}

/** Whether a client would send a call; what takes a value from an earlier response fits. */
function isSendable(row: JsonObject, contract: Known): boolean {
  const { window, signature, timestamp } = contract.signing;
  const own = operationNamed(read.text(row, "id").replace(caseOf, ""), contract);
  if (row["steps"] !== undefined || read.at(row, "expect", "kind") === "rejected") return true;
  const { parameters = [] } = own ?? {};
  const names = new Map(parameters.map((one) => [roleOf(one), one.name]));
  const fields = Object.entries(read.object(row, "fields"));
  const named = fields.map(([key, value]) => [names.get(key) ?? key, value] as const);
  const later = named.filter(([, value]) => isObject(value)).map(([name]) => name);
  const query = Object.fromEntries(named.filter(([, value]) => !isObject(value)));
  const supplied = [window, signature, timestamp, ...later];
  return own === undefined || writeFields({ query }, parameters, supplied).issues.length === 0;
}

function roleOf({ name, role = name }: { readonly name: string; readonly role?: string }): string {
  return role;
}

/** The end of a row's id, after an operation, a role or a channel. */
const caseOf = /\.[^.]*$/u;

function operationNamed(name: string, { operations, roles }: Known) {
  return operations.find(({ id }) => id === (roles[name] ?? name));
}

interface Unknown {
  readonly node: JsonObject;
  readonly message: string;
  readonly fix: string;
}

/** The names in a row that the contract, or the list of rows, does not have. */
function unknownIn(row: JsonObject, ids: readonly string[], contract: Known): readonly Unknown[] {
  const steps = read.objects(row, "steps");
  const subject = read.text(row, "id").replace(caseOf, "");
  const channels = contract.channels.flatMap(({ id, role = id }) => [id, role]);
  const messages = contract.channels.flatMap((channel) => channel.messages);
  return [
    ...(row["steps"] === undefined
      ? unknownInCall(row, subject, contract)
      : unknownAmong([subject], channels, "channel", row)),
    ...steps.flatMap((step) => [
      ...(step["kind"] === "receive" ? unknownInMessage(step, messages, contract) : []),
      ...read
        .objects(step, "streams")
        .flatMap(({ id }) => unknownAmong(id, channels, "channel", step)),
      ...(step["kind"] === "call"
        ? unknownInCall(step, read.text(step, "operation"), contract)
        : []),
    ]),
    ...unknownAmong(usedBy(row), [...ids, ...steps.flatMap(({ as }) => as ?? [])], "scenario", row),
  ];
}

function unknownInMessage(
  step: JsonObject,
  messages: readonly StreamMessage[],
  contract: Known,
): readonly Unknown[] {
  const name = read.text(step, "message");
  const payloads = messages.filter((one) => one.name === name).map(({ payload }) => payload);
  const names = messages.map((one) => one.name);
  return [
    ...unknownAmong(name, names, "message", step),
    ...unknownIfShown(step, payloads, name, contract),
  ];
}

/** What a step shows of messages or responses that do not have it; nothing is known of lists. */
function unknownIfShown(
  node: JsonObject,
  given: readonly Schema[],
  what: string,
  { schemas }: Known,
): readonly Unknown[] {
  const fields = given.flatMap((schema) => {
    const found = meaning(schema, schemas);
    return found.kind === "record" && found.additional === undefined ? [found.properties] : [];
  });
  if (fields.length === 0 || fields.length < given.length) return [];
  const known = fields.flat().flatMap((one) => [one.name, roleOf(one)]);
  return unknownAmong(Object.keys(read.object(node, "shows")), known, `field of ${what}`, node);
}

function unknownInCall(node: JsonObject, name: string, contract: Known): readonly Unknown[] {
  const { operations, roles, errors } = contract;
  const operation = operationNamed(name, contract);
  if (operation === undefined) {
    const known = [...Object.keys(roles), ...operations.map(({ id }) => id)];
    return unknownAmong(name, known, "operation, and no role of one", node);
  }
  const { id, places } = operation;
  const schemas = operation.responses.map(({ schema }) => schema);
  const parameters = operation.parameters.flatMap((each) => [each.name, roleOf(each)]);
  const codes = errors.flatMap((error) => [error.code, error.name]);
  const fields = Object.keys(read.object(node, "fields"));
  return [
    ...unknownAmong(fields, parameters, `field of ${id}`, node),
    ...unknownAmong(node["sendIn"], places, `place of ${id}'s fields`, node),
    ...unknownAmong(read.at(node, "expect", "code"), codes, "error code", node),
    ...unknownIfShown(read.object(node, "expect"), schemas, `the response of ${id}`, contract),
  ];
}

/** Those of one name, several or none that are not known. */
function unknownAmong(
  names: Json | undefined,
  known: readonly (Json | undefined)[],
  what: string,
  node: JsonObject,
): readonly Unknown[] {
  const all = known.map(String);
  const given = names === undefined ? [] : [names].flat().map(String);
  return given
    .filter((name) => !all.includes(name))
    .map((name) => ({ node, message: `${name} is no ${what}.`, fix: suggestName(name, all) }));
}

function expanded({ scenarios }: Lists): readonly JsonObject[] {
  return read.objects(scenarios).flatMap(rowsOf);
}

/** A group has cases for one or more operations; anything else is a row. */
function rowsOf(group: JsonObject): readonly JsonObject[] {
  const { operations, cases } = group;
  if (!isObject(operations)) return [group];
  return Object.entries(operations).flatMap(([operation, shared]) =>
    Object.entries(read.object(cases)).map(([name, given]) => {
      const { summary = "", ...row } = read.object(given);
      const fields = { ...read.object(shared), ...read.object(row, "fields") };
      const hasFields = Object.keys(fields).length > 0;
      const whole = { id: `${operation}.${name}`, summary, ...row, ...(hasFields && { fields }) };
      return placed(whole, given);
    }),
  );
}

/** The rows that a row follows or takes values from. */
function usedBy(row: JsonObject): readonly string[] {
  const used = read.list(row, "after").map((id) => read.text(id));
  rewritten(row, (node) => {
    if (typeof node["from"] === "string") used.push(node["from"]);
    return node;
  });
  return used;
}

/** A row with the numbers of the error codes that it names. */
function withCodes(row: JsonObject, { errors }: Known): JsonObject {
  return read.object(
    rewritten(row, (node) => {
      const { code } = errors.find(({ name }) => name === node["code"]) ?? {};
      return code === undefined ? node : { ...node, code };
    }),
  );
}

/** A row with the ids of its operations, and of the rows that it names. */
function withIds(row: JsonObject, { roles }: Known): JsonObject {
  const idOf = (value: Json): Json => {
    const [, role = "", name = ""] = /^(.*)(\.[^.]*)$/u.exec(read.text(value)) ?? [];
    return roles[role] === undefined ? value : roles[role] + name;
  };
  const change = ({ id, from, after, operation, ...node }: JsonObject): JsonObject => ({
    ...(id !== undefined && { id: typeof id === "string" ? idOf(id) : id }),
    ...(from !== undefined && { from: idOf(from) }),
    ...node,
    ...(operation !== undefined && { operation: roles[read.text(operation)] ?? operation }),
    ...(after !== undefined && { after: read.list(after).map(idOf) }),
  });
  return read.object(rewritten(row, change));
}
