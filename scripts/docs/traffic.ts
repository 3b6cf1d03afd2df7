import { readFile } from "node:fs/promises";

import {
  code,
  heading,
  joined,
  link,
  list,
  type Md,
  md,
  prose,
  terms,
} from "../../generators/docs/markdown.ts";
import type { Finding, Observation, ObservedAssumption } from "../../testing/observe/observe.ts";
import { times } from "../../testing/observe/report.ts";
import { isEvidence } from "../../testing/recordings/origin.ts";
import { refuseValue } from "../shared/command-line.ts";

/** What recorded traffic says about the contract and its assumptions. */
export function trafficPage(report: Observation | undefined): Md {
  if (report === undefined) return noTraffic;
  const { calls, messages, origins, deviations, news, assumptions } = report;
  const from = Object.entries(origins).map(([origin, count]) => md`${code(origin)} (${count})`);
  return md`
# Traffic

This page compares ${calls} recorded calls and ${messages} stream messages with the contract. They
come from ${joined(from)}. Only an exchange confirms an assumption: ${code("sandbox")} and
${code("mock")} are our own servers, which do what is assumed.

## {#fit} Deviations from the contract

${findings(deviations, "None.")}

## {#news} Not in the contract yet

${findings(news, "Nothing: the contract knows every field, enum value, code and header.")}
${headings.map(([id, title]) => {
  const own = assumptions.filter((each) => sectionOf(each) === id);
  return md`${heading(2, id, title)}${own.length === 0 ? "No assumption." : terms(own.map(row))}`;
})}`;
}

const headings = [
  ["contradicted", "Contradicted"],
  ["confirmed", "Confirmed"],
  ["unconfirmed", "Seen, but not on an exchange"],
  ["untouched", "Not tested"],
] as const;

/** What our own servers do otherwise than assumed contradicts nothing of an exchange. */
function sectionOf({ verdict, readings }: ObservedAssumption): ObservedAssumption["verdict"] {
  const isOfExchange = Object.values(readings).some(({ origins }) => origins.some(isEvidence));
  return verdict === "contradicted" && !isOfExchange ? "unconfirmed" : verdict;
}

/** Our recordings are of our sandbox, which does what is assumed: they confirm nothing. */
const noTraffic = md`
# Traffic

No traffic of the exchange itself was given, so no assumption is confirmed.

\`npx tradespec observe\` checks recorded traffic, and \`npx tradespec docs --traffic REPORT\` shows its
report here. Recordings of a sandbox say nothing about the exchange: it behaves as assumed.
`;

function findings(all: readonly Finding[], none: string): Md {
  if (all.length === 0) return md`${none}`;
  return list(
    all.map(({ subject, text, spec, count, origins }) => {
      return md`${code(subject)}: ${text} (${times(count)} on ${origins.join(", ")}, ${code(spec)})`;
    }),
  );
}

function row(entry: ObservedAssumption): readonly [Md, Md] {
  const { id, gap, taken, readings, needs } = entry;
  const seen = Object.entries(readings).map(([reading, { count, origins }]) => {
    const word = reading === taken ? "as assumed" : "otherwise";
    const words = taken === "holds" ? word : `${word}, ${reading}`;
    return `${words}, ${times(count)} on ${origins.join(", ")}`;
  });
  const shown = seen.length === 0 ? `Needs ${needs}.` : `Seen ${seen.join("; ")}.`;
  return [link(`assumptions.html#${id}`, id), md`${prose(gap)} ${shown}`];
}

/** Reads a JSON report of `npm run observe`; exits 2 if the file is none. */
export async function readReport(path: string): Promise<Observation> {
  try {
    const report = JSON.parse(await readFile(path, "utf8")) as Partial<Observation> | null;
    if (Array.isArray(report?.assumptions) && report.origins) return report as Observation;
    return refuseValue(`--traffic is "${path}", which is no JSON report of npm run observe.`);
  } catch (error) {
    return refuseValue(
      `--traffic cannot be read: ${error instanceof Error ? error.message : path}.`,
    );
  }
}
