import { isList, isObject, objectIn } from "../../generators/contract/documents/json.ts";
import type { Json, JsonObject } from "../../generators/contract/model.ts";
import type { Finding } from "./finding.ts";
import type { PlacedDocument } from "./origin-of-path.ts";

/**
 * Compares the marks `x-assumed` and `x-unstated` with the ledger of assumptions, in both
 * directions: a mark names an entry, and an entry is named by some mark. An entry of the kind
 * `open` is named by x-unstated only, because nothing is taken for it.
 */
export function findLedgerFaults(documents: readonly PlacedDocument[]): readonly Finding[] {
  const findings: Finding[] = [];
  const used = new Set<string>();
  for (const { document, places } of documents) {
    const ledger = objectIn(document["x-assumptions"]);
    visit(document, (node, key, value) => {
      if (key !== "x-assumed" && key !== "x-unstated") return;
      const id = String(value);
      used.add(id);
      const origin = places.of(node, key);
      if (!Object.hasOwn(ledger, id)) {
        const message = `${key} names "${id}", which the ledger lacks: add it to assumptions.yaml.`;
        findings.push({ ...origin, rule: "assumption-is-in-the-ledger", message });
      } else if (key === "x-assumed" && objectIn(ledger[id])["kind"] === "open") {
        const message = `"${id}" is open in the ledger: mark it with x-unstated, or make a choice.`;
        findings.push({ ...origin, rule: "assumption-matches-its-kind", message });
      }
    });
  }
  for (const { document, places } of documents) {
    const ledger = objectIn(document["x-assumptions"]);
    for (const id of Object.keys(ledger).filter((one) => !used.has(one))) {
      const message = `Nothing names the entry "${id}": mark what rests on it, or drop the entry.`;
      findings.push({ ...places.of(ledger, id), rule: "ledger-entry-is-used", message });
    }
  }
  return findings;
}

/** Visits every extension from the outside in, but none inside of recorded values. */
function visit(root: JsonObject, visitor: Visitor): void {
  const seen = new Set<Json>();
  const enter = (node: Json): void => {
    if ((!isObject(node) && !isList(node)) || seen.has(node)) return;
    seen.add(node);
    if (isList(node)) return node.forEach(enter);
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith("x-")) visitor(node, key, value);
      if (!recorded.has(key)) enter(value);
    }
  };
  enter(root);
}

type Visitor = (node: JsonObject, key: string, value: Json) => void;

const recorded: ReadonlySet<string> = new Set(["x-request", "x-response", "x-vectors"]);
