import { ts } from "ts-morph";

import { widthMax } from "./literal.ts";

/** Printed text as a person would lay it out, with the way from the printer's text to it. */
export interface Layout {
  readonly text: string;
  /**
   * Where a place of the printer's text went, and from there `inside` characters on: line and
   * column, both from 0.
   */
  readonly placeOf: (position: number, inside: number) => Place;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Mends what the printer does not do well: indentation of values and types that come laid out,
 * signatures that are too long for a line, blank lines and blanks at line ends. Works on the one
 * tree that the printer made, because parsing costs more than everything else here.
 */
export function laidOut(file: ts.SourceFile, insides: ReadonlyMap<string, string>): Layout {
  const edits = [
    ...blankEdits(file.text),
    ...file.statements.flatMap(givenTexts).flatMap((node) => indentEdits(node, file)),
    ...signatureEdits(file),
    ...insideEdits(file, insides),
  ].sort((one, other) => one.from - other.from);
  let text = "";
  let end = 0;
  const moves: { readonly from: number; readonly by: number }[] = [{ from: 0, by: 0 }];
  for (const edit of edits.filter(({ from }, index) => from >= (edits[index - 1]?.to ?? 0))) {
    text += file.text.slice(end, edit.from) + edit.text;
    end = edit.to;
    moves.push({ from: end, by: text.length - end });
  }
  text += file.text.slice(end);
  const lineStarts = [...text.matchAll(/^/gm)].map(({ index }) => index);
  return {
    text,
    placeOf: (position, inside) => {
      const by = lastAtMost(moves, position, ({ from }) => from)?.by ?? 0;
      const moved = position + by + inside;
      const line = lastIndexAtMost(lineStarts, moved, (start) => start);
      return { line, column: moved - (lineStarts[line] ?? 0) };
    },
  };
}

/** Replaces `from` up to but not `to`. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** One blank line at most, none at the start, one line end at the end, no blanks before one. */
function blankEdits(text: string): readonly Edit[] {
  const blanks = [...text.matchAll(/\n{3,}| +(?=\n)|^\n+|\n+$/g)];
  return blanks.map(({ 0: { length }, index }) => {
    const to = index + length;
    const kept = index === 0 || text[index] === " " ? "" : to === text.length ? "\n" : "\n\n";
    return { from: index, to, text: kept };
  });
}

/**
 * The printer indents every line but the first of a value or a type once more than its place; such
 * text comes to it already laid out.
 */
function indentEdits(node: ts.Node, file: ts.SourceFile): readonly Edit[] {
  const starts = file.getLineStarts();
  const first = file.getLineAndCharacterOfPosition(node.getFullStart()).line;
  const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
  return starts.slice(first + 1, last + 1).flatMap((from) => {
    return file.text.startsWith("  ", from) ? [{ from, to: from + 2, text: "" }] : [];
  });
}

function givenTexts(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isTypeAliasDeclaration(statement)) return [statement.type];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ initializer }) => initializer ?? []);
  }
  if (!ts.isInterfaceDeclaration(statement)) return [];
  return statement.members.flatMap((member) =>
    ts.isPropertySignature(member) || ts.isMethodSignature(member) ? (member.type ?? []) : [],
  );
}

/** Puts the parameters of a signature on lines of their own where its line is too long. */
function signatureEdits(file: ts.SourceFile): readonly Edit[] {
  const signatures = file.statements.flatMap((statement): readonly ts.Node[] =>
    ts.isInterfaceDeclaration(statement) ? [...statement.members] : [statement],
  );
  return signatures.flatMap((node) => {
    if (!ts.isMethodSignature(node) && !ts.isFunctionDeclaration(node)) return [];
    const start = node.getStart(file);
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    const lineEnd = file.text.indexOf("\n", start);
    const isLong = lineEnd - (file.getLineStarts()[line] ?? 0) > widthMax;
    const { pos, end } = node.parameters;
    if (!isLong || node.parameters.length === 0 || end > lineEnd) return [];
    const margin = " ".repeat(character);
    const list = node.parameters.map((each) => `\n${margin}  ${each.getText(file)},`).join("");
    return [{ from: pos, to: end, text: `${list}\n${margin}` }];
  });
}

/** Puts the insides of tables back between their brackets. */
function insideEdits(file: ts.SourceFile, insides: ReadonlyMap<string, string>): readonly Edit[] {
  return constantsOf(file).flatMap(({ name, start }) => {
    const text = insides.get(name);
    return text === undefined ? [] : [{ from: start + 1, to: start + 1, text }];
  });
}

/** The constants of a file, each with the start of its value. */
export function constantsOf(
  file: ts.SourceFile,
): readonly { readonly name: string; readonly start: number }[] {
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations.flatMap(({ name, initializer }) =>
        initializer === undefined
          ? []
          : [{ name: name.getText(file), start: initializer.getStart(file) }],
      ),
    );
}

function lastAtMost<T>(
  items: readonly T[],
  limit: number,
  key: (item: T) => number,
): T | undefined {
  return items[lastIndexAtMost(items, limit, key)];
}

/** Index of the last item, in ascending order, whose key is not above the limit. */
function lastIndexAtMost<T>(items: readonly T[], limit: number, key: (item: T) => number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && key(item) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
