/** The report of the curves as SVG: a panel for each comparison, as wide as a phone. */
export function drawCurves(report: string): string {
  const panels = report.split("\n## Growth of ").slice(1).map(readPanel).map(drawPanel);
  const height = Math.ceil(panels.length / columns) * panelHeight;
  const label =
    "What one of each costs as its number grows; flat is best. The table has the figures.";
  // The root of a page is its html element: the colors are those of the picture on its own.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 350 ${height}" role="img" aria-label="${label}">
<style>
svg:root { color: #222; font: 10px sans-serif }
@media (prefers-color-scheme: dark) { svg:root { color: #ddd } }
</style>
${panels.join("\n")}
</svg>
`;
}

const columns = 2;
const panelWidth = 176;
const panelHeight = 124;
/** Where the lines of a panel are drawn. */
const plot = { left: 14, right: 150, top: 28, bottom: 88 };
/** All panels have as many decades, so that equal heights are equal ratios. */
const decades = 2.5;

interface Panel {
  readonly title: string;
  readonly unit: string;
  /** What is counted on the axis to the right. */
  readonly counted: string;
  readonly points: readonly { readonly count: number; readonly cost: number }[];
}

function readPanel(section: string): Panel {
  const [, title = ""] = /^(.*?),/u.exec(section) ?? [];
  const [, unit = ""] = /median (\S+)/u.exec(section) ?? [];
  const rows = [...section.matchAll(/^\| (\d+) (.*?) \| ([\d.]+) \|/gmu)];
  const points = rows.map(([, count, , cost]) => ({ count: Number(count), cost: Number(cost) }));
  return { title, unit, counted: rows.at(-1)?.[2] ?? "", points };
}

function drawPanel({ title, unit, counted, points }: Panel, index: number): string {
  const [counts, costs] = [points.map(({ count }) => count), points.map(({ cost }) => cost)];
  const middle = (Math.log10(Math.min(...costs)) + Math.log10(Math.max(...costs))) / 2;
  const [first, last] = [Math.log10(Math.min(...counts)), Math.log10(Math.max(...counts))];
  const x = (count: number): number =>
    round(plot.left + ((Math.log10(count) - first) / (last - first)) * (plot.right - plot.left));
  const y = (cost: number): number => {
    const above = (Math.log10(cost) - middle) / decades + 0.5;
    return round(plot.bottom - above * (plot.bottom - plot.top));
  };
  const from = Math.ceil(middle - decades / 2);
  const powers = [from, from + 1, from + 2].filter((power) => power <= middle + decades / 2);
  const grid = powers.map((power) => {
    return `<path opacity=".3" d="M${plot.left} ${y(10 ** power)}H${plot.right}"/>`;
  });
  const marks = points.map(({ count, cost }) => {
    const value = `<text x="${x(count)}" y="${round(y(cost) - 6)}">${short(cost)}</text>`;
    const below = `<text x="${x(count)}" y="${plot.bottom + 12}">${short(count)}</text>`;
    return `${value}${below}<circle cx="${x(count)}" cy="${y(cost)}" r="2"/>`;
  });
  const line = points.map(({ count, cost }) => `${x(count)} ${y(cost)}`).join("L");
  const place = `${(index % columns) * panelWidth} ${Math.floor(index / columns) * panelHeight}`;
  return `<g transform="translate(${place})" fill="currentColor" text-anchor="middle">
<text y="12" text-anchor="start"><tspan font-weight="bold">${title}</tspan>, ${unit}</text>
<g fill="none" stroke="currentColor">${grid.join("")}<path stroke-width="1.5" d="M${line}"/></g>
${marks.join("\n")}
<text x="${(plot.left + plot.right) / 2}" y="${plot.bottom + 23}">${counted}</text>
</g>`;
}

const round = (value: number): number => Number(value.toFixed(1));

/** Three digits, with k and M for thousands and millions. */
function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  if (value >= 1e4) return `${value / 1e3}k`;
  return Number(value.toPrecision(3)).toLocaleString("en");
}
