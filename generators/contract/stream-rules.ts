import type { BuildContext } from "./context.ts";
import {
  mendName,
  milliseconds,
  originOf,
  report,
  requiredNumber,
  requiredObject,
  requiredText,
} from "./context.ts";
import type { KnownName, KnownNames } from "./expression-tree.ts";
import { isList, textsIn } from "./json.ts";
import type { Channel, JsonObject, NamedSchema, Operation, StreamRules } from "./model.ts";
import { reportExpression } from "./report-expression.ts";
import { buildConnection } from "./streams.ts";

/** What the rules of streams may name: operations, channels and the fields of their messages. */
export interface StreamWords {
  readonly operations: readonly Operation[];
  readonly channels: readonly Channel[];
  readonly schemas: ReadonlyMap<string, NamedSchema>;
}

/** Connection limits, the user data session and the upkeep of a local book. */
export function buildStreamRules(context: BuildContext, words: StreamWords): StreamRules {
  return {
    connection: buildConnection(context),
    session: buildSession(context, words),
    bookSync: buildBookSync(context, words),
    origin: originOf(context, context.asyncapi, "x-connection"),
  };
}

function buildSession(context: BuildContext, { operations }: StreamWords): StreamRules["session"] {
  const node = requiredObject(context, context.asyncapi, "x-user-session");
  const ids = operations.map(({ id }) => id);
  const operation = (key: string): string => knownName(context, { node, key }, ids, "operation");
  const reconcileBy = node["reconcileBy"];
  for (const [index, id] of textsIn(reconcileBy).entries()) {
    if (ids.includes(id)) continue;
    const place = isList(reconcileBy) ? reconcileBy : node;
    const message = `${id} is no operation.`;
    report(context, { node: place, key: index, message, mend: mendName(id, ids) });
  }
  return {
    create: operation("create"),
    keepAlive: operation("keepAlive"),
    close: operation("close"),
    keepAliveEveryMs: milliseconds(context, requiredObject(context, node, "keepAliveEvery")),
  };
}

function buildBookSync(context: BuildContext, words: StreamWords): StreamRules["bookSync"] {
  const node = requiredObject(context, context.asyncapi, "x-book-sync");
  const snapshot = requiredObject(context, node, "snapshot");
  const channels = words.channels.map(({ id }) => id);
  const ids = words.operations.map(({ id }) => id);
  const channel = knownName(context, { node, key: "channel" }, channels, "channel");
  const operation = knownName(context, { node: snapshot, key: "operation" }, ids, "operation");
  const limit = requiredNumber(context, snapshot, "limit");
  const asked = words.operations.find(({ id }) => id === operation);
  const maximum = asked?.parameters.find(({ name }) => name === "limit")?.maximum;
  if (maximum !== undefined && limit > maximum) {
    const message = `The snapshot asks ${operation} for ${limit}, and its maximum is ${maximum}.`;
    report(context, {
      node: snapshot,
      key: "limit",
      message,
      mend: "Ask for the maximum at most.",
    });
  }
  const names = bookNames(words, channel);
  const condition = (key: string): string => {
    const text = requiredText(context, node, key);
    if (text === "" || !channels.includes(channel)) return text;
    reportExpression(context, { node, key, wanted: "boolean", names });
    return text;
  };
  return {
    channel,
    snapshot: { operation, limit },
    drop: condition("drop"),
    first: condition("first"),
    next: condition("next"),
  };
}

/** The numbers of an event, of the one before it, and the number of the snapshot. */
function bookNames({ channels, schemas }: StreamWords, channel: string): KnownNames {
  const number: KnownName = { type: "integer", scope: "event" };
  const names = new Map<string, KnownName>([["lastUpdateId", number]]);
  for (const { payload } of channels.find(({ id }) => id === channel)?.messages ?? []) {
    const record = payload.kind === "reference" ? schemas.get(payload.name)?.schema : payload;
    if (record?.kind !== "record") continue;
    for (const { name, schema } of record.properties) {
      const meant = schema.kind === "reference" ? schemas.get(schema.name)?.schema : schema;
      if (meant?.kind !== "int64" && meant?.kind !== "integer") continue;
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
    report(context, { node, key, message, mend: mendName(name, known) });
  }
  return name;
}
