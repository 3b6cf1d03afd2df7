import { objectIn, textIn } from "../contract/documents/json.ts";
import type { Assumption, Json } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";

/** The pill beside what is not documented; it links to the ledger and tells the choice. */
export type Mark = (id: string | undefined) => Html | undefined;

/** Makes the marks of one ledger. An entry that is open gets another word and colour. */
export function createMark(assumptions: readonly Assumption[]): Mark {
  const byId = new Map(assumptions.map((one) => [one.id, one]));
  return (id) => {
    if (id === undefined) return undefined;
    const entry = byId.get(id);
    const [word, style] = entry?.kind === "open" ? ["left open", "open"] : ["assumed", "assumed"];
    const reason = entry === undefined ? id : `${entry.gap} ${entry.choice}`;
    const place = html`href="assumptions.html#${id}" title="${reason}"`;
    return html`&nbsp;<a class="mark ${style}" ${place}>${word}</a>`;
  };
}

/** The same as Markdown, for pages that are rendered from the documents. */
export function markdownMark(id: string, assumptions: readonly Assumption[]): string {
  const entry = assumptions.find((one) => one.id === id);
  const word = entry?.kind === "open" ? "Left open" : "Assumed";
  const text =
    entry === undefined ? "" : ` ${entry.gap} ${entry.kind === "open" ? "" : entry.choice}`;
  return `**[${word}](assumptions.html#${id}).**${text}`.trimEnd();
}

/** The ledger entry that a single value of the spec rests on, where the value says so itself. */
export function assumedIn(value: Json | undefined): string | undefined {
  const node = objectIn(value);
  return textIn(node["x-assumed"]) || textIn(node["x-unstated"]) || undefined;
}
