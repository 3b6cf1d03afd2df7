import type { DepthForm, DepthRole } from "../../../runtime/order-book/types.ts";
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
import { readExpression } from "../filters/expressions.ts";
import { reportExpression } from "../filters/report-expression.ts";
import type { BookKeeping, BookSequence, JsonObject, StreamRules } from "../model.ts";
import type { StreamWords } from "./model.ts";

const rolesNeeded = ["type", "symbol", "first", "last", "bids", "asks"] as const;
const rolesKnown: readonly DepthRole[] = [...rolesNeeded, "before", "time", "engineTime"];

/** Names of the message's fields that a book keeps, of `fields` in spec/rules/bookSync.yaml. */
export function keptFields({ fields }: JsonObject): readonly string[] {
  return Object.values(objectIn(fields)).map((value) => textIn(unwrapped(value)));
}

/**
 * How a local book reads messages and follows them. `names` are what conditions may name; faults of
 * the documented conditions are told where their text is read.
 */
export function buildBookKeeping(
  context: BuildContext,
  words: StreamWords,
  { bookSync, habits, names }: Pick<StreamRules, "bookSync" | "habits"> & { names: KnownNames },
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
    form: buildForm(context, words, { node, wrapping: habits.wrapping, channel: bookSync.channel }),
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

/** Books are built on it: their levels are units of any scale, where zero alone is always zero. */
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
  const message = "A local book takes a level away at quantity zero alone.";
  const fix = "Write quantity == 0, or teach runtime/order-book/ladder.ts another rule.";
  report(context, { node, key: "removes", message, fix });
}

interface FormParts {
  readonly node: JsonObject;
  readonly channel: string;
  readonly wrapping: DepthForm["wrapper"];
}

function buildForm(
  context: BuildContext,
  { channels, schemas }: StreamWords,
  { node, channel, wrapping }: FormParts,
): DepthForm {
  const [message] = channels.find(({ id }) => id === channel)?.messages ?? [];
  const payload = message?.payload;
  const schema = payload?.kind === "reference" ? schemas.get(payload.name)?.schema : payload;
  const properties = schema?.kind === "record" ? schema.properties : [];
  const fields = requiredObject(context, node, "fields");
  for (const role of rolesNeeded) requiredText(context, fields, role);
  const kept = rolesKnown.flatMap((role) => {
    const name = textIn(unwrapped(fields[role]));
    if (name === "") return [];
    const property = properties.find((each) => each.name === name);
    if (property === undefined && properties.length > 0) {
      const known = properties.map((each) => each.name);
      const fault = `${name} is no field of the messages of ${channel}.`;
      report(context, { node: fields, key: role, message: fault, fix: suggestName(name, known) });
    }
    return [{ name, role, required: property?.required ?? false }];
  });
  return {
    type: message?.eventType ?? "",
    fields: kept,
    ...(wrapping === undefined ? {} : { wrapper: wrapping }),
  };
}
