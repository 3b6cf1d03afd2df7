import { objectIn, textIn } from "../contract/documents/json.ts";
import type { Assumption, Json } from "../contract/model.ts";
import { type Html, html } from "./html.ts";

/** Makes the label of an undocumented fact; it links to the list of assumptions. */
export type Mark = (id: string | undefined) => Html | undefined;

/** Labels by the kind of entry. */
export const kindWords = { assumed: "Assumed", open: "Left open", observed: "Observed" } as const;

/** Labels for assumptions. An open one has another word and colour. */
export function createMark(assumptions: readonly Assumption[]): Mark {
  const byId = new Map(assumptions.map((one) => [one.id, one]));
  return (id) => {
    if (id === undefined) return undefined;
    const { kind = "assumed", gap = id, choice = "" } = byId.get(id) ?? {};
    return html`&nbsp;<a class="mark ${kind}" href="assumptions.html#${id}"
title="${gap} ${choice}">${kind === "open" ? "left open" : kind}</a>`;
  };
}

/** The assumption of a value of the spec, if any. */
export function assumedIn(value: Json | undefined): string | undefined {
  const node = objectIn(value);
  return textIn(node["x-assumed"]) || textIn(node["x-unstated"]) || undefined;
}
