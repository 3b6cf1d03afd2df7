import { addMapping, GenMapping, toEncodedMap } from "@jridgewell/gen-mapping";
import { ts } from "ts-morph";
import type { Origin } from "../contract/model.ts";

/**
 * The source map of a generated file: every declared name in `origins` leads to the line of the
 * spec that says it. `body` starts `linesAbove` lines below the top of the file. A name is mapped
 * at its start and at its end, so that an editor does not carry the span on to the next one.
 */
export function sourceMap(
  path: string,
  body: ts.SourceFile,
  linesAbove: number,
  origins: ReadonlyMap<string, Origin>,
): string {
  const map = new GenMapping({ file: path });
  const visit = (node: ts.Node, owner: string): void => {
    const name = declaredName(node);
    const names = name === undefined ? owner : joined(owner, plainName(name, body));
    const origin = name === undefined ? undefined : origins.get(names);
    if (name !== undefined && origin !== undefined) {
      addName(map, body, name, { linesAbove, origin, depth: path.split("/").length });
    }
    ts.forEachChild(node, (child) => visit(child, names));
  };
  visit(body, "");
  return `${JSON.stringify(toEncodedMap(map))}\n`;
}

interface Target {
  readonly linesAbove: number;
  readonly origin: Origin;
  /** Folders up from the generated file to the project's root. */
  readonly depth: number;
}

function addName(map: GenMapping, body: ts.SourceFile, name: ts.Node, target: Target): void {
  const { origin } = target;
  const source = `${"../".repeat(target.depth)}${origin.file}`;
  const start = body.getLineAndCharacterOfPosition(name.getStart(body));
  const length = name.getEnd() - name.getStart(body);
  const line = start.line + target.linesAbove + 1;
  for (const offset of [0, length]) {
    addMapping(map, {
      generated: { line, column: start.character + offset },
      original: { line: origin.line, column: origin.column - 1 + offset },
      source,
    });
  }
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
