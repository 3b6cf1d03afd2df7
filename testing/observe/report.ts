/** Formats an observation as text. */

import type { Finding, Observation, ObservedAssumption } from "./observe.ts";

/** The answers to the three questions, shortest first. */
export function formatObservation(observation: Observation): string {
  const { calls, messages, connections, origins } = observation;
  const { deviations, refused, news, assumptions } = observation;
  const from = Object.keys(origins).join(", ");
  const shown = (verdict: ObservedAssumption["verdict"]): readonly string[] =>
    assumptions.filter((each) => each.verdict === verdict).map(formatAssumption);
  return [
    `${calls} calls, ${messages} messages, ${connections} connections, from ${from || "nowhere"}`,
    section("Deviations from the contract", deviations.map(formatFinding), "None."),
    section("Wrong requests that the exchange refused", refused.map(formatFinding)),
    section("Not in the contract yet", news.map(formatFinding), "Nothing."),
    section("Contradicted assumptions", shown("contradicted"), "None."),
    section("Confirmed assumptions", shown("confirmed"), "None."),
    section("As assumed, but not seen on an exchange", shown("unconfirmed")),
    countsOf(observation),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function countsOf({ deviations, news, assumptions }: Observation): string {
  const count = (verdict: ObservedAssumption["verdict"]): number =>
    assumptions.filter((each) => each.verdict === verdict).length;
  return [
    `${deviations.length} deviations, ${news.length} new`,
    `assumptions: ${count("confirmed")} confirmed, ${count("unconfirmed")} unconfirmed, ` +
      `${count("contradicted")} contradicted, ${count("untouched")} not tested, ` +
      `${count("unobservable")} not observable in traffic`,
  ].join("; ");
}

/** Whether the traffic fits the contract and contradicts no assumption. */
export function isClean({ deviations, assumptions }: Observation): boolean {
  return deviations.length === 0 && assumptions.every((each) => each.verdict !== "contradicted");
}

function section(title: string, lines: readonly string[], empty = ""): string {
  if (lines.length === 0 && empty === "") return "";
  return [title, ...(lines.length === 0 ? [`  ${empty}`] : lines)].join("\n");
}

function formatFinding({ kind, by, subject, text, spec, count, places }: Finding): string {
  return [
    `  ${subject}: ${text} (${kind}, ${by}, ${times(count)})`,
    `    ${[spec, ...places].filter((place) => place !== "").join(", ")}`,
  ].join("\n");
}

function formatAssumption({ id, taken, gap, spec, readings }: ObservedAssumption): string {
  const seen = Object.entries(readings).map(([reading, { count, places, origins }]) => {
    const word = reading === taken ? `${reading} (as assumed)` : reading;
    return `    ${word}, ${times(count)}, from ${origins.join(", ")}: ${places.join(", ")}`;
  });
  return [`  ${id} (${spec}): ${gap}`, ...seen].join("\n");
}

/** A count in words. */
export function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
