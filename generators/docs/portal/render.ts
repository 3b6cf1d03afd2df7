/** Markdown as the markup of a page, by `marked`. */

import { posix } from "node:path";

import { Marked, Parser, type Token, type Tokens } from "marked";

import type { Assumption } from "../../contract/model.ts";
import { type Html, html } from "../html.ts";
import { kindWords } from "../marks.ts";
import { highlighted } from "./highlight.ts";
import { htmlPath, relativeHref, slug } from "./markup.ts";

/** Pages by the path of the project file that they show. */
export type Places = ReadonlyMap<string, string>;

/** What a page may hold beside its text. */
export interface RenderInputs {
  /** Path of the page in the portal. */
  readonly path: string;
  /** Markup by the name in the comment that stands for it. */
  readonly widgets?: ReadonlyMap<string, Html> | undefined;
  readonly places?: Places;
  readonly assumptions?: ReadonlyMap<string, Assumption>;
}

/** A heading with the words below it. */
export interface Section {
  readonly level: number;
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Rendered {
  readonly markup: string;
  readonly sections: readonly Section[];
}

/**
 * Renders Markdown. Each heading opens a section with an anchor. Markup in the text is shown as
 * text; a comment `<!-- name: words -->` stands for a widget, and `<!-- beside -->` begins the
 * column beside the text.
 */
export function render(text: string, inputs: RenderInputs): Rendered {
  const marked = markedFor(inputs);
  const tokens = marked.lexer(text);
  const parser = new Parser(marked.defaults);
  const sections: (Section & { text: string })[] = [];
  const taken = new Set<string>();
  const open: number[] = [];
  let isBeside = false;
  let markup = "";
  const close = (level: number): void => {
    while ((open.at(-1) ?? 0) >= level) {
      open.pop();
      markup += "</section>\n";
    }
  };
  for (const token of tokens) {
    const name = token.type === "html" ? commentName(token.raw) : undefined;
    if (isHeading(token)) {
      const isTitle = token.depth === 1;
      const id = isTitle ? "" : freeId(idOf(token) ?? slug(wordsOf(token.tokens)), taken);
      close(Math.max(2, token.depth));
      if (!isTitle) {
        open.push(token.depth);
        markup += `<section id="${html`${id}`.markup}">`;
      }
      sections.push({ level: token.depth, id, title: titleOf(token), text: "" });
      markup += headingMarkup(token, id, parser);
    } else if (name === "beside") {
      close(2);
      isBeside = true;
      markup += `</div>\n<div class="code">`;
    } else {
      const section = sections.at(-1);
      if (section !== undefined) section.text += ` ${wordsOf([token])}`;
      markup +=
        name === undefined ? parser.parse([token]) : (inputs.widgets?.get(name)?.markup ?? "");
    }
  }
  close(2);
  return { markup: isBeside ? beside(markup) : markup, sections };
}

function beside(markup: string): string {
  return `<div class="reference">\n<div class="text">${markup}</div>\n</div>`;
}

/** A heading leads to itself; marks stand beside it. */
function headingMarkup(heading: Tokens.Heading, id: string, parser: Parser): string {
  const [own, marks] = partsOf(heading);
  const { depth } = heading;
  const words = parser.parseInline(own).trim();
  const self = words === "" || depth === 1 ? words : `<a class="self" href="#${id}">${words}</a>`;
  return `<h${depth}>${`${self} ${parser.parseInline(marks)}`.trimEnd()}</h${depth}>\n`;
}

/** The words of a heading, and the marks beside them. */
function partsOf({ tokens }: Tokens.Heading): readonly [Token[], Token[]] {
  const at = tokens.findIndex(({ type }) => type === "link");
  return at < 0 ? [tokens, []] : [tokens.slice(0, at), tokens.slice(at)];
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}

function idOf({ tokens }: Tokens.Heading): string | undefined {
  return (tokens as Tokens.Generic[]).find(({ type, text }) => type === "anchor" && text === "")?.[
    "id"
  ];
}

/** The words of a heading without the marks beside it; those of a link if it is one. */
function titleOf(heading: Tokens.Heading): string {
  const [own, marks] = partsOf(heading);
  return wordsOf(own).trim() || wordsOf(marks).trim();
}

/** The text of tokens, in which words of two blocks do not touch. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens.map(wordsIn).join("");
}

function wordsIn(token: Token): string {
  const { type, text = "", tokens, items, header, rows } = token as Tokens.Generic;
  if (type === "table") return wordsOf([header, rows].flat(2));
  if (type === "list") return wordsOf(items);
  if (type === "html" || type === "space") return " ";
  const inline = ["link", "em", "strong", "anchor", "text", "codespan", "escape"].includes(type);
  return `${tokens === undefined ? text : wordsOf(tokens)}${inline ? "" : " "}`;
}

function commentName(text: string): string | undefined {
  return /^\s*<!-- ([\w.-]+)(?:: [^]*?)? ?-->\s*$/u.exec(text)?.[1];
}

function freeId(id: string, taken: Set<string>): string {
  let free = id;
  for (let count = 1; taken.has(free); count++) free = `${id}-${count}`;
  taken.add(free);
  return free;
}

function markedFor({ path, places = new Map(), assumptions = new Map() }: RenderInputs): Marked {
  return new Marked({
    extensions: [anchors],
    renderer: {
      html: ({ text }) => (text === "<br>" ? "<br />" : html`${text}`.markup),
      image: ({ text }) => html`${text}`.markup,
      link({ href, tokens }) {
        const words = { markup: this.parser.parseInline(tokens) };
        if (!safeAddress.test(href)) return words.markup;
        const target = htmlPath(href);
        const mark = markOf(href, wordsOf(tokens), assumptions);
        return html`<a${mark} href="${target}">${words}</a>`.markup;
      },
      codespan({ text }) {
        const [, file = "", line] = /^(.*?)(?::(\d+))?$/u.exec(text) ?? [];
        const words = html`<code>${text}</code>`;
        const page = places.get(file);
        if (page === undefined) return words.markup;
        const href = relativeHref(path, line === undefined ? page : `${page}-L${line}`);
        return html`<a href="${href}">${words}</a>`.markup;
      },
      code({ text, lang = "" }) {
        const [language = "", file] = lang.split(/\s+/u);
        if (file !== undefined && places.has(file)) return listing(text, file, places, path);
        const name = file === undefined ? undefined : html`<figcaption>${file}</figcaption>`;
        const colored = { markup: highlighted(`${text}\n`, language) };
        const body = html`<pre data-language="${language}"><code>${colored}</code></pre>`;
        return html`<figure class="sample">${name}${body}</figure>\n`.markup;
      },
      table({ header, rows }) {
        const inline = (cell: Tokens.TableCell): Html => ({
          markup: this.parser.parseInline(cell.tokens),
        });
        const heads = header.map((cell) => wordsOf(cell.tokens));
        return html`<div class="table"><table>
<thead><tr>${header.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([first, ...rest]) =>
    html`<tr>${first && html`<th scope="row">${inline(first)}</th>`}${rest.map(
      (cell, at) => html`<td data-head="${heads[at + 1]}">${inline(cell)}</td>`,
    )}</tr>\n`,
)}</tbody>
</table></div>`.markup;
      },
    },
  });
}

/** The class and the reason of a link that is a mark. */
function markOf(
  href: string,
  words: string,
  assumptions: ReadonlyMap<string, Assumption>,
): Html | undefined {
  const id = /(?:^|\/)assumptions\.md#([\w-]+)$/u.exec(href)?.[1];
  const { kind = "assumed", gap, choice = "" } = assumptions.get(id ?? "") ?? {};
  if (gap === undefined || words !== kindWords[kind]) return undefined;
  return html` class="mark ${kind}" title="${gap} ${choice}"`;
}

/** `[words]{#id}`: words that a link can lead to; `{#id}` alone is the anchor of a heading. */
const anchors = {
  name: "anchor",
  level: "inline",
  start: (text: string) => /\[|\{#/u.exec(text)?.index,
  tokenizer(this: { lexer: { inlineTokens: (text: string) => Token[] } }, text: string) {
    const [whole, words = "", id] =
      /^(?:\[((?:[^[\]\\\n]|\\.|\[[^\]]*\])*)\])?\{#([^}\s]+)\}/u.exec(text) ?? [];
    if (whole === undefined) return undefined;
    return { type: "anchor", raw: whole, text: words, id, tokens: this.lexer.inlineTokens(words) };
  },
  renderer(
    this: { parser: { parseInline: (tokens: Token[]) => string } },
    { id, text, tokens = [] }: Tokens.Generic,
  ) {
    if (text === "") return "";
    const words = { markup: this.parser.parseInline(tokens) };
    if (tokens.some(({ type }) => type === "link"))
      return html`<span id="${id}">${words}</span>`.markup;
    return html`<a class="self" id="${id}" href="#${id}">${words}</a>`.markup;
  },
} as const;

/** A file of the contract: its lines are anchors, and its references are links. */
function listing(text: string, file: string, places: Places, path: string): string {
  const lines = text.split("\n").map((line, at) => {
    const [, before = "", name = "", after = ""] = referencePattern.exec(line) ?? [];
    const target = name.endsWith(".yaml")
      ? places.get(posix.join(posix.dirname(file), name))
      : `assumptions.html#${name}`;
    const words =
      name === "" || target === undefined
        ? html`${line}`
        : html`${before}<a href="${relativeHref(path, target)}">${name}</a>${after}`;
    return html`<span id="${posix.basename(file)}-L${at + 1}">${words}</span>\n`;
  });
  return html`<pre class="lines" data-language="yaml"><code>${lines}</code></pre>\n`.markup;
}

/** A reference to another file, or the assumption of a part. */
const referencePattern = /^(.*?\$ref: ["']?|.*?x-(?:assumed|unstated): )([\w./-]+)(.*)/u;

/** Addresses of the web and of the portal; no script hides behind another scheme. */
const safeAddress = /^(?:https?:|[^:#?]*(?:[#?]|$))/iu;
