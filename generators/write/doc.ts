/** Longest line of a comment. */
const lineMax = 100;

/** The parts of a doc comment, in order. */
export interface DocParts {
  /** The spec's description; Markdown. */
  readonly text: string;
  /** Our own sentences, after the text. */
  readonly statements?: readonly string[];
  /** Assumption id of an undocumented fact. */
  readonly assumed?: string | undefined;
  /** Errors that a call throws, one line each. */
  readonly throws?: readonly string[];
  /** The spec file. */
  readonly see?: string | undefined;
}

/**
 * Prints a doc comment, wrapped for the indentation. No text of a spec can end the comment or start
 * a tag.
 */
export function doc(parts: DocParts, indent = 0): string {
  const room = lineMax - indent - 3;
  const statements = [
    (parts.statements ?? []).join(" "),
    parts.assumed ? `Assumed, not documented: ${parts.assumed}` : "",
  ].filter(Boolean);
  const text = paragraphs(parts.text, room);
  const tags = [
    ...(parts.throws ?? []).map((thrown) => `@throws ${thrown}`),
    ...(parts.see === undefined ? [] : [`@see ${parts.see}`]),
  ].flatMap((tag) => wrapped(safe(tag), room, "  "));
  const isAiry = text.length > 1 || statements.length > 1 || tags.length > 0;
  const air = isAiry && text.length > 0 && statements.length > 0 ? [""] : [];
  const said = [...text, ...air, ...statements.flatMap((one) => wrapped(safe(one), room, ""))];
  const lines = [
    // A line that begins with `@` would be parsed as a tag.
    ...said.map((line) => line.replace(/^(\s*)@/, "$1\\@")),
    ...(said.length > 0 && tags.length > 0 ? [""] : []),
    ...tags,
  ];
  const [only = ""] = lines;
  if (lines.length === 0) return "";
  const isShort = lines.length === 1 && tags.length === 0 && indent + only.length + 7 <= lineMax;
  if (isShort) return `/** ${only} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** The mark of an assumption, after the text. */
export function assumedMark(assumed: string | undefined): string {
  return assumed === undefined ? "" : ` (assumed: ${assumed})`;
}

/** Adds a full stop if there is none. */
export function sentence(text: string): string {
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Text on one line. */
export function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Wraps text as comment lines: fills paragraphs, keeps list items and blank lines. */
function paragraphs(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  let open = "";
  const close = (): void => {
    if (open !== "") lines.push(...wrapped(open, room, listMargin(open)));
    open = "";
  };
  for (const raw of safe(text).split("\n")) {
    const line = raw.trim();
    if (line === "" || listMargin(line) !== "") close();
    if (line === "" && lines.length > 0 && lines.at(-1) !== "") lines.push("");
    open = open === "" ? line : `${open} ${line}`;
  }
  close();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

function listMargin(line: string): string {
  const mark = /^([-*]|\d+[.)]) /.exec(line);
  return mark === null ? "" : " ".repeat(mark[0].length);
}

function wrapped(text: string, room: number, margin: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter((part) => part !== "")) {
    if (line.trim() !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = margin + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Text that cannot end a comment, with unusual line ends as spaces. */
function safe(text: string): string {
  return text
    .replace(/\*\//g, "*\\/")
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, " ");
}
