import { isObject, rewritten } from "./documents/json.ts";
import type { Loaded } from "./documents/load.ts";
import type { Places } from "./documents/places.ts";
import { suggestName } from "./documents/problems.ts";
import * as read from "./documents/read.ts";
import type { Contract, Json, JsonObject } from "./model.ts";

type Lists = Pick<Loaded, "scenarios" | "places">;
type Known = Pick<Contract, "operations" | "roles" | "errors" | "channels" | "streamRules">;

/** The rows of spec/scenarios/, one for each case of each operation, with ids in place of roles. */
export function buildScenarios(lists: Lists, contract: Known): readonly JsonObject[] {
  return expanded(lists).map((row) => withIds(withCodes(row, contract), contract));
}

/** Reports repeated rows, and operations, fields, codes and rows that rows name and nothing has. */
export function reportScenarios(loaded: Loaded, contract: Known): void {
  const rows = expanded(loaded);
  const own = rows.map(({ id }) => read.text(id));
  for (const [index, node] of rows.entries()) {
    if (own.indexOf(own[index] ?? "") === index) continue;
    const message = `${own[index]} is listed twice.`;
    loaded.problems.report({ node }, message, "Keep or rename one of the two.");
  }
  const ids = [...loaded.recorded, ...own];
  for (const { node, what, name, known } of rows.flatMap((row) => unknownIn(row, ids, contract))) {
    const message = `${name} is no ${what}.`;
    loaded.problems.report({ node }, message, suggestName(name, known.map(String)));
  }
}

/** The rows of another contract's lists that make sense in this one. */
export function fittingScenarios(lists: Lists, own: Known, contract: Known): readonly JsonObject[] {
  let rows = expanded(lists)
    .filter((row) => needOf(row, own) === needOf(row, contract))
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
  readonly what: string;
  readonly name: string;
  readonly known: readonly (string | number)[];
}

/** The names in a row that the contract, or the list of rows, does not have. */
function unknownIn(row: JsonObject, ids: readonly string[], contract: Known): readonly Unknown[] {
  const steps = read.objects(row, "steps");
  const subject = read.text(row, "id").replace(caseOf, "");
  const channels = contract.channels.flatMap(({ id, role = id }) => [id, role]);
  const ofSubject =
    row["steps"] === undefined
      ? unknownInCall(row, subject, contract)
      : [{ node: row, what: "channel", name: subject, known: channels }];
  const known = [...ids, ...steps.map((step) => read.text(step, "as"))];
  const messages = contract.channels.flatMap((channel) => channel.messages.map((one) => one.name));
  return [
    ...steps.flatMap((step) => {
      const wanted = step["kind"] === "receive" ? [read.text(step, "message")] : [];
      const named = read
        .objects(step, "streams")
        .flatMap(({ id }) => (id === undefined ? [] : [read.text(id)]));
      return [
        ...wanted.map((name) => ({ node: step, what: "message", name, known: messages })),
        ...named.map((name) => ({ node: step, what: "channel", name, known: channels })),
      ];
    }),
    ...ofSubject,
    ...steps
      .filter(({ kind }) => kind === "call")
      .flatMap((step) => unknownInCall(step, read.text(step, "operation"), contract)),
    ...usedBy(row).map((name) => ({ node: row, what: "scenario", name, known })),
  ].filter(({ name, known: all }) => !all.map(String).includes(name));
}

function unknownInCall(node: JsonObject, name: string, contract: Known): readonly Unknown[] {
  const { operations, roles, errors } = contract;
  const operation = operationNamed(name, contract);
  const known = [...Object.keys(roles), ...operations.map(({ id }) => id)];
  if (operation === undefined)
    return [{ node, what: "operation, and no role of one", name, known }];
  const parameters = operation.parameters.flatMap((each) => [each.name, roleOf(each)]);
  const { code } = read.object(node, "expect");
  const codes = errors.flatMap((error) => [error.code, error.name]);
  return [
    ...Object.keys(read.object(node, "fields")).map((field) => {
      return { node, what: `field of ${operation.id}`, name: field, known: parameters };
    }),
    ...(node["sendIn"] === undefined
      ? []
      : [
          {
            node,
            what: `place of ${operation.id}'s fields`,
            name: read.text(node, "sendIn"),
            known: operation.places,
          },
        ]),
    ...(code === undefined ? [] : [{ node, what: "error code", name: String(code), known: codes }]),
  ];
}

function expanded({ scenarios, places }: Lists): readonly JsonObject[] {
  return read.objects(scenarios).flatMap((group) => rowsOf(group, places));
}

/** A group has cases for one or more operations; anything else is a row. */
function rowsOf(group: JsonObject, places: Places): readonly JsonObject[] {
  const { operations, cases } = group;
  if (!isObject(operations)) return [group];
  return Object.entries(operations).flatMap(([operation, shared]) =>
    Object.entries(read.object(cases)).map(([name, given]) => {
      const { summary = "", ...row } = read.object(given);
      const fields = { ...read.object(shared), ...read.object(row, "fields") };
      const hasFields = Object.keys(fields).length > 0;
      const whole = { id: `${operation}.${name}`, summary, ...row, ...(hasFields && { fields }) };
      places.copy(read.object(given), whole);
      return whole;
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
