import { evaluate } from "@marcbachmann/cel-js";

import { objectIn, textIn } from "../../contract/documents/json.ts";
import type { Contract, JsonObject } from "../../contract/model.ts";
import { type Html, html } from "../html.ts";
import { expressionText } from "./filters.ts";

/**
 * How a snapshot and the events around it combine, as SVG: one row per event with its update ids,
 * and the result of the spec's conditions.
 */
export function bookFigure({ documents }: Contract): Html {
  const sync = objectIn(documents.asyncapi["x-book-sync"]);
  const rows = judged(sync);
  const height = top + rows.length * rowHeight + 6;
  const snapshot = snapshotLabel(sync);
  return html`<figure class="book">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${spokenFigure(sync)}">
<text x="8" y="14"><tspan class="name">${snapshot}</tspan></text>
<rect class="known" x="0" y="21" width="${edge}" height="16" />
${rows.map(drawn)}
</svg>
<figcaption>Each square is one update id; later events are further down. The snapshot contains
the updates left of the line; filled squares change the book. Dashed squares are missing: no later
event contains them, so a new snapshot is needed.</figcaption>
</figure>`;
}

function snapshotLabel(sync: JsonObject): string {
  return `Snapshot: ${textIn(objectIn(sync["snapshot"])["last"])} ${example.snapshot}`;
}

/** The figure in words. */
export function spokenFigure(sync: JsonObject): string {
  const rows = judged(sync).map(({ label, verdict, why }) => `${label}: ${verdict}, ${why}.`);
  return `${snapshotLabel(sync)}. ${rows.join(" ")}`;
}

/** Ids of the example's events, in order, and of its snapshot. */
const example = {
  snapshot: 105,
  events: [
    { first: 97, last: 99 },
    { first: 100, last: 103 },
    { first: 104, last: 108 },
    { first: 109, last: 111 },
    { first: 114, last: 117 },
  ],
} as const;

const width = 360;
const cell = 16;
const top = 48;
const rowHeight = 64;

/** First update after the snapshot. */
const edge = xOf(example.snapshot + 1);

function xOf(id: number): number {
  return 8 + (id - (example.events[0]?.first ?? 0)) * cell;
}

interface JudgedEvent {
  readonly first: number;
  readonly last: number;
  readonly kind: "drop" | "apply" | "gap";
  readonly label: string;
  readonly verdict: string;
  /** The deciding condition, with the example's numbers. */
  readonly why: string;
  /** Missing ids before a gap. */
  readonly missing: readonly number[];
}

/** The result for each event, by the spec's conditions. */
function judged(sync: JsonObject): readonly JudgedEvent[] {
  const names = objectIn(sync["fields"]);
  const [first, last] = [textIn(names["first"]), textIn(names["last"])];
  let previous: number | undefined;
  return example.events.map((event, index) => {
    const ids = { [first]: event.first, [last]: event.last, lastUpdateId: example.snapshot };
    const before = { [`previous.${last}`]: previous ?? 0 };
    const holds = (condition: string): boolean =>
      evaluate(withNumbers(condition, { ...ids, ...before })) === true;
    const text = (condition: string): string =>
      expressionText(withNumbers(condition, { ...ids, ...before }));
    const [drop, start, next] = ["drop", "first", "next"].map((key) => textIn(sync[key]));
    const label = `${first} ${event.first}, ${last} ${event.last}`;
    const isFirst = previous === undefined;
    const condition = (isFirst ? start : next) ?? "";
    const made = { ...event, label, missing: [] };
    if (isFirst && holds(drop ?? "")) {
      return { ...made, kind: "drop", verdict: "dropped", why: text(drop ?? "") };
    }
    previous = event.last;
    if (holds(condition)) {
      const verdict = isFirst ? "the first one applied" : "applied";
      return { ...made, kind: "apply", verdict, why: text(condition) };
    }
    const from = (example.events[index - 1]?.last ?? event.first) + 1;
    const missing = Array.from({ length: event.first - from }, (_, at) => from + at);
    const why = `${text(condition)} does not hold`;
    return { ...made, kind: "gap", verdict: "a gap: fetch a new snapshot", why, missing };
  });
}

/** A condition with numbers for names: `104 <= 105 + 1`. */
function withNumbers(condition: string, values: Readonly<Record<string, number>>): string {
  return condition.replace(/[A-Za-z_][\w.]*/gu, (name) => String(values[name] ?? name));
}

function drawn(event: JudgedEvent, index: number): Html {
  const { first, last, kind, label, verdict, why, missing } = event;
  const y = top + index * rowHeight;
  const square = (id: number, look: string): Html =>
    html`<rect class="${look}" x="${xOf(id) + 1}" y="${y + 20}" width="${cell - 2}" height="14" rx="2" />`;
  const ids = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const look = (id: number): string => (id <= example.snapshot ? "drop" : kind);
  return html`<g>
<text x="8" y="${y + 13}"><tspan class="name">${label}</tspan> – ${verdict}</text>
<line class="edge" x1="${edge}" y1="${y + 19}" x2="${edge}" y2="${y + 35}" />
${ids.map((id) => square(id, look(id)))}${missing.map((id) => square(id, "missing"))}
<text class="why" x="8" y="${y + 50}">${why}</text>
</g>\n`;
}
