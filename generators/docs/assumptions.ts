import { objectIn, textIn } from "../contract/documents/json.ts";
import type { Assumption, Contract, Origin, SandboxChoice } from "../contract/model.ts";
import { code, type Html, html, prose, terms } from "./html.ts";
import type { MarkedPlace } from "./marked-places.ts";
import { kindWords } from "./marks.ts";
import { groupedBy } from "./words.ts";

/** The list of assumptions: each gap, our choice, the source, and the places that use it. */
export function assumptionList(
  { assumptions, documents }: Contract,
  shownAt: ReadonlyMap<string, readonly MarkedPlace[]>,
): Html {
  const bySection = groupedBy(assumptions, ({ section }) => section);
  const titles = objectIn(documents.openapi["x-sections"]);
  const sections = [...bySection].sort(([left], [right]) => collator.compare(left, right));
  return html`
<h1>Assumptions</h1>
<p class="lead">
Everything that the interface does not show has an entry here: what is missing, what this contract
assumes, from which source, and how certain that is. The API family is the exchanges whose APIs have
the same paths, fields and error codes. Everything that depends on an entry links to it, and back.
</p>
<div class="filterbar" role="search" aria-label="Assumptions">
<input id="find" type="search" placeholder="Find an assumption" aria-label="Find an assumption" />
${select("kind", "Assumed and open", kindWords)}
${select("confidence", "Any confidence", confidenceWords)}
<span id="count" class="soft small" aria-live="polite">${assumptions.length} entries</span>
</div>
${sections.map(
  ([section, entries]) => html`
<section class="group">
<h2 id="section-${section}">${section} ${textIn(titles[section])}</h2>
${entries.map((entry) => entryCard(entry, shownAt.get(entry.id) ?? []))}
</section>`,
)}`;
}

/** Sorts `4.10` after `4.9`. */
const collator = new Intl.Collator("en", { numeric: true });

const confidenceWords: Readonly<Record<string, string>> = {
  observedTwice: "Observed twice",
  observedOnce: "Observed once",
  family2020: "API family, 2020",
  familyModern: "API family, recent",
  conflict: "Sources conflict",
  own: "Our decision",
};

function entryCard(entry: Assumption, shownAt: readonly MarkedPlace[]): Html {
  const { id, kind, gap, choice, source, confidence, contradicts, sandbox, usedBy } = entry;
  const rows: readonly (readonly [string, Html])[] = [
    ["Gap", prose(gap)],
    [kind === "open" ? "Behaviour" : "Choice", prose(choice)],
    ["Source", prose(source)],
    ...(contradicts === undefined ? [] : [["Contradicts", prose(contradicts)] as const]),
    ...(sandbox === undefined ? [] : [["In the sandbox", readings(sandbox)] as const]),
    ["In traffic", inTraffic(entry)],
    ["Used on", folded(shownAt.map(({ href, words }) => html`<a href="${href}">${words}</a>`))],
    ["In the contract", folded(origins(usedBy))],
  ];
  return html`
<article class="card entry" id="${id}" data-kind="${kind}" data-confidence="${confidence}">
<h3><a class="self" href="#${id}">${id}</a>
<span class="mark ${kind}">${kindWords[kind]}</span>
<span class="mark open">${confidenceWords[confidence] ?? confidence}</span></h3>
${terms(rows)}
</article>`;
}

const needWords = {
  response: "One response shows it.",
  calls: "Several calls that belong together show it.",
  stream: "Messages of a stream show it.",
  probe: "`npm run contract -- --probe` asks for it.",
} as const;

function inTraffic({ check, evidence }: Assumption): Html {
  const words = prose("never" in check ? check.never : needWords[check.needs]);
  const seen = evidence.map(({ seen: day, times, at }) => {
    const count = times === 1 ? "once" : `${times} times`;
    return html`<li>Seen on ${day}, ${count}, first at ${code(at)}</li>`;
  });
  return seen.length === 0 ? words : html`${words}<ul>${seen}</ul>`;
}

function readings({ default: taken, readings: all }: SandboxChoice): Html {
  const items = Object.entries(all).map(([word, text]) => {
    return html`<li>${code(word)}${word === taken ? " (default)" : ""}: ${text}</li>`;
  });
  return html`<ul>${items}</ul>`;
}

function origins(all: readonly Origin[]): readonly Html[] {
  return [...new Set(all.map(({ file, line }) => `${file}:${line}`))].map(code);
}

/** A list, collapsed if long. */
function folded(items: readonly Html[]): Html {
  const list = html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  if (items.length <= 3) return list;
  return html`<details><summary>${items.length} places</summary>${list}</details>`;
}

function select(id: string, all: string, words: Readonly<Record<string, string>>): Html {
  const options = Object.entries(words).map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  );
  return html`<select id="${id}" aria-label="${all}"><option value="">${all}</option>${options}
</select>`;
}
