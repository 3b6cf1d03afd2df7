import { objectIn, textIn } from "../contract/documents/json.ts";
import type { Assumption, Json } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";

/** Makes the label beside what is not documented; it links to the list of assumptions. */
export type Mark = (id: string | undefined) => Html | undefined;

/** Labels for some assumptions. An open one has another word and colour. */
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

/** The label with its reason as Markdown, for pages rendered from the documents. */
export function markdownMark(id: string, assumptions: readonly Assumption[]): string {
  const entry = assumptions.find((one) => one.id === id);
  const word = entry?.kind === "open" ? "Left open" : "Assumed";
  const text =
    entry === undefined ? "" : ` ${entry.gap} ${entry.kind === "open" ? "" : entry.choice}`;
  return `**[${word}](assumptions.html#${id}).**${text}`.trimEnd();
}

/** The assumption that a value of the spec names itself, if any. */
export function assumedIn(value: Json | undefined): string | undefined {
  const node = objectIn(value);
  return textIn(node["x-assumed"]) || textIn(node["x-unstated"]) || undefined;
}

/** The label alone, as Markdown. */
export function markdownLink(id: string, assumptions: readonly Assumption[]): string {
  const isOpen = assumptions.find((one) => one.id === id)?.kind === "open";
  return `**[${isOpen ? "Left open" : "Assumed"}](assumptions.html#${id})**`;
}
