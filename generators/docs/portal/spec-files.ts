import { posix } from "node:path";

import { code, type Html, html } from "../html.ts";
import { groupedBy } from "../words.ts";
import { relativeHref } from "./markup.ts";

/** A file of the spec folder. */
export interface SpecText {
  /** Its path in positions of the contract. */
  readonly file: string;
  /** Its path within the spec folder. */
  readonly path: string;
  readonly text: string;
}

/** The page of a spec file; its lines are anchors. */
export function specPagePath({ path }: Pick<SpecText, "path">): string {
  return `spec/${path}.html`;
}

/** The list of all files of the contract, by folder. */
export function specIndex(files: readonly SpecText[]): Html {
  const folders = groupedBy(files, ({ path }) => posix.dirname(path));
  const sorted = [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
  return html`
<h1>Contract files</h1>
<p class="lead">
The hand-written files that everything else is generated from. Other pages link to their lines.
</p>
${sorted.map(
  ([folder, own]) => html`<h2 id="${folder}">${folder === "." ? "Entry documents" : folder}</h2>
<ul class="files">${own.map((file) => html`<li><a href="${specPagePath(file).slice("spec/".length)}">${posix.basename(file.path)}</a></li>`)}</ul>
`,
)}`;
}

/** The text of a file, with links to its files and assumptions. */
export function specFilePage(file: SpecText, files: readonly SpecText[]): Html {
  const page = specPagePath(file);
  const known = new Map(files.map((one) => [one.path, specPagePath(one)]));
  const lines = file.text.replace(/\n$/u, "").split("\n");
  return html`
<h1>${code(file.path)}</h1>
<p class="soft"><a href="${relativeHref(page, "spec/index.html")}">All files of the contract</a></p>
<pre class="lines" data-language="yaml"><code>${lines.map(
    (line, at) => html`<span id="L${at + 1}">${linked(line)}</span>\n`,
  )}</code></pre>`;

  function linked(line: string): Html {
    const [, before = "", name = "", after = ""] = referencePattern.exec(line) ?? [];
    const target = name.endsWith(".yaml")
      ? known.get(posix.join(posix.dirname(file.path), name))
      : `assumptions.html#${name}`;
    if (name === "" || target === undefined) return html`${line}`;
    return html`${before}<a href="${relativeHref(page, target)}">${name}</a>${after}`;
  }
}

/** A reference to another file, or the assumption of a part. */
const referencePattern = /^(.*?\$ref: ["']?|.*?x-(?:assumed|unstated): )([\w./-]+)(.*)$/u;
