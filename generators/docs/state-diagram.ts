import type { OrderState, OrderStates, OrderTransition } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";

/**
 * The states and transitions of an order as SVG: states that an order can leave on the left, final
 * ones on the right. Assumed transitions are dashed.
 */
export function stateDiagram({ states, transitions }: OrderStates): Html {
  const left = states.filter(({ name }) => transitions.some(({ from }) => from === name));
  const right = states.filter((state) => !left.includes(state));
  const height = Math.max(left.length * 170, right.length * 84) + 20;
  const boxes = new Map<string, Box>();
  for (const [column, x] of [
    [left, margin],
    [right, rightX],
  ] as const) {
    column.forEach(({ name }, index) => {
      const y = ((index + 0.5) * height) / column.length - boxHeight / 2;
      boxes.set(name, { x, y });
    });
  }
  return html`<figure>
    <svg
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      height="${height}"
      role="img"
      aria-label="States of an order and the transitions between them"
    >
      <defs>
        <marker
          id="head"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path class="head" d="M0 1 L9 5 L0 9 z" />
        </marker>
      </defs>
      ${arrows(transitions).map((arrow) => edge(arrow, boxes))}
      ${states.map((state) => stateBox(state, boxes))}
      ${labels(arrows(transitions), boxes)}
    </svg>
    <figcaption>
      Bold boxes are final. Dashed arrows are assumed; the table below says more.
    </figcaption>
  </figure>`;
}

interface Box {
  readonly x: number;
  readonly y: number;
}

/** All transitions between the same two states, drawn as one arrow. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly triggers: readonly string[];
  readonly assumed: boolean;
}

const width = 860;
const boxWidth = 168;
const boxHeight = 40;
const margin = 24;
/** Leaves room for the labels beside the final states. */
const rightX = width - boxWidth - 170;

function arrows(transitions: readonly OrderTransition[]): readonly Arrow[] {
  const pairs = new Map<string, OrderTransition[]>();
  for (const transition of transitions) {
    const key = `${transition.from} ${transition.to}`;
    pairs.set(key, [...(pairs.get(key) ?? []), transition]);
  }
  return [...pairs.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const triggers = [...new Set(all.map(({ trigger }) => trigger))];
    const assumed = all.every((one) => one.assumed !== undefined);
    return [{ from: first.from, to: first.to, triggers, assumed }];
  });
}

function stateBox({ name, final }: OrderState, boxes: ReadonlyMap<string, Box>): Html {
  const { x, y } = boxes.get(name) ?? { x: 0, y: 0 };
  const size = html`width="${boxWidth}" height="${boxHeight}" rx="8"`;
  const box = html`<rect x="${x}" y="${y}" ${size}/>`;
  const word = html`<text x="${x + boxWidth / 2}" y="${y + 25}">${name}</text>`;
  return html`<g class="${final ? "state final" : "state"}">${box}${word}</g>`;
}

function edge(arrow: Arrow, boxes: ReadonlyMap<string, Box>): Html {
  const shape = shapeOf(arrow, boxes);
  if (shape === undefined) return html``;
  const style = arrow.assumed ? "edge guess" : "edge";
  return html`<path class="${style}" d="${shape.path}" marker-end="url(#head)" /> `;
}

/** Arrows with the same label position share one label. */
function labels(all: readonly Arrow[], boxes: ReadonlyMap<string, Box>): readonly Html[] {
  const words = new Map<string, { readonly at: Shape["label"]; readonly triggers: Set<string> }>();
  for (const arrow of all) {
    const at = shapeOf(arrow, boxes)?.label;
    if (at === undefined) continue;
    const place = `${at.x} ${at.y}`;
    const known = words.get(place)?.triggers ?? [];
    words.set(place, { at, triggers: new Set([...known, ...arrow.triggers]) });
  }
  return [...words.values()].map(({ at: { x, y, anchor }, triggers }) => {
    const place = html`x="${x}" y="${y}" text-anchor="${anchor}"`;
    return html`<text class="label" ${place}>by ${[...triggers].join(" or ")}</text>`;
  });
}

interface Shape {
  readonly path: string;
  readonly label: Box & { readonly anchor: "start" | "middle" | "end" };
}

function shapeOf(arrow: Arrow, boxes: ReadonlyMap<string, Box>): Shape | undefined {
  const from = boxes.get(arrow.from);
  const to = boxes.get(arrow.to);
  if (from === undefined || to === undefined) return undefined;
  if (from === to) return loop(from);
  if (from.x === to.x) return downward(from, to);
  return across(from, to);
}

/** Below the box, clear of the arrow that arrives from above. */
function loop({ x, y }: Box): Shape {
  const [start, end, low] = [x + boxWidth * 0.35, x + boxWidth * 0.65, y + boxHeight];
  const path = `M${start} ${low} C${start - 18} ${low + 44} ${end + 18} ${low + 44} ${end} ${low}`;
  return { path, label: { x: x + boxWidth / 2, y: low + 50, anchor: "middle" } };
}

function downward(from: Box, to: Box): Shape {
  const x = from.x + boxWidth / 2;
  const down = to.y > from.y;
  const [start, end] = down ? [from.y + boxHeight, to.y] : [from.y, to.y + boxHeight];
  const label = { x: x + 10, y: (start + end) / 2 + 4, anchor: "start" } as const;
  return { path: `M${x} ${start} L${x} ${end}`, label };
}

/** The label of arrows to a state on the right stands beside that state. */
function across(from: Box, to: Box): Shape {
  const [startX, endX] = [from.x + boxWidth, to.x];
  const startY = from.y + boxHeight / 2;
  const endY = to.y + boxHeight / 2;
  const bend = (endX - startX) * 0.45;
  const curve = `C${startX + bend} ${startY} ${endX - bend} ${endY} ${endX} ${endY}`;
  const label = { x: to.x + boxWidth + 12, y: endY + 4, anchor: "start" } as const;
  return { path: `M${startX} ${startY} ${curve}`, label };
}
