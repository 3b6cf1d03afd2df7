import type {
  FunctionDeclarationStructure,
  InterfaceDeclarationStructure,
  StatementStructures,
} from "ts-morph";
import { StructureKind, VariableDeclarationKind } from "ts-morph";

import { type DocParts, doc } from "./doc.ts";
import { type Data, literal, widthMax } from "./literal.ts";

/** An exported interface. */
export function record(
  name: string,
  docs: DocParts,
  members: Pick<
    InterfaceDeclarationStructure,
    "properties" | "methods" | "typeParameters" | "extends"
  >,
): StatementStructures {
  return { kind: StructureKind.Interface, isExported: true, name, docs: doc(docs), ...members };
}

/** An exported type alias. */
export function alias(name: string, docs: DocParts, type: string): StatementStructures {
  return {
    kind: StructureKind.TypeAlias,
    isExported: true,
    name,
    docs: doc(docs),
    type,
  };
}

/**
 * An exported table of data. `type` is checked with `satisfies`, so that the table keeps its exact
 * type; with `isConstant`, that type is literal.
 */
export function table(
  name: string,
  docs: DocParts,
  value: Data,
  options: { readonly satisfies?: string; readonly isConstant?: boolean } = {},
): StatementStructures {
  const exact = options.isConstant === false ? "" : " as const";
  const checked = options.satisfies === undefined ? "" : ` satisfies ${options.satisfies}`;
  const start = `export const ${name} = `.length;
  const tail = `${exact}${checked}`;
  return constant(name, docs, literal(value, start, 0, tail.length + 1) + tail);
}

/** An exported constant with source text for a value. */
export function constant(name: string, docs: DocParts, initializer: string): StatementStructures {
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: doc(docs),
    declarations: [{ name, initializer }],
  };
}

/** A call that a bundler leaves out where nobody asks for its result. */
export function pure(call: string): string {
  return `/* @__PURE__ */ ${call}`;
}

/** An exported function. */
export function callable(
  name: string,
  docs: DocParts,
  rest: Omit<FunctionDeclarationStructure, "kind" | "name" | "docs" | "isExported">,
): StatementStructures {
  return { kind: StructureKind.Function, isExported: true, name, docs: doc(docs), ...rest };
}

/** Alternatives as one type: on one line where they fit, else one a line. */
export function union(members: readonly string[], column: number): string {
  const line = members.join(" | ");
  if (members.length === 0) return "never";
  if (column + line.length + 1 <= widthMax) return line;
  return members.map((member) => `\n  | ${member}`).join("");
}

/** A name that exists for the compiler alone, and for this file. */
export function hidden(name: string, type: string): StatementStructures {
  return {
    kind: StructureKind.VariableStatement,
    hasDeclareKeyword: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, type }],
  };
}

/** Passes on what another module exports: all of it, or the given names. */
export function reexport(
  from: string,
  names: readonly string[] = [],
  options: { readonly onlyTypes?: boolean } = {},
): StatementStructures {
  return {
    kind: StructureKind.ExportDeclaration,
    moduleSpecifier: from,
    namedExports: [...names],
    isTypeOnly: options.onlyTypes ?? false,
  };
}
