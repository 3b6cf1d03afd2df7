/** JSON laid out for a reader. Only white space changes: numbers keep all their digits. */

/** A piece of the text, with the line breaks and spaces that stand before it. */
export interface JsonToken {
  readonly kind: "name" | "text" | "number" | "word" | "mark";
  readonly text: string;
}

/** Nothing larger is laid out; its text is shown as it came. */
const lengthMax = 200_000;

const token = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|true|false|null|[[\]{},]/gu;

/** The tokens of a JSON text; a text that is not JSON is one piece. */
export function jsonTokens(text: string): readonly JsonToken[] {
  if (text.length > lengthMax || !isJson(text)) return [{ kind: "text", text }];
  const tokens: JsonToken[] = [];
  let depth = 0;
  const add = (kind: JsonToken["kind"], piece: string): void => {
    tokens.push({ kind, text: piece });
  };
  const lineBreak = (): string => `\n${"  ".repeat(depth)}`;
  let previous = "";
  for (const [piece, colon] of text.matchAll(token)) {
    const isClosing = piece === "}" || piece === "]";
    const isEmpty = isClosing && (previous === "{" || previous === "[");
    if (isClosing) depth -= 1;
    const isFirst = previous === "{" || previous === "[";
    if (!isEmpty && (isFirst || isClosing || previous === ",")) add("mark", lineBreak());
    if (piece === "{" || piece === "[") depth += 1;
    if (colon !== undefined) {
      add("name", piece.slice(0, -colon.length));
      add("mark", ": ");
    } else add(kindOf(piece), piece);
    previous = piece;
  }
  return tokens;
}

function kindOf(piece: string): JsonToken["kind"] {
  if (piece.startsWith('"')) return "text";
  if (/^[-\d]/u.test(piece)) return "number";
  return /^[a-z]/u.test(piece) ? "word" : "mark";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
