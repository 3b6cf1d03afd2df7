import type { EventRecords, FieldMap, UserRecords } from "../../../runtime/user-data/records.ts";
import type { BuildContext } from "../context.ts";
import { report, requiredObject, requiredText, suggestName } from "../context.ts";
import { isList, isObject, listIn, objectIn, textsIn } from "../documents/json.ts";
import type { Json, JsonObject, Schema, SessionRecords } from "../model.ts";
import type { StreamDeclarations } from "./model.ts";

/**
 * Builds the records that a user data session tracks, from `records` and `events` of
 * spec/rules/userSession.yaml; `undefined` where a part is missing. Reports names that no record
 * has.
 */
export function buildUserRecords(
  context: BuildContext,
  declared: StreamDeclarations,
  session: JsonObject,
): SessionRecords | undefined {
  const { order, trade, balance } = objectIn(session["records"]);
  if (!isObject(order) || !isObject(trade) || !isObject(balance)) return undefined;
  const reader = fieldReader(context);
  const call = (node: JsonObject, key: string): string => {
    const ids = declared.operations.map(({ id }) => id);
    return reader.known(node, key, requiredText(context, node, key), ids, "operation");
  };
  const calls = {
    openOrders: call(order, "listedBy"),
    order: call(order, "askedBy"),
    trades: call(trade, "listedBy"),
    balances: call(balance, "listedBy"),
  };
  const responseOf = (id: string): Schema | undefined =>
    declared.operations.find((each) => each.id === id)?.responses[0]?.schema;
  const [orders, trades] = [responseOf(calls.order), responseOf(calls.trades)].map((schema) =>
    namesIn(schema, declared),
  );
  const account = responseOf(calls.balances);
  const one = (node: JsonObject, key: string, known: Names): string =>
    reader.field(node, key, requiredText(context, node, key), known);
  const many = (node: JsonObject, key: string, known: Names): readonly string[] => {
    const names = node[key];
    if (!isList(names)) return [one(node, key, known)];
    return textsIn(names).map((name, index) => reader.field(names, index, name, known));
  };
  const list = one(balance, "list", namesIn(account, declared));
  const balances = namesIn(within(account, list, declared), declared);
  const records = {
    order: {
      identity: many(order, "identity", orders),
      symbol: one(order, "symbol", orders),
      status: one(order, "status", orders),
      filled: many(order, "filled", orders),
      working: one(order, "working", orders),
      changed: one(order, "changed", orders),
    },
    trade: {
      identity: many(trade, "identity", trades),
      symbol: one(trade, "symbol", trades),
      id: one(trade, "id", trades),
    },
    balance: {
      list,
      asset: one(balance, "asset", balances),
      changed: one(balance, "changed", namesIn(account, declared)),
    },
  };
  const events = eventsOf(context, declared, session, { order: orders, trade: trades, balances });
  return { calls, records: { ...records, events } };
}

/** Names that a field may have; any name where they are not known. */
type Names = readonly string[] | undefined;

interface RecordNames {
  readonly order: Names;
  readonly trade: Names;
  readonly balances: Names;
}

function eventsOf(
  context: BuildContext,
  { channels, schemas }: StreamDeclarations,
  session: JsonObject,
  inRecord: RecordNames,
): UserRecords["events"] {
  const reader = fieldReader(context);
  const messages = channels.flatMap((channel) => channel.messages);
  const rows = listIn(session["events"])
    .filter(isObject)
    .flatMap((node) => {
      const known = messages.map(({ name }) => name);
      const given = requiredText(context, node, "message");
      const name = reader.known(node, "message", given, known, "message");
      const message = messages.find((each) => each.name === name);
      const { sets } = node;
      if (message?.eventType === undefined || !isObject(sets)) return [];
      const inEvent = namesIn(message.payload, { schemas });
      const { order, trade, noTrade, balances, expired } = sets;
      const map = (value: Json | undefined, names: Names): FieldMap | undefined =>
        isObject(value) ? reader.map(value, names, inEvent) : undefined;
      const found: { [Key in keyof EventRecords]: EventRecords[Key] | undefined } = {
        order: map(order, inRecord.order),
        trade: map(trade, inRecord.trade),
        noTrade: isObject(noTrade) ? reader.condition(noTrade, inEvent) : undefined,
        balances: isObject(balances)
          ? {
              list: reader.field(
                balances,
                "list",
                requiredText(context, balances, "list"),
                inEvent,
              ),
              changed: reader.field(
                balances,
                "changed",
                requiredText(context, balances, "changed"),
                inEvent,
              ),
              fields: reader.map(
                requiredObject(context, balances, "fields"),
                inRecord.balances,
                namesIn(within(message.payload, String(balances["list"]), { schemas }), {
                  schemas,
                }),
              ),
            }
          : undefined,
        expired:
          expired === undefined
            ? undefined
            : reader.field(sets, "expired", requiredText(context, sets, "expired"), inEvent),
      };
      const present = Object.fromEntries(
        Object.entries(found).filter(([, value]) => value !== undefined),
      );
      return [[message.eventType, present as EventRecords] as const];
    });
  return Object.fromEntries(rows);
}

/** Reads names, and reports unknown ones. */
function fieldReader(context: BuildContext) {
  const known = (
    node: JsonObject | readonly Json[],
    key: string | number,
    name: string,
    names: readonly string[],
    what: string,
  ): string => {
    if (name !== "" && !names.includes(name)) {
      const message = `${name} is no ${what}.`;
      report(context, { node, key, message, fix: suggestName(name, names) });
    }
    return name;
  };
  const field = (
    node: JsonObject | readonly Json[],
    key: string | number,
    name: string,
    names: Names,
  ): string => (names === undefined ? name : known(node, key, name, names, "field there"));
  const condition = (node: JsonObject, names: Names) => {
    const is = node["is"];
    return {
      field: field(node, "field", requiredText(context, node, "field"), names),
      is: typeof is === "number" ? is : String(is),
    };
  };
  const source = (node: JsonObject, key: string, names: Names): FieldMap[string] => {
    const value = node[key];
    if (isObject(value)) return condition(value, names);
    if (!isList(value)) return field(node, key, String(value), names);
    return textsIn(value).map((name, index) => field(value, index, name, names));
  };
  const map = (node: JsonObject, inRecord: Names, inEvent: Names): FieldMap =>
    Object.fromEntries(
      Object.keys(node).map((key) => [field(node, key, key, inRecord), source(node, key, inEvent)]),
    );
  return { known, field, condition, map };
}

type Schemas = Pick<StreamDeclarations, "schemas">;

/** The schema behind references and lists. */
function resolved(schema: Schema | undefined, { schemas }: Schemas): Schema | undefined {
  const found = schema?.kind === "reference" ? schemas.get(schema.name)?.schema : schema;
  return found?.kind === "list" ? resolved(found.items, { schemas }) : found;
}

function namesIn(schema: Schema | undefined, declared: Schemas): Names {
  const record = resolved(schema, declared);
  return record?.kind === "record" ? record.properties.map(({ name }) => name) : undefined;
}

function within(schema: Schema | undefined, name: string, declared: Schemas): Schema | undefined {
  const record = resolved(schema, declared);
  if (record?.kind !== "record") return undefined;
  return record.properties.find((property) => property.name === name)?.schema;
}
