import { addMapping, GenMapping, toEncodedMap } from "@jridgewell/gen-mapping";
import type { NamedDeclaration, Node, SourceFile } from "typescript";

import type { Origin } from "../contract/model.ts";
import { ts } from "./typescript.ts";

/**
 * Makes the source map of a generated file: maps each declared name with an origin to its line in
 * the spec. `origins` is keyed by dotted path; `toRoot` is the way from the output's folder to
 * where their paths begin. Maps the start and end of each name, so that an editor does not extend
 * the span to the next one.
 */
export function sourceMap(
  path: string,
  file: SourceFile,
  origins: ReadonlyMap<string, Origin>,
  toRoot: string,
): string {
  const map = new GenMapping({ file: path });
  const root = `${"../".repeat(path.split("/").length - 1)}${toRoot}`;
  const visit = (node: Node, owner: string): void => {
    const name = isDeclaration(node) ? node.name : undefined;
    const own =
      name === undefined ? owner : [owner, plainName(name, file)].filter(Boolean).join(".");
    const origin = origins.get(own);
    if (name !== undefined && origin !== undefined) {
      const { line, character } = file.getLineAndCharacterOfPosition(name.getStart(file));
      for (const offset of [0, name.getWidth(file)]) {
        addMapping(map, {
          generated: { line: line + 1, column: character + offset },
          original: { line: origin.line, column: origin.column - 1 + offset },
          source: `${root}/${origin.file}`,
        });
      }
    }
    ts.forEachChild(node, (child) => visit(child, own));
  };
  visit(file, "");
  return `${JSON.stringify(toEncodedMap(map))}\n`;
}

function isDeclaration(node: Node): node is NamedDeclaration {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isNamedTupleMember(node)
  );
}

/** The name without its quotes. */
function plainName(name: Node, file: SourceFile): string {
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText(file);
}
