import { readFile } from "node:fs/promises";

import { code, type Html, html, prose, terms } from "../../generators/docs/html.ts";
import type { Finding, Observation, ObservedAssumption } from "../../testing/observe/observe.ts";
import { times } from "../../testing/observe/report.ts";
import { refuseValue } from "../shared/command-line.ts";

/** What recorded traffic says about the contract and its assumptions. */
export function trafficPage(report: Observation | undefined): Html {
  if (report === undefined) return noTraffic;
  const { calls, messages, deviations, news, assumptions } = report;
  const of = (verdict: string): readonly ObservedAssumption[] =>
    assumptions.filter((each) => each.verdict === verdict);
  const verdicts = [
    ["contradicted", "Contradicted"],
    ["confirmed", "Confirmed"],
    ["untouched", "Not tested"],
  ] as const;
  return html`
<h1>Traffic</h1>
<p class="lead">
This page compares ${calls} recorded calls and ${messages} stream messages with the contract. To check
your own traffic, see <a href="guides/observe.html">the guide</a>.
</p>
<h2 id="fit">Deviations from the contract</h2>
${findings(deviations, "None.")}
<h2 id="news">Not in the contract yet</h2>
${findings(news, "Nothing: the contract knows every field, enum value, code and header.")}
${verdicts.map(
  ([verdict, title]) => html`
<h2 id="${verdict}">${title}</h2>
${of(verdict).length === 0 ? html`<p>No assumption.</p>` : terms(of(verdict).map(row))}`,
)}`;
}

/** Our recordings are of our sandbox, which does what is assumed: they confirm nothing. */
const noTraffic = html`
<h1>Traffic</h1>
<p class="lead">No traffic of the exchange itself was given, so no assumption is confirmed.</p>
<p>The recordings in the contract are of the sandbox, which behaves as assumed: they show that client,
sandbox and contract agree, and nothing about the exchange. To check traffic of your own, see
<a href="guides/observe.html">the guide</a>; <code>npm run docs -- --traffic REPORT</code> shows its report
here.</p>`;

function findings(list: readonly Finding[], none: string): Html {
  if (list.length === 0) return html`<p>${none}</p>`;
  return html`<ul>${list.map(({ subject, text, spec, count }) => {
    return html`<li>${code(subject)}: ${text} (${times(count)}, ${code(spec)})</li>`;
  })}</ul>`;
}

function row(entry: ObservedAssumption): readonly [Html, Html] {
  const { id, gap, taken, readings, needs } = entry;
  const seen = Object.entries(readings).map(([reading, { count }]) => {
    const words = taken === "holds" ? "" : `${reading === taken ? "as assumed, " : ""}${reading}: `;
    return `${words}${times(count)}`;
  });
  const shown = seen.length === 0 ? `Needs ${needs}.` : `Seen ${seen.join("; ")}.`;
  return [html`<a href="assumptions.html#${id}">${id}</a>`, html`${prose(gap)} ${shown}`];
}

/** Reads a JSON report of `npm run observe`; exits 2 if the file is none. */
export async function readReport(path: string): Promise<Observation> {
  try {
    const report = JSON.parse(await readFile(path, "utf8")) as Partial<Observation> | null;
    if (Array.isArray(report?.assumptions)) return report as Observation;
    return refuseValue(`--traffic is "${path}", which is no JSON report of npm run observe.`);
  } catch (error) {
    return refuseValue(
      `--traffic cannot be read: ${error instanceof Error ? error.message : path}.`,
    );
  }
}
