import { type ImportDeclarationStructure, type OptionalKind, type SourceFile, ts } from "ts-morph";

import type { Contract } from "../contract/model.ts";
import { widthMax } from "./literal.ts";
import { quoted, typeNames } from "./names.ts";

/** A module and the exports that generated code may use; `weightOf as weigh` renames one. */
export interface Module {
  readonly from: string;
  readonly names: readonly string[];
}

/** The types that generated data must satisfy. */
export const runtimeTypes: Module = {
  from: "../runtime/tables.ts",
  names: (
    "Advice CodeAdvice ConnectionLimits ConnectionRules Decimal EnvelopeDescriptor " +
    "ErrorCodeDescriptor HttpMethod Int64 " +
    "LimitDescriptor LimitRules Open OperationDescriptor OperationWeight ParameterDescriptor " +
    "PlacementDescriptor RetryDescriptor SessionRules SigningDescriptor StatusAdvice Weight"
  ).split(" "),
};

/** The named types of a contract, as `generated/types.ts` exports them. */
export function contractTypes(contract: Contract): Module {
  return { from: "./types.ts", names: typeNames(contract).all };
}

/**
 * The imports of a file: each name that it uses, does not declare, and a module exports. The first
 * module with the name wins; types are imported with `import type`.
 */
export function neededImports(
  file: SourceFile,
  modules: readonly Module[],
): OptionalKind<ImportDeclarationStructure>[] {
  const { values, types } = usedNames(file.compilerNode);
  const given = new Set(declaredNames(file.compilerNode));
  const found: OptionalKind<ImportDeclarationStructure>[] = [];
  for (const { from, names } of modules) {
    const free = names.filter((name) => !given.has(local(name))).sort(byCodeUnit);
    for (const name of free) given.add(local(name));
    const valueNames = free.filter((name) => values.has(local(name)));
    const onlyTypes = free.filter((name) => types.has(local(name)) && !values.has(local(name)));
    if (valueNames.length > 0) found.push(importOf(from, valueNames));
    if (onlyTypes.length > 0) found.push({ ...importOf(from, onlyTypes), isTypeOnly: true });
  }
  return found.sort((one, other) => byCodeUnit(rank(one), rank(other)));
}

function isDefault(name: string): boolean {
  return name.startsWith("default as ");
}

function local(name: string): string {
  return name.split(" as ")[1] ?? name;
}

function importOf(
  moduleSpecifier: string,
  names: readonly string[],
): OptionalKind<ImportDeclarationStructure> {
  const [defaultImport] = names.filter(isDefault).map(local);
  const named = names.filter((name) => !isDefault(name));
  const width = `import type { ${named.join(", ")} } from ${quoted(moduleSpecifier)};`.length;
  return {
    moduleSpecifier,
    ...(defaultImport === undefined ? {} : { defaultImport }),
    // One name per line where the line would be too wide.
    namedImports:
      width <= widthMax
        ? named
        : (writer) => writer.write(named.map((name) => `\n${name},`).join("")).newLine(),
  };
}

/** Packages first, then the runtime, then generated files. */
function rank({ moduleSpecifier: from }: OptionalKind<ImportDeclarationStructure>): string {
  const place = from.startsWith("./") ? 2 : from.startsWith("../") ? 1 : 0;
  return `${place}${from}`;
}

/** Order by code units, the same in every locale. */
function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function declaredNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) names.add(name.getText(file));
    } else if ("name" in statement) {
      names.add((statement.name as ts.Identifier | undefined)?.text ?? "");
    }
  }
  return names;
}

interface UsedNames {
  readonly values: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
}

function usedNames(file: ts.SourceFile): UsedNames {
  const values = new Set<string>();
  const types = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isExportDeclaration(node)) return;
    if (ts.isIdentifier(node) && !isName(node)) {
      (isInType(node) ? types : values).add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { values, types };
}

/** Whether an identifier is the name of a member or declaration, and not a use. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  return "name" in parent && parent.name === node;
}

function isInType(node: ts.Identifier): boolean {
  const { parent } = node;
  // The parent of a class is a value.
  const clause = ts.isExpressionWithTypeArguments(parent) ? parent.parent : undefined;
  if (clause !== undefined && ts.isHeritageClause(clause) && ts.isClassDeclaration(clause.parent)) {
    return clause.token !== ts.SyntaxKind.ExtendsKeyword;
  }
  return ts.isTypeNode(parent) || ts.isQualifiedName(parent);
}
