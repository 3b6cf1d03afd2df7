import type { DepthField } from "../../../runtime/order-book/types.ts";
import { type BuildContext, textsByName } from "../context.ts";
import { defined, isObject } from "../documents/json.ts";
import * as read from "../documents/read.ts";
import { reportExpression } from "../filters/expressions.ts";
import type { Expression, KnownName, KnownNames } from "../filters/model.ts";
import type { BookSequence, Contract, Schema, StreamRules } from "../model.ts";
import { meaning } from "../schemas/meaning.ts";

type BookFields = Readonly<Partial<Record<DepthField, string>>>;

/** Parts of the contract that a local order book uses. */
type BookParts = Pick<Contract, "operations" | "channels" | "schemas"> &
  Pick<StreamRules, "connectionRules">;

/** Builds the rules of a local order book, from spec/rules/bookSync.yaml. */
export function buildOrderBook(
  context: BuildContext,
  { operations, channels, schemas, connectionRules: { wrapping } }: BookParts,
): Pick<StreamRules, "bookSync" | "bookKeeping"> {
  const node = read.object(context.asyncapi, "x-book-sync");
  const snapshot = read.object(node, "snapshot");
  const operation = read.text(snapshot, "operation");
  const limit = read.number(snapshot, "limit");
  const asked = operations.find(({ id }) => id === operation);
  const maximum = asked?.parameters.find(({ name }) => name === "limit")?.maximum;
  if (maximum !== undefined && limit > maximum) {
    const message = `The limit ${limit} is above the maximum of ${operation}, ${maximum}.`;
    const fix = "Write the maximum or less.";
    context.problems.report({ node: snapshot, key: "limit" }, message, fix);
  }
  const channel = read.text(node, "channel");
  const messages = channels.find(({ id }) => id === channel)?.messages ?? [];
  const fields: BookFields = textsByName(node["fields"]);
  const payloads = messages.map(({ payload }) => payload);
  const names = bookNames(context, payloads, { schemas, fields });
  // Names missing because of another problem belong to no condition.
  const condition = (key: string, holder = node): Expression | undefined =>
    messages.length === 0 || context.problems.isHidden("")
      ? undefined
      : reportExpression(context, { node: holder, key, wanted: "boolean", names });
  const [drop, first, next] = [condition("drop"), condition("first"), condition("next")];
  const documented: BookSequence = { name: "documented", drop, first, next };
  const { overlapping } = node;
  return {
    bookSync: { channel, operation },
    bookKeeping: {
      message: { type: messages[0]?.eventType ?? "", fields, ...defined({ wrapper: wrapping }) },
      limit,
      snapshot: read.members(snapshot, read.each(read.text, "last", "bids", "asks")),
      sequences: isObject(overlapping)
        ? [
            documented,
            {
              ...documented,
              name: "overlapping",
              late: condition("late", overlapping),
              next: condition("next", overlapping),
            },
          ]
        : [documented],
    },
  };
}

/** Names in conditions: ids of the event, the previous event, and the snapshot. */
function bookNames(
  context: BuildContext,
  payloads: readonly Schema[],
  { schemas, fields }: Pick<BookParts, "schemas"> & { readonly fields: BookFields },
): KnownNames {
  const known = Object.values(fields);
  const ids = [fields.first, fields.last, fields.before];
  const number: KnownName = { type: "integer", scope: "event" };
  const names = new Map<string, KnownName>([["lastUpdateId", number]]);
  for (const payload of payloads) {
    const record = meaning(payload, schemas);
    if (record.kind !== "record") continue;
    for (const { name, schema, origin } of record.properties) {
      const { kind } = meaning(schema, schemas);
      const isWhole = kind === "int64" || kind === "integer";
      if (!known.includes(name) || !(isWhole || ids.includes(name))) continue;
      if (!isWhole) {
        const message = `${name} is not a whole number, and the order book counts updates by it.`;
        context.problems.report(origin, message, "Refer to schemas/Id.yaml.");
      }
      names.set(name, number);
      names.set(`previous.${name}`, number);
    }
  }
  return names;
}
