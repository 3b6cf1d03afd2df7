import { type Piece, piecesOf, unescaped } from "./markup.ts";

interface Element {
  readonly tag: string;
  readonly attributes: string;
  readonly children: (Element | string)[];
}

/** The body of a page as Markdown, for programs; links lead to Markdown too. */
export function plainMarkdown(markup: string): string {
  const root: Element = { tag: "", attributes: "", children: [] };
  const open = [root];
  for (const piece of piecesOf(markup)) read(piece, open);
  const text = blocks(root).replace(/\n[ \n]*\n/gu, "\n\n");
  return `${text.trim()}\n`;
}

function read({ kind, tag, source }: Piece, open: Element[]): void {
  const inner = open.at(-1);
  if (inner === undefined) return;
  if (kind === "text") inner.children.push(unescaped(source));
  else if (kind === "open") {
    const element = { tag, attributes: source, children: [] };
    inner.children.push(element);
    open.push(element);
  } else if (open.some((one) => one.tag === tag)) {
    while (open.length > 1 && open.pop()?.tag !== tag);
  }
}

/** Children that may be blocks: paragraphs, lists, tables, or text in between. */
function blocks({ children }: Element): string {
  return children.map((child) => (typeof child === "string" ? flat(child) : block(child))).join("");
}

function block(element: Element): string {
  const { tag } = element;
  const level = /^h([1-6])$/u.exec(tag)?.[1];
  if (level !== undefined) return `\n\n${"#".repeat(Number(level))} ${inline(element).trim()}\n\n`;
  switch (tag) {
    case "p":
    case "figcaption":
    case "summary":
      return `\n\n${inline(element).trim()}\n\n`;
    case "pre":
      return `\n\n\`\`\`${attribute(element, "data-language")}\n${wholeText(element).trimEnd()}\n\`\`\`\n\n`;
    case "table":
      return `\n\n${table(element)}\n\n`;
    case "dl":
      return `\n\n${definitions(element)}\n\n`;
    case "ul":
    case "ol":
      return `\n\n${list(element)}\n\n`;
    case "svg":
      return `\n\n(Figure: ${attribute(element, "aria-label")})\n\n`;
    // Skip what works only in a browser.
    case "form":
    case "noscript":
    case "script":
    case "button":
    case "select":
    case "option":
    case "input":
      return "";
    case "div":
    case "section":
    case "article":
    case "details":
    case "figure":
      return `\n\n${blocks(element)}\n\n`;
    default:
      return inlineElement(element);
  }
}

function list(element: Element): string {
  return elements(element, "li")
    .map((item, at) => {
      const mark = element.tag === "ol" ? `${at + 1}. ` : "- ";
      const text = withoutBlankLines(item);
      return mark + text.replaceAll("\n", `\n${" ".repeat(mark.length)}`);
    })
    .join("\n");
}

function withoutBlankLines(element: Element): string {
  return blocks(element)
    .replace(/\n{2,}/gu, "\n")
    .trim();
}

function definitions({ children }: Element): string {
  return children
    .flatMap((child) => {
      if (typeof child === "string") return [];
      const text = withoutBlankLines(child);
      return child.tag === "dt" ? [`- ${text}:`] : [`  ${text.replaceAll("\n", "\n  ")}`];
    })
    .join("\n");
}

function table(element: Element): string {
  const rows = descendants(element, "tr").map((row) =>
    row.children.flatMap((cell) =>
      typeof cell === "string"
        ? []
        : [blocks(cell).replace(/\s+/gu, " ").trim().replaceAll("|", "\\|")],
    ),
  );
  const [head = [], ...body] = rows;
  return [head, head.map(() => "---"), ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function inline({ children }: Element): string {
  return children
    .map((child) => (typeof child === "string" ? flat(child) : inlineElement(child)))
    .join("");
}

function inlineElement(element: Element): string {
  switch (element.tag) {
    case "br":
      return " ";
    case "code":
      return `\`${wholeText(element)}\``;
    case "strong":
    case "b":
      return `**${inline(element)}**`;
    case "a":
      return link(element);
    default:
      return element.children.some(
        (child) => typeof child !== "string" && /^(?:p|ul|ol|dl|table|div|pre)$/u.test(child.tag),
      )
        ? blocks(element)
        : inline(element);
  }
}

function link(element: Element): string {
  const href = attribute(element, "href");
  const words = inline(element).trim();
  // Headings link to themselves.
  if (/class="self"/u.test(element.attributes)) return words;
  return `[${words}](${markdownHref(href)})`;
}

/** The Markdown file of a page, with the heading's anchor in it. */
function markdownHref(href: string): string {
  if (/^[a-z]+:/iu.test(href)) return href;
  return href.replace(/\.html(?=#|$)/u, ".md");
}

function elements({ children }: Element, tag: string): readonly Element[] {
  return children.filter((child) => typeof child !== "string").filter((child) => child.tag === tag);
}

function descendants(element: Element, tag: string): readonly Element[] {
  return element.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return child.tag === tag ? [child] : descendants(child, tag);
  });
}

function attribute({ attributes }: Element, name: string): string {
  return unescaped(new RegExp(`\\s${name}="([^"]*)"`, "u").exec(attributes)?.[1] ?? "");
}

function wholeText({ children }: Element): string {
  return children.map((child) => (typeof child === "string" ? child : wholeText(child))).join("");
}

function flat(text: string): string {
  return text.replace(/\s+/gu, " ");
}
