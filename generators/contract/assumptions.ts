import type { BuildContext } from "./context.ts";
import {
  originOf,
  report,
  requiredText,
  requiredWord,
  showsAlone,
  suggestName,
} from "./context.ts";
import { asyncapiGrammar, openapiGrammar } from "./documents/grammar.ts";
import { byText, isObject, objectIn, optionalText } from "./documents/json.ts";
import { walk } from "./documents/walk.ts";
import type { Assumption, JsonObject, Origin } from "./model.ts";

/**
 * The ledger of spec/assumptions.yaml with the places that name each entry. A place that names an
 * unknown entry and an entry that no place names are both reported.
 */
export function buildAssumptions(context: BuildContext): readonly Assumption[] {
  const ledger = ledgerOf(context);
  const uses = findUses(context, Object.keys(ledger));
  const isWhole = !showsAlone(context);
  return Object.entries(ledger).flatMap(([id, value]): Assumption[] => {
    if (!isObject(value)) return [];
    const usedBy = uses.get(id) ?? [];
    if (usedBy.length === 0 && isWhole) {
      report(context, {
        node: ledger,
        key: id,
        message: `Nothing in the spec names the ledger entry ${id}.`,
        fix: "Name it where it holds, or delete it.",
      });
    }
    return [
      {
        id,
        kind: requiredWord(context, value, "kind", ["assumed", "open"]),
        gap: requiredText(context, value, "gap"),
        section: requiredText(context, value, "section"),
        choice: requiredText(context, value, "choice"),
        source: requiredText(context, value, "source"),
        confidence: requiredText(context, value, "confidence"),
        contradicts: optionalText(value["contradicts"]),
        usedBy,
        origin: originOf(context, ledger, id),
      },
    ];
  });
}

function ledgerOf({ openapi, asyncapi }: BuildContext): JsonObject {
  const own = objectIn(openapi["x-assumptions"]);
  return Object.keys(own).length > 0 ? own : objectIn(asyncapi["x-assumptions"]);
}

function findUses(
  context: BuildContext,
  known: readonly string[],
): ReadonlyMap<string, readonly Origin[]> {
  const uses = new Map<string, Map<string, Origin>>();
  const names = new Set(known);
  const documents = [
    [context.openapi, openapiGrammar],
    [context.asyncapi, asyncapiGrammar],
  ] as const;
  for (const [document, grammar] of documents) {
    walk(document, grammar, ({ node, isMap }) => {
      if (isMap) return;
      for (const key of ["x-assumed", "x-unstated"]) {
        const id = node[key];
        if (typeof id !== "string") continue;
        if (!names.has(id)) {
          report(context, {
            node,
            key,
            message: `The ledger has no entry ${id}.`,
            fix: suggestEntry(id, known),
          });
        }
        const origin = originOf(context, node, key);
        const found = uses.get(id) ?? new Map<string, Origin>();
        uses.set(id, found.set(`${origin.file}:${origin.line}:${origin.column}`, origin));
      }
    });
  }
  return new Map([...uses].map(([id, found]) => [id, [...found.values()].sort(inOrder)]));
}

function suggestEntry(id: string, known: readonly string[]): string {
  const fix = suggestName(id, known);
  return fix.startsWith("Did") ? fix : "Write it into spec/assumptions.yaml.";
}

function inOrder(left: Origin, right: Origin): number {
  return byText(left.file, right.file) || left.line - right.line || left.column - right.column;
}
