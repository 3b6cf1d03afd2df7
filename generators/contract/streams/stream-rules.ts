import type { BuildContext } from "../context.ts";
import {
  milliseconds,
  originOf,
  report,
  requiredNumber,
  requiredObject,
  requiredText,
  requiredWord,
  suggestName,
} from "../context.ts";
import { isList, isObject, textsIn } from "../documents/json.ts";
import type { KnownName, KnownNames } from "../filters/expression-tree.ts";
import { reportExpression } from "../filters/expressions.ts";
import type { JsonObject, StreamDeclarations, StreamRules } from "../model.ts";
import { bookFields, buildBookKeeping } from "./book-keeping.ts";
import { buildConnection, buildConnectionRules } from "./connection.ts";
import { buildUserRecords } from "./user-records.ts";

/** Builds the rules of connections, user data sessions and local order books. */
export function buildStreamRules(context: BuildContext, declared: StreamDeclarations): StreamRules {
  const connectionRules = buildConnectionRules(context, declared.channels);
  const bookSync = buildBookSync(context, declared);
  const names = bookNames(context, declared, bookSync.channel);
  return {
    connection: buildConnection(context),
    connectionRules,
    session: buildSession(context, declared),
    sessionRecords: buildUserRecords(
      context,
      declared,
      requiredObject(context, context.asyncapi, "x-user-data"),
    ),
    bookSync,
    bookKeeping: buildBookKeeping(context, declared, { bookSync, connectionRules, names }),
    origin: originOf(context, context.asyncapi, "x-connection"),
  };
}

function buildSession(
  context: BuildContext,
  { operations }: StreamDeclarations,
): StreamRules["session"] {
  const node = requiredObject(context, context.asyncapi, "x-user-data");
  const ids = operations.map(({ id }) => id);
  const operation = (key: string): string => knownName(context, { node, key }, ids, "operation");
  const { reconcileBy, validity } = node;
  for (const [index, id] of textsIn(reconcileBy).entries()) {
    if (ids.includes(id)) continue;
    const place = isList(reconcileBy) ? reconcileBy : node;
    const message = `${id} is no operation.`;
    report(context, { node: place, key: index, message, fix: suggestName(id, ids) });
  }
  return {
    create: operation("create"),
    keepAlive: operation("keepAlive"),
    close: operation("close"),
    keepAliveEveryMs: milliseconds(context, requiredObject(context, node, "keepAliveEvery")),
    ...(isObject(validity) ? { validityMs: milliseconds(context, validity) } : {}),
    reconcileBy: textsIn(reconcileBy),
  };
}

function buildBookSync(
  context: BuildContext,
  declared: StreamDeclarations,
): StreamRules["bookSync"] {
  const node = requiredObject(context, context.asyncapi, "x-book-sync");
  const snapshot = requiredObject(context, node, "snapshot");
  const channels = declared.channels.map(({ id }) => id);
  const ids = declared.operations.map(({ id }) => id);
  const channel = knownName(context, { node, key: "channel" }, channels, "channel");
  const operation = knownName(context, { node: snapshot, key: "operation" }, ids, "operation");
  const limit = requiredNumber(context, snapshot, "limit");
  const asked = declared.operations.find(({ id }) => id === operation);
  const maximum = asked?.parameters.find(({ name }) => name === "limit")?.maximum;
  if (maximum !== undefined && limit > maximum) {
    const message = `The snapshot asks ${operation} for ${limit}, and its maximum is ${maximum}.`;
    report(context, {
      node: snapshot,
      key: "limit",
      message,
      fix: "Ask for the maximum at most.",
    });
  }
  const names = bookNames(context, declared, channel);
  const condition = (key: string, known: KnownNames = names): string => {
    const text = requiredText(context, node, key);
    if (text === "" || !channels.includes(channel)) return text;
    reportExpression(context, { node, key, wanted: "boolean", names: known });
    return text;
  };
  return {
    channel,
    snapshot: { operation, limit },
    drop: condition("drop"),
    first: condition("first"),
    next: condition("next"),
    otherwise: requiredWord(context, node, "otherwise", ["resynchronize"]),
    removes: condition("removes", levelNames),
    afterReconnect: requiredWord(context, node, "afterReconnect", ["newSnapshot"]),
  };
}

/** What the condition on a quantity may name. */
const levelNames: KnownNames = new Map([["quantity", { type: "decimal", scope: "event" }]]);

/** The names in conditions: ids of the event, of the one before it, and of the snapshot. */
function bookNames(
  context: BuildContext,
  { channels, schemas }: StreamDeclarations,
  channel: string,
): KnownNames {
  const kept = bookFields(requiredObject(context, context.asyncapi, "x-book-sync"));
  const number: KnownName = { type: "integer", scope: "event" };
  const names = new Map<string, KnownName>([["lastUpdateId", number]]);
  for (const { payload } of channels.find(({ id }) => id === channel)?.messages ?? []) {
    const record = payload.kind === "reference" ? schemas.get(payload.name)?.schema : payload;
    if (record?.kind !== "record") continue;
    for (const { name, schema } of record.properties) {
      const meant = schema.kind === "reference" ? schemas.get(schema.name)?.schema : schema;
      if (meant?.kind !== "int64" && meant?.kind !== "integer") continue;
      if (!kept.includes(name)) continue;
      names.set(name, number);
      names.set(`previous.${name}`, number);
    }
  }
  return names;
}

function knownName(
  context: BuildContext,
  { node, key }: { readonly node: JsonObject; readonly key: string },
  known: readonly string[],
  what: string,
): string {
  const name = requiredText(context, node, key);
  if (name !== "" && !known.includes(name)) {
    const message = `${name} is no ${what}.`;
    report(context, { node, key, message, fix: suggestName(name, known) });
  }
  return name;
}
