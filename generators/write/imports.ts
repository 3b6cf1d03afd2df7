import type { Identifier, Node, SourceFile } from "typescript";

import { ts } from "./typescript.ts";

/** Throws an error that names the emitter of a file that uses names which it does not import. */
export function requireImports(path: string, file: SourceFile, emitter: string): void {
  const names = undeclaredNames(file);
  if (names.length === 0) return;
  const shown = names.map((name) => `"${name}"`).join(", ");
  throw new Error(
    `generators/emitters/${emitter}.ts writes ${path}, which does not declare ${shown}. ` +
      "Fix: import it in the text that the emitter writes.",
  );
}

/** The names that a module uses, and neither declares nor imports; sorted. */
export function undeclaredNames(file: SourceFile): readonly string[] {
  const [declared, used] = [new Set<string>(languageNames), new Set<string>()];
  const visit = (node: Node, parent: Node): void => {
    // What it names is in the other module.
    if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) return;
    if (ts.isIdentifier(node) && !isMemberName(node, parent)) {
      (isDeclaredName(node, parent) ? declared : used).add(node.text);
    }
    ts.forEachChild(node, (child) => visit(child, node));
  };
  ts.forEachChild(file, (statement) => visit(statement, file));
  return [...used].filter((name) => !declared.has(name)).sort();
}

/**
 * Names of the language that generated files use. Not all that TypeScript knows: a name such as
 * `Client` is also a type of browsers, so that a missing import would go unnoticed.
 */
const languageNames = [
  ...["Array", "AbortSignal", "Map", "Object", "Promise", "Set", "const", "undefined"],
  ...["Exclude", "Extract", "NonNullable", "Omit", "Partial", "Pick", "Readonly", "Record"],
  ...["Parameters", "Required", "ReturnType"],
];

/** The name of a property, method or member, which is looked up in an object or a type. */
function isMemberName(name: Identifier, parent: Node): boolean {
  if (ts.isQualifiedName(parent)) return parent.right === name;
  if (ts.isImportSpecifier(parent) || ts.isBindingElement(parent)) {
    return parent.propertyName === name;
  }
  if (ts.isExportSpecifier(parent)) return (parent.propertyName ?? parent.name) !== name;
  const isMember =
    ts.isPropertyAccessExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isTypeElement(parent) ||
    ts.isNamedTupleMember(parent);
  return isMember && parent.name === name;
}

function isDeclaredName(name: Identifier, parent: Node): boolean {
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return "name" in parent && parent.name === name;
}
