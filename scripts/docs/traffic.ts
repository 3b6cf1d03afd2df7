import { code, type Html, html, prose, terms } from "../../generators/docs/html.ts";
import type { Finding, Observation, ObservedAssumption } from "../../testing/observe/observe.ts";
import { times } from "../../testing/observe/report.ts";

/** What recorded traffic says about the contract and its assumptions. */
export function trafficPage(report: Observation): Html {
  const { calls, messages, deviations, news, assumptions } = report;
  const of = (verdict: string): readonly ObservedAssumption[] =>
    assumptions.filter((each) => each.verdict === verdict);
  const verdicts = [
    ["contradicted", "Contradicted"],
    ["confirmed", "Confirmed"],
    ["untouched", "Not touched"],
  ] as const;
  return html`
<h1>Traffic</h1>
<p class="lead">
What ${calls} recorded calls and ${messages} stream messages say about this contract. See
<a href="guides/observe.html">the guide</a> for traffic of your own.
</p>
<h2 id="fit">Does it fit the contract?</h2>
${findings(deviations, "Yes: nothing deviates.")}
<h2 id="news">What is new?</h2>
${findings(news, "Nothing: the contract knows every field, word, code and header.")}
${verdicts.map(
  ([verdict, title]) => html`
<h2 id="${verdict}">${title}</h2>
${of(verdict).length === 0 ? html`<p>No assumption.</p>` : terms(of(verdict).map(row))}`,
)}`;
}

function findings(list: readonly Finding[], none: string): Html {
  if (list.length === 0) return html`<p>${none}</p>`;
  return html`<ul>${list.map(({ subject, text, spec, count }) => {
    return html`<li>${code(subject)}: ${text} (${times(count)}, ${code(spec)})</li>`;
  })}</ul>`;
}

function row(entry: ObservedAssumption): readonly [Html, Html] {
  const { id, gap, taken, readings, needs } = entry;
  const seen = Object.entries(readings).map(([reading, { count }]) => {
    const words = taken === "holds" ? "" : `${reading === taken ? "as taken, " : ""}${reading}: `;
    return `${words}${times(count)}`;
  });
  const shown = seen.length === 0 ? `Needs ${needs}.` : `Seen ${seen.join("; ")}.`;
  return [html`<a href="assumptions.html#${id}">${id}</a>`, html`${prose(gap)} ${shown}`];
}
