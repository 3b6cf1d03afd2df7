import { type Change, impacts } from "../diff/model.ts";
import { headings, type Report } from "../diff/report.ts";
import { type Html, html, prose, table } from "./html.ts";

/** Changes of the contract between versions, and the package's changelog. */
export function changes(reports: readonly Report[] | string, changelog: Html): Html {
  const contract =
    typeof reports === "string" ? html`<p>${reports}</p>` : html`${reports.map(reportSection)}`;
  return html`
<h1>Changes</h1>
<h2 id="contract">Changes of the contract</h2>
<p class="soft">The output of <code>npm run diff</code>: how each change of the contract affects
programs written for an earlier version.</p>
${contract}
${{ markup: changelog.markup.replace(/<h1\b[^<]*(?:<(?!h1\b|\/h1>)[^<]*)*<\/h1>/su, "") }}`;
}

function reportSection({ since, until, bump, changes: all }: Report): Html {
  const span = `${since} to ${until ?? "now"}`;
  return html`<section id="${span.replaceAll(" ", "-")}"><h3>${span}</h3>
<p>${all.length === 0 ? "Nothing has changed." : `Version bump: ${bump}.`}</p>
${impacts.map((impact) => {
  const own = all.filter((change) => change.impact === impact);
  if (own.length === 0) return undefined;
  const rows = table(
    ["What", "Change", "Why", "Where"],
    own.map((one) => changeRow(one, until === undefined)),
  );
  return html`<details class="card"${impact === "breaking" ? html` open` : undefined}>
<summary>${headings[impact]} (${own.length})</summary>${rows}</details>`;
})}</section>`;
}

/** The line of a change links to the contract if it is the current one. */
function changeRow({ subject, what, why, origin, side }: Change, isNow: boolean): readonly Html[] {
  const { file, line } = origin;
  const place = side === "old" ? "removed" : isNow ? `${file}:${line}` : file;
  return [prose(subject), prose(what), html`${why}`, html`${place}`];
}
