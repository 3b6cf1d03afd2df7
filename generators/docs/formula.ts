import type { FilterRule } from "../contract/model.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";

/** One piece of a formula: a name, a word of plain language, or anything else as it stands. */
interface Piece {
  readonly kind: "name" | "word" | "text";
  readonly text: string;
}

/** A filter's rule as a comparison that people read, with the signs of mathematics. */
export function ruleFormula(rule: FilterRule): Html {
  return asHtml(rulePieces(rule));
}

/** The same in plain text, for descriptions in Markdown. */
export function ruleText(rule: FilterRule): string {
  return asText(rulePieces(rule));
}

/** An expression of the Common Expression Language with the signs of mathematics. */
export function expressionFormula(expression: string): Html {
  return asHtml(pieces(expression));
}

/** The same in plain text. */
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
