import { type StatementStructures, StructureKind } from "ts-morph";

/** Statements with the insides of their tables taken out, by the name of the constant. */
export interface Folded {
  readonly statements: readonly StatementStructures[];
  readonly insides: ReadonlyMap<string, string>;
}

/**
 * Takes the inside out of every table, so that the printer sees `[] as const`. Tables are most of
 * the output and come laid out already; printing and parsing them would take most of the time.
 */
export function folded(statements: readonly StatementStructures[]): Folded {
  const insides = new Map<string, string>();
  const empty = statements.map((statement) => {
    if (statement.kind !== StructureKind.VariableStatement) return statement;
    const declarations = statement.declarations.map((declaration) => {
      const { initializer, name } = declaration;
      // An object with functions in it is code, whose imports the printer has to see.
      if (typeof initializer !== "string" || initializer.includes("=>")) return declaration;
      const parts = tableForm.exec(initializer);
      if (parts === null) return declaration;
      const [, open = "", inside = "", close = ""] = parts;
      insides.set(name, inside);
      return { ...declaration, initializer: `${open}${close}` };
    });
    return { ...statement, declarations };
  });
  return { statements: empty, insides };
}

const tableForm = /^([[{])(\n[^]*\n)([\]}][^\n]*)$/;

/** A key of a table's first level: its text, and where it starts inside the table. */
export interface TableKey {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** The keys of a table's first level; everything deeper is indented further. */
export function tableKeys(inside: string): readonly TableKey[] {
  return [...inside.matchAll(/^ {2}([\w$]+|"(?:[^"\\]|\\.)*")(?=: )/gm)].map((found) => {
    const [, text = ""] = found;
    const name = text.startsWith('"') ? (JSON.parse(text) as string) : text;
    return { name, text, at: found.index + 2 };
  });
}
