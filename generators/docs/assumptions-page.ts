import type { Assumption, Contract, Origin } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { html, prose } from "./html.ts";
import type { DocsPage } from "./page.ts";
import { page } from "./page.ts";

/** The list of assumptions: each gap, what is assumed, the source, and where it is used. */
export function assumptionsPage({ title, version, assumptions }: Contract): DocsPage {
  const sections = [...new Set(assumptions.map(({ section }) => section))].sort(bySection);
  const kinds = ["assumed", "open"];
  const confidences = [...new Set(assumptions.map(({ confidence }) => confidence))].sort();
  const body = html` <h1>Assumptions</h1>
    <p class="lead">
      Where the interface says “not shown”, this contract says so too. Each gap has one entry:
      what is missing, what is assumed, from which source, and how certain it is. Everything that
      depends on an entry links to it.
    </p>
    <div class="filterbar" role="search">
      <input
        id="find"
        type="search"
        placeholder="Find an assumption"
        aria-label="Find an assumption"
      />
      ${select("kind", "Assumed and open", kinds, (kind) => kindWords[kind] ?? kind)}
      ${select("confidence", "Any confidence", confidences, (one) => confidenceWords[one] ?? one)}
      <span id="count" class="soft small" aria-live="polite">${assumptions.length} entries</span>
    </div>
    ${sections.map(
      (section) =>
        html` <section class="group">
          <h2 id="section-${section}">Section ${section}</h2>
          ${assumptions.filter((one) => one.section === section).map(entryCard)}
        </section>`,
    )}`;
  const contents = sections.map((section) => {
    const id = `section-${section}`;
    return { id, title: `Section ${section}` };
  });
  const product = `${title} ${version}`;
  return page({ file: "assumptions.html", title: "Assumptions", product, body, contents, script });
}

const kindWords: Readonly<Record<string, string>> = { assumed: "Assumed", open: "Left open" };

const confidenceWords: Readonly<Record<string, string>> = {
  observedTwice: "Observed twice",
  observedOnce: "Observed once",
  family2020: "Family, 2020",
  familyModern: "Family, modern",
  conflict: "Sources conflict",
  own: "Our own",
};

function entryCard(entry: Assumption): Html {
  const { id, kind, gap, choice, source, confidence, contradicts, usedBy } = entry;
  return html` <article
    class="card entry"
    id="${id}"
    data-kind="${kind}"
    data-confidence="${confidence}"
  >
    <h3>
      <a class="self" href="#${id}">${id}</a>
      <span class="mark ${kind === "open" ? "open" : "assumed"}">${kindWords[kind]}</span>
      <span class="mark open">${confidenceWords[confidence] ?? confidence}</span>
    </h3>
    <dl class="facts">
      <dt>Gap</dt>
      <dd>${prose(gap)}</dd>
      <dt>${kind === "open" ? "Until then" : "Choice"}</dt>
      <dd>${prose(choice)}</dd>
      <dt>Source</dt>
      <dd>${prose(source)}</dd>
      ${
        contradicts === undefined
          ? undefined
          : html`<dt>Contradicts</dt>
              <dd>${prose(contradicts)}</dd>`
      }
      <dt>Used in</dt>
      <dd>${places(usedBy)}</dd>
    </dl>
  </article>`;
}

function places(origins: readonly Origin[]): Html {
  const all = [...new Set(origins.map(({ file, line }) => `${file}:${line}`))];
  const codes = all.map((place) => html`<li><code>${place}</code></li>`);
  if (all.length <= 3)
    return html`<ul>
      ${codes}
    </ul>`;
  return html`<details>
    <summary>${all.length} places</summary>
    <ul>
      ${codes}
    </ul>
  </details>`;
}

function select(
  id: string,
  all: string,
  values: readonly string[],
  words: (value: string) => string,
): Html {
  const options = values.map((value) => html`<option value="${value}">${words(value)}</option>`);
  return html`<select id="${id}" aria-label="${all}">
    <option value="">${all}</option>
    ${options}
  </select>`;
}

/** `4.10` comes after `4.9`. */
function bySection(left: string, right: string): number {
  const [one, two] = [left, right].map((section) => section.split(".").map(Number));
  return (one?.[0] ?? 0) - (two?.[0] ?? 0) || (one?.[1] ?? 0) - (two?.[1] ?? 0);
}

/** Hides the entries that do not match the three fields; without it the whole list shows. */
const script = `
const fields = ["find", "kind", "confidence"].map((id) => document.getElementById(id));
const entries = [...document.querySelectorAll(".entry")];
const update = () => {
  const [text, kind, confidence] = fields.map((field) => field.value.trim().toLowerCase());
  let shown = 0;
  for (const entry of entries) {
    const fits =
      entry.textContent.toLowerCase().includes(text) &&
      (kind === "" || entry.dataset.kind.toLowerCase() === kind) &&
      (confidence === "" || entry.dataset.confidence.toLowerCase() === confidence);
    entry.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const group of document.querySelectorAll(".group")) {
    group.hidden = group.querySelector(".entry:not([hidden])") === null;
  }
  document.getElementById("count").textContent = shown + (shown === 1 ? " entry" : " entries");
};
for (const field of fields) field.addEventListener("input", update);
`;
