import { markdownPath } from "./portal/markup.ts";

/** Safe Markdown from the template tag `md`, which escapes its parts. */
export interface Md {
  readonly source: string;
}

/**
 * A value in a template: text is escaped, lists are concatenated. `undefined` and `false` print
 * nothing, and are no items of a list.
 */
export type Part = Md | string | number | undefined | false | readonly Part[];

/** Template tag: the template is Markdown, its parts are escaped. */
export function md(texts: TemplateStringsArray, ...parts: readonly Part[]): Md {
  return raw(texts.map((text, index) => text + printed(parts[index])).join(""));
}

/** Text that is Markdown already. */
export function raw(source: string): Md {
  return { source };
}

/** A description from the spec, with `words` in backticks as code. */
export function prose(text: string): Md {
  const pieces = text.trim().split(/`([^`]+)`/u);
  return md`${pieces.map((piece, at) => (at % 2 === 0 ? piece : code(piece)))}`;
}

export function joined(parts: readonly Part[], separator: Part = ", "): Md {
  return md`${given(parts).map((part, index) => md`${index === 0 ? "" : separator}${part}`)}`;
}

/** A wire name as code. */
export function code(word: string | number): Md {
  const text = String(word);
  if (text === "") return raw("");
  return raw(text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);
}

/** Words of less weight. */
export function soft(words: string): Md {
  return md`*${words}*`;
}

/** A link; an address within the portal leads to the Markdown of the page. */
export function link(href: string, words: Part): Md {
  return md`[${words}](${raw(markdownPath(href))})`;
}

/** Words, or a link, that a link can lead to. */
export function anchor(id: string, words: Part): Md {
  return md`[${words}]${raw(`{#${id}}`)}`;
}

/** A heading with an anchor of this name. */
export function heading(level: number, id: string, words: Part): Md {
  return md`\n\n${"#".repeat(level)} ${raw(`{#${id}}`)} ${words}\n\n`;
}

/** A table; the first column has the row heads. Without rows it is `none`. */
export function table(
  heads: readonly Part[],
  rows: readonly (readonly Md[])[],
  none: Part = "",
): Md {
  if (rows.length === 0) return md`${none}`;
  const line = (cells: readonly Md[]): string => `| ${cells.map(cellText).join(" | ")} |`;
  const lines = [
    line(heads.map((head) => md`${head}`)),
    `|${" --- |".repeat(heads.length)}`,
    ...rows.map(line),
  ];
  return raw(`\n\n${lines.join("\n")}\n\n`);
}

/** A list, or steps with numbers; an item may hold a list. */
export function list(items: readonly Part[], isOrdered = false): Md {
  const texts = given(items).map((item, at) => {
    const text = md`${item}`.source.trim().replace(/\n{2,}/gu, "\n");
    const bullet = isOrdered ? `${at + 1}. ` : "- ";
    return bullet + text.replaceAll("\n", `\n${" ".repeat(bullet.length)}`);
  });
  return raw(`\n\n${texts.join("\n")}\n\n`);
}

export function terms(
  entries: readonly (readonly [term: Part, value: Part] | undefined | false)[],
): Md {
  return list(given(entries).map(([term, value]) => md`**${term}:** ${value}`));
}

function given<Item>(items: readonly (Item | undefined | false)[]): readonly Item[] {
  return items.filter((item): item is Item => item !== undefined && item !== false);
}

/** A block of code; after its language it may name the file that holds it. */
export function fence(text: string, language: string, file = ""): Md {
  const ticks = "`".repeat(
    Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)),
  );
  return raw(`\n\n${ticks}${`${language} ${file}`.trim()}\n${text.trimEnd()}\n${ticks}\n\n`);
}

/** The place of what only a browser shows: a form, a drawing; `words` say it to other readers. */
export function widget(name: string, words: string): Md {
  return raw(`\n\n<!-- ${name}: ${words.replaceAll("--", "–")} -->\n\n`);
}

/** Blocks with one blank line between them; code stays as it is. */
export function tidy({ source }: Md): string {
  const text = mapProse(source, (prose) =>
    prose.replace(/(?<![ \t])[ \t]+$/gmu, "").replace(/(?<!\n)\n{3,}/gu, "\n\n"),
  );
  return `${text.trim()}\n`;
}

/**
 * Markdown with other addresses in its links, except in code. A link without an address becomes its
 * words.
 */
export function withLinks(text: string, hrefOf: (href: string) => string | undefined): string {
  return mapProse(text, (prose) =>
    prose.replace(
      /(`[^`\n]*`)|\[((?:`[^`\n]{0,99}`|[^[\]`]){0,199})\]\(([^()\s]+)\)/gu,
      (whole, inCode: string | undefined, words: string, href: string) => {
        if (inCode !== undefined) return whole;
        const target = hrefOf(href);
        return target === undefined ? words : `[${words}](${target})`;
      },
    ),
  );
}

/** Changes each run of lines outside of blocks of code. */
function mapProse(text: string, change: (prose: string) => string): string {
  const runs: { isCode: boolean; lines: string[] }[] = [];
  let ticks = "";
  for (const line of text.split("\n")) {
    const isCode = ticks !== "";
    const mark = /^\s*(`{3,})/u.exec(line)?.[1] ?? "";
    if (!isCode) ticks = mark;
    else if (line.trim() === ticks) ticks = "";
    const run = runs.at(-1);
    const isInCode = isCode || mark !== "";
    if (run?.isCode === isInCode) run.lines.push(line);
    else runs.push({ isCode: isInCode, lines: [line] });
  }
  return runs
    .map(({ isCode, lines }) => (isCode ? lines.join("\n") : change(lines.join("\n"))))
    .join("\n");
}

function printed(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  return "source" in part ? part.source : part.map(printed).join("");
}

/** A cell has one line: each item of a list in it begins after a break. */
function cellText({ source }: Md): string {
  const items = source.trim().replace(/(?:^|(?<!\n)\n+) *- /gu, "<br>• ");
  return items.replace(/^<br>/u, "").replace(/\s+/gu, " ").replaceAll("|", "\\|");
}

/** What would be read as Markdown or markup; a name such as `GOOD_TILL` stays readable. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]~]|(?<!\w)_|_(?!\w)|<(?=[a-z/!?])|&(?=#?\w+;)|\{(?=#)/giu, "\\$&")
    .replace(/^(\s*)(?=#{1,6} |[-+>] |\d+[.)] )/u, "$1\\");
}
