import type { DepthField, DepthFormat } from "../../../runtime/order-book/types.ts";
import type { BuildContext } from "../context.ts";
import {
  assumedBy,
  report,
  requiredObject,
  requiredText,
  suggestName,
  unwrapped,
} from "../context.ts";
import { isObject, objectIn, textIn } from "../documents/json.ts";
import type { Expression, KnownNames } from "../filters/expression-tree.ts";
import { readExpression, reportExpression } from "../filters/expressions.ts";
import type { BookKeeping, BookSequence, JsonObject, StreamRules } from "../model.ts";
import type { StreamDeclarations } from "./model.ts";

const requiredFields = ["type", "symbol", "first", "last", "bids", "asks"] as const;
const depthFields: readonly DepthField[] = [...requiredFields, "before", "time", "engineTime"];

/** The names on the wire of the fields that a book reads, from `fields` of bookSync.yaml. */
export function bookFields({ fields }: JsonObject): readonly string[] {
  return Object.values(objectIn(fields)).map((value) => textIn(unwrapped(value)));
}

/**
 * Builds the model of a local order book from spec/rules/bookSync.yaml. `names` are those that
 * conditions may use. Errors in the documented conditions are reported by `buildStreamRules`.
 */
export function buildBookKeeping(
  context: BuildContext,
  declared: StreamDeclarations,
  {
    bookSync,
    connectionRules,
    names,
  }: Pick<StreamRules, "bookSync" | "connectionRules"> & { names: KnownNames },
): BookKeeping {
  const node = requiredObject(context, context.asyncapi, "x-book-sync");
  const snapshot = requiredObject(context, node, "snapshot");
  const tree = (text: string): Expression | undefined =>
    readExpression(text, "boolean", names).tree;
  const [drop, first, next] = [tree(bookSync.drop), tree(bookSync.first), tree(bookSync.next)];
  const documented: BookSequence = { name: "documented", assumed: undefined, drop, first, next };
  const { overlapping } = node;
  requireZeroRemoves(context, node, bookSync.removes);
  return {
    message: buildFormat(context, declared, {
      node,
      wrapping: connectionRules.wrapping,
      channel: bookSync.channel,
    }),
    limit: bookSync.snapshot.limit,
    snapshot: {
      last: requiredText(context, snapshot, "last"),
      bids: requiredText(context, snapshot, "bids"),
      asks: requiredText(context, snapshot, "asks"),
    },
    sequences: isObject(overlapping)
      ? [documented, overlappingOf(context, overlapping, { documented, names })]
      : [documented],
  };
}

function overlappingOf(
  context: BuildContext,
  node: JsonObject,
  { documented, names }: { readonly documented: BookSequence; readonly names: KnownNames },
): BookSequence {
  const rule = (key: string): Expression | undefined =>
    reportExpression(context, { node, key, wanted: "boolean", names });
  const assumed = assumedBy(node);
  return { ...documented, name: "overlapping", assumed, late: rule("late"), next: rule("next") };
}

/** The runtime relies on it: in units of any scale, only zero is always zero. */
function requireZeroRemoves(context: BuildContext, node: JsonObject, text: string): void {
  const names: KnownNames = new Map([["quantity", { type: "decimal", scope: "event" }]]);
  const { tree } = readExpression(text, "boolean", names);
  const isZero =
    tree?.kind === "comparison" &&
    tree.operator === "==" &&
    tree.left.kind === "name" &&
    tree.right.kind === "number" &&
    Number(tree.right.text) === 0;
  if (tree === undefined || isZero) return;
  const message = "A local order book removes a level at quantity zero only.";
  const fix = "Write quantity == 0, or teach runtime/order-book/levels.ts another rule.";
  report(context, { node, key: "removes", message, fix });
}

interface FormatParts {
  readonly node: JsonObject;
  readonly channel: string;
  readonly wrapping: DepthFormat["wrapper"];
}

function buildFormat(
  context: BuildContext,
  { channels, schemas }: StreamDeclarations,
  { node, channel, wrapping }: FormatParts,
): DepthFormat {
  const [message] = channels.find(({ id }) => id === channel)?.messages ?? [];
  const payload = message?.payload;
  const schema = payload?.kind === "reference" ? schemas.get(payload.name)?.schema : payload;
  const known = schema?.kind === "record" ? schema.properties.map(({ name }) => name) : [];
  const given = requiredObject(context, node, "fields");
  for (const field of requiredFields) requiredText(context, given, field);
  const fields: Partial<Record<DepthField, string>> = {};
  for (const field of depthFields) {
    const name = textIn(unwrapped(given[field]));
    if (name === "") continue;
    if (known.length > 0 && !known.includes(name)) {
      const fault = `${name} is no field of the messages of ${channel}.`;
      report(context, { node: given, key: field, message: fault, fix: suggestName(name, known) });
    }
    fields[field] = name;
  }
  return {
    type: message?.eventType ?? "",
    fields,
    ...(wrapping === undefined ? {} : { wrapper: wrapping }),
  };
}
