import { addMapping, GenMapping, toEncodedMap } from "@jridgewell/gen-mapping";
import { ts } from "ts-morph";

import type { Origin } from "../contract/model.ts";

/** A name in a generated file, at a line and column from 0, with its origin in the spec. */
export interface MappedName {
  readonly origin: Origin;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/**
 * The source map of a generated file: every name leads to its line in the spec. Maps the start and
 * the end of each name, so that an editor does not extend the span to the next name.
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

/** The declared names that have an origin; `origins` is keyed by dotted path. */
export function declaredNames(
  file: ts.SourceFile,
  origins: ReadonlyMap<string, Origin>,
): readonly MappedName[] {
  const found: MappedName[] = [];
  const visit = (node: ts.Node, owner: string): void => {
    const name = declaredName(node);
    const path = name === undefined ? owner : joined(owner, plainName(name, file));
    const origin = name === undefined ? undefined : origins.get(path);
    if (name !== undefined && origin !== undefined) {
      const start = name.getStart(file);
      const { line, character } = file.getLineAndCharacterOfPosition(start);
      found.push({ origin, line, column: character, length: name.getEnd() - start });
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
