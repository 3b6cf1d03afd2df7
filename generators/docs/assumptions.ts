import * as read from "../contract/documents/read.ts";
import type { Assumption, Contract, SandboxChoice } from "../contract/model.ts";
import { type Html, html } from "./html.ts";
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
  widget,
} from "./markdown.ts";
import { kindWords, type MarkedPlace } from "./marks.ts";
import { groupedBy } from "./words.ts";

/** The list of assumptions: each gap, our choice, the source, and the places that use it. */
export function assumptionList(
  { assumptions, documents }: Contract,
  shownAt: ReadonlyMap<string, readonly MarkedPlace[]>,
): Md {
  const bySection = groupedBy(assumptions, ({ section }) => section);
  const titles = read.object(documents.openapi, "x-sections");
  const sections = [...bySection].sort(([left], [right]) => collator.compare(left, right));
  return md`
# Assumptions

Everything that the interface does not show has an entry here: what is missing, what this contract
assumes, from which source, and how certain that is. The API family is the exchanges whose APIs have
the same paths, fields and error codes. Everything that depends on an entry links to it, and back.
${widget("assumptions", `${assumptions.length} entries`)}
${sections.map(
  ([section, entries]) => md`
${heading(2, `section-${section}`, `${section} ${read.text(titles[section])}`)}
${entries.map((entry) => entryCard(entry, shownAt.get(entry.id) ?? []))}`,
)}`;
}

/** The form that finds entries; scripts/docs/browser/assumptions.ts hides the others. */
export function assumptionsForm({ assumptions }: Contract): Html {
  return html`<div class="filterbar" role="search" aria-label="Assumptions">
<input id="find" type="search" placeholder="Find an assumption" aria-label="Find an assumption" />
${select("kind", "Assumed and open", Object.values(kindWords))}
${select("confidence", "Any confidence", Object.values(confidenceWords))}
<span id="count" aria-live="polite">${assumptions.length} entries</span>
</div>`;
}

/** Sorts `4.10` after `4.9`. */
const collator = new Intl.Collator("en", { numeric: true });

const confidenceWords: Readonly<Record<string, string>> = {
  observedTwice: "observed twice",
  observedOnce: "observed once",
  family2020: "API family, 2020",
  familyModern: "API family, recent",
  conflict: "sources conflict",
  own: "our decision",
};

function entryCard(entry: Assumption, shownAt: readonly MarkedPlace[]): Md {
  const { id, kind, gap, choice, source, confidence, contradicts, sandbox, usedBy } = entry;
  const state = `${kindWords[kind]}, ${confidenceWords[confidence] ?? confidence}`;
  return md`${heading(3, id, md`${id} ${link(`assumptions.html#${id}`, kindWords[kind])}`)}
${terms([
  ["Status", state],
  ["Gap", prose(gap)],
  [kind === "open" ? "Behaviour" : "Choice", prose(choice)],
  ["Source", prose(source)],
  contradicts !== undefined && ["Contradicts", prose(contradicts)],
  sandbox && ["In the sandbox", readings(sandbox)],
  ["In traffic", inTraffic(entry)],
  ["Used on", joined(shownAt.map(({ href, words }) => link(href, words)))],
  [
    "In the contract",
    joined([...new Set(usedBy.map(({ file, line }) => `${file}:${line}`))].map(code)),
  ],
])}`;
}

const needWords = {
  response: "One response shows it.",
  calls: "Several calls that belong together show it.",
  stream: "Messages of a stream show it.",
  probe: "`npx tradespec contract --probe` asks for it.",
} as const;

function inTraffic({ check, evidence }: Assumption): Md {
  const words = prose("never" in check ? check.never : needWords[check.needs]);
  const seen = evidence.map(({ seen: day, times, at }) => {
    const count = times === 1 ? "once" : `${times} times`;
    return md`Seen on ${day}, ${count}, first at ${code(at)}`;
  });
  return seen.length === 0 ? words : md`${words}${list(seen)}`;
}

function readings({ default: taken, readings: all }: SandboxChoice): Md {
  const items = Object.entries(all).map(([word, text]) => {
    return md`${code(word)}${word === taken ? " (default)" : ""}: ${text}`;
  });
  return list(items);
}

function select(id: string, all: string, words: readonly string[]): Html {
  const options = words.map((word) => html`<option>${word}</option>`);
  return html`<select id="${id}" aria-label="${all}"><option value="">${all}</option>${options}
</select>`;
}
