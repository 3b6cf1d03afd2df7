import { readFile } from "node:fs/promises";

import {
  code,
  heading,
  link,
  list,
  type Md,
  md,
  prose,
  terms,
} from "../../generators/docs/markdown.ts";
import type { Finding, Observation, ObservedAssumption } from "../../testing/observe/observe.ts";
import { times } from "../../testing/observe/report.ts";
import { refuseValue } from "../shared/command-line.ts";

/** What recorded traffic says about the contract and its assumptions. */
export function trafficPage(report: Observation | undefined): Md {
  if (report === undefined) return noTraffic;
  const { calls, messages, deviations, news, assumptions } = report;
  const of = (verdict: string): readonly ObservedAssumption[] =>
    assumptions.filter((each) => each.verdict === verdict);
  const verdicts = [
    ["contradicted", "Contradicted"],
    ["confirmed", "Confirmed"],
    ["untouched", "Not tested"],
  ] as const;
  return md`
# Traffic

This page compares ${calls} recorded calls and ${messages} stream messages with the contract.

## {#fit} Deviations from the contract

${findings(deviations, "None.")}

## {#news} Not in the contract yet

${findings(news, "Nothing: the contract knows every field, enum value, code and header.")}
${verdicts.map(
  ([verdict, title]) => md`
${heading(2, verdict, title)}${of(verdict).length === 0 ? "No assumption." : terms(of(verdict).map(row))}`,
)}`;
}

/** Our recordings are of our sandbox, which does what is assumed: they confirm nothing. */
const noTraffic = md`
# Traffic

No traffic of the exchange itself was given, so no assumption is confirmed.

\`tradespec observe\` checks recorded traffic, and \`tradespec docs --traffic REPORT\` shows its report
here. Recordings of a sandbox say nothing about the exchange: it behaves as assumed.
`;

function findings(all: readonly Finding[], none: string): Md {
  if (all.length === 0) return md`${none}`;
  return list(
    all.map(({ subject, text, spec, count }) => {
      return md`${code(subject)}: ${text} (${times(count)}, ${code(spec)})`;
    }),
  );
}

function row(entry: ObservedAssumption): readonly [Md, Md] {
  const { id, gap, taken, readings, needs } = entry;
  const seen = Object.entries(readings).map(([reading, { count }]) => {
    const words = taken === "holds" ? "" : `${reading === taken ? "as assumed, " : ""}${reading}: `;
    return `${words}${times(count)}`;
  });
  const shown = seen.length === 0 ? `Needs ${needs}.` : `Seen ${seen.join("; ")}.`;
  return [link(`assumptions.html#${id}`, id), md`${prose(gap)} ${shown}`];
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
