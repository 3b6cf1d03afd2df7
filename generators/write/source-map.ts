import { addMapping, GenMapping, toEncodedMap } from "@jridgewell/gen-mapping";
import { ts } from "ts-morph";

import type { Origin } from "../contract/model.ts";
import { tableKeys } from "./fold.ts";
import { constantsOf } from "./layout.ts";

/** A name in a generated file: line and column from 0, and what in the spec it stands for. */
export interface MappedName {
  readonly origin: Origin;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/**
 * The source map of a generated file: every name leads to the line of the spec that says it. A
 * name is mapped at its start and at its end, so that an editor does not carry the span on to the
 * next one.
 */
export function sourceMap(path: string, names: readonly MappedName[]): string {
  const map = new GenMapping({ file: path });
  const root = "../".repeat(path.split("/").length);
  for (const { origin, line, column, length } of names) {
    for (const offset of [0, length]) {
      addMapping(map, {
        generated: { line: line + 1, column: column + offset },
        original: { line: origin.line, column: origin.column - 1 + offset },
        source: `${root}${origin.file}`,
      });
    }
  }
  return `${JSON.stringify(toEncodedMap(map))}\n`;
}

/** A name in the printer's text: `inside` characters behind `start`. */
export interface DeclaredName {
  readonly origin: Origin;
  readonly start: number;
  readonly inside: number;
  readonly length: number;
}

/** The keys of tables that have an origin; `insides` holds what was folded away. */
export function tableNames(
  file: ts.SourceFile,
  insides: ReadonlyMap<string, string>,
  origins: ReadonlyMap<string, Origin>,
): readonly DeclaredName[] {
  return constantsOf(file).flatMap(({ name: owner, start }) =>
    tableKeys(insides.get(owner) ?? "").flatMap(({ name, text, at }) => {
      const origin = origins.get(joined(owner, name));
      return origin === undefined ? [] : [{ origin, start, inside: at + 1, length: text.length }];
    }),
  );
}

/** The declared names that have an origin; `origins` is keyed by dotted path. */
export function declaredNames(
  file: ts.SourceFile,
  origins: ReadonlyMap<string, Origin>,
): readonly DeclaredName[] {
  const found: DeclaredName[] = [];
  const visit = (node: ts.Node, owner: string): void => {
    const name = declaredName(node);
    const path = name === undefined ? owner : joined(owner, plainName(name, file));
    const origin = name === undefined ? undefined : origins.get(path);
    if (name !== undefined && origin !== undefined) {
      const start = name.getStart(file);
      found.push({ origin, start, inside: 0, length: name.getEnd() - start });
    }
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(file, "");
  return found;
}

function declaredName(node: ts.Node): ts.Node | undefined {
  if (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isNamedTupleMember(node)
  ) {
    return node.name;
  }
  return undefined;
}

/** The name without its quotes. */
function plainName(name: ts.Node, body: ts.SourceFile): string {
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText(body);
}

function joined(owner: string, name: string): string {
  return owner === "" ? name : `${owner}.${name}`;
}
