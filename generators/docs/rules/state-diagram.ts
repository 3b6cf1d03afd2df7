import type { OrderStates, OrderTransition } from "../../contract/model.ts";
import { type Html, html } from "../html.ts";
import { groupedBy } from "../words.ts";

/**
 * The order states and transitions as SVG: final states on the right, the others on the left;
 * assumed transitions are dashed. As wide as a phone, so that its text has normal size there.
 */
export function stateDiagram({ states, transitions }: OrderStates): Html {
  const leaves = (name: string): boolean => transitions.some(({ from }) => from === name);
  const left = states.filter(({ name }) => leaves(name));
  const right = states.filter(({ name }) => !leaves(name));
  const height = Math.max(left.length * 150, right.length * 80);
  const placed = (column: OrderStates["states"], x: number) =>
    column.map(({ name }, index): [string, Box] => {
      return [name, { x, y: ((index + 0.5) * height) / column.length - boxHeight / 2 }];
    });
  const boxes = new Map([...placed(left, margin), ...placed(right, rightX)]);
  const drawn = states.map(({ name, final }) => {
    const { x, y } = boxes.get(name) ?? origin;
    return html`<g class="state${final ? " final" : ""}">
<rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="8" />
<text x="${x + boxWidth / 2}" y="${y + 22}">${name}</text></g>\n`;
  });
  const arrows = groupedBy(transitions, ({ from, to }) => {
    // Arrows to a state on the right share one label, beside that state.
    return leaves(to) ? `${from} ${to}` : to;
  });
  return html`<figure>
<svg viewBox="0 0 ${width} ${height}" role="img"
aria-label="States of an order and the transitions between them">
<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8"
orient="auto"><path class="head" d="M0 1 L9 5 L0 9 z" /></marker></defs>
${[...arrows.values()].map((group) => arrow(group, boxes))}
${drawn}
</svg>
<figcaption>Bold boxes are final. Dashed arrows are assumed; the table below says more.</figcaption>
</figure>`;
}

interface Box {
  readonly x: number;
  readonly y: number;
}

const origin: Box = { x: 0, y: 0 };
const width = 350;
const boxWidth = 136;
const boxHeight = 34;
const margin = 2;
const rightX = width - boxWidth - margin;

/** The transitions to one state, each as a curve, with one label. */
function arrow(group: readonly OrderTransition[], boxes: ReadonlyMap<string, Box>): Html {
  const curves = groupedBy(group, ({ from, to }) => {
    return curve(boxes.get(from) ?? origin, boxes.get(to) ?? origin);
  });
  const triggers = new Set(group.map(({ trigger }) => trigger));
  const [{ from = "", to = "" } = {}] = group;
  const { x, y, anchor } = labelPlace(boxes.get(from) ?? origin, boxes.get(to) ?? origin);
  const paths = [...curves].map(([path, all]) => {
    const guess = all.every(({ assumed }) => assumed !== undefined) ? " guess" : "";
    return html`<path class="edge${guess}" d="${path}" marker-end="url(#head)" />\n`;
  });
  return html`${paths}<text class="label" x="${x}" y="${y}" text-anchor="${anchor}">by
${[...triggers].join(" or ")}</text>\n`;
}

/** From box to box: a loop below the same one, straight down a column, or across. */
function curve(from: Box, to: Box): string {
  const low = from.y + boxHeight;
  if (from === to) {
    const [start, end] = [from.x + boxWidth * 0.35, from.x + boxWidth * 0.65];
    return `M${start} ${low} C${start - 18} ${low + 40} ${end + 18} ${low + 40} ${end} ${low}`;
  }
  if (from.x === to.x) {
    const [start, end] = to.y > from.y ? [low, to.y] : [from.y, to.y + boxHeight];
    return `M${from.x + boxWidth / 2} ${start} L${from.x + boxWidth / 2} ${end}`;
  }
  const [startX, startY, endY] = [from.x + boxWidth, from.y + boxHeight / 2, to.y + boxHeight / 2];
  const bend = (to.x - startX) * 0.45;
  return `M${startX} ${startY} C${startX + bend} ${startY} ${to.x - bend} ${endY} ${to.x} ${endY}`;
}

/** Beside a straight arrow, below a loop, and above the target of an arrow across. */
function labelPlace(from: Box, to: Box): Box & { readonly anchor: "start" | "middle" | "end" } {
  const middle = from.x + boxWidth / 2;
  if (from === to) return { x: middle, y: from.y + boxHeight + 46, anchor: "middle" };
  if (from.x !== to.x) return { x: to.x + boxWidth - 4, y: to.y - 7, anchor: "end" };
  return { x: middle + 8, y: (from.y + to.y + boxHeight) / 2 + 4, anchor: "start" };
}
