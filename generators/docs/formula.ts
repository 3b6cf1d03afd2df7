import { listIn, objectIn, textIn } from "../contract/documents/json.ts";
import type { Contract, Filter, FilterRule } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";

/** One piece of a formula: a name, a word of English, or any other text. */
interface Piece {
  readonly kind: "name" | "word" | "text";
  readonly text: string;
}

/** A filter rule as a formula with mathematical signs. */
export function ruleFormula(rule: FilterRule): Html {
  return asHtml(rulePieces(rule));
}

/** A filter rule as plain text, for Markdown. */
export function ruleText(rule: FilterRule): string {
  return asText(rulePieces(rule));
}

/** A CEL expression as a formula with mathematical signs. */
export function expressionFormula(expression: string): Html {
  return asHtml(pieces(expression));
}

/** A CEL expression as plain text with mathematical signs. */
export function expressionText(expression: string): string {
  return asText(pieces(expression));
}

function rulePieces({ value, bound, from }: FilterRule): readonly Piece[] {
  const expression = pieces(bound.expression);
  switch (bound.kind) {
    case "minimum":
      return [...pieces(value), text(" ≥ "), ...expression];
    case "maximum":
      return [...pieces(value), text(" ≤ "), ...expression];
    case "multipleOf": {
      const start = from === undefined ? [] : [text(" − "), ...pieces(from)];
      return [...pieces(value), ...start, word(" is a multiple of "), ...expression];
    }
  }
}

const signs: Readonly<Record<string, Piece>> = {
  "<=": text(" ≤ "),
  ">=": text(" ≥ "),
  "==": text(" = "),
  "!=": text(" ≠ "),
  "<": text(" < "),
  ">": text(" > "),
  "*": text(" × "),
  "/": text(" ÷ "),
  "-": text(" − "),
  "+": text(" + "),
  "&&": word(" and "),
  "||": word(" or "),
  "!": word("not "),
  in: word(" is one of "),
};

function pieces(expression: string): readonly Piece[] {
  const tokens =
    expression.match(/"[^"]*"|[A-Za-z_][\w.]*|\d[\d.]*|<=|>=|==|!=|&&|\|\||\S/gu) ?? [];
  return tokens.map((token) => {
    const sign = Object.hasOwn(signs, token) ? signs[token] : undefined;
    if (sign !== undefined) return sign;
    if (token === ",") return text(", ");
    if (token.startsWith('"')) return text(token.slice(1, -1));
    return /^[A-Za-z_]/u.test(token) ? { kind: "name", text: token } : text(token);
  });
}

function asHtml(all: readonly Piece[]): Html {
  const parts = all.map(({ kind, text: words }) => {
    if (kind === "name") return html`<var>${words}</var>`;
    return kind === "word" ? html`<span class="word">${words}</span>` : words;
  });
  return html`<span class="formula">${parts}</span>`;
}

function asText(all: readonly Piece[]): string {
  return all.map((piece) => piece.text).join("");
}

function text(value: string): Piece {
  return { kind: "text", text: value };
}

function word(value: string): Piece {
  return { kind: "word", text: value };
}

/** The filters in the order of the union of all filters in the spec. */
export function inReadingOrder({ filters, documents }: Contract): readonly Filter[] {
  const schemas = objectIn(objectIn(documents.openapi["components"])["schemas"]);
  const union = listIn(objectIn(schemas["Filter"])["oneOf"]).map(objectIn);
  const names = union.map((member) => textIn(member["$ref"]).split("/").at(-1) ?? "");
  const rank = ({ name }: Filter): number =>
    (names.indexOf(name) + names.length + 1) % (names.length + 1);
  return [...filters].sort((left, right) => rank(left) - rank(right));
}
