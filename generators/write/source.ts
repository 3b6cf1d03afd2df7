import { IndentationText, Project, QuoteKind, ts } from "ts-morph";
import type { StatementStructures } from "ts-morph";
import type { Contract, Origin } from "../contract/model.ts";
import { header } from "./header.ts";
import { importLines, type Module } from "./imports.ts";
import { widthMax } from "./literal.ts";
import { sourceMap } from "./source-map.ts";

/** One file of the output: its path from the output folder, and all of its text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** A pure function from the contract to files. `name` is that of its file and of its product. */
export interface Emitter {
  readonly name: string;
  /** Spec files it reads, as patterns from the project's root; the header names them. */
  readonly sources: readonly string[];
  emit(contract: Contract): readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;
}

/** Everything that makes one TypeScript file. */
export interface SourceParts {
  readonly path: string;
  readonly emitter: Pick<Emitter, "name" | "sources">;
  /** Where names may come from; what the text does not use is not imported. */
  readonly modules?: readonly Module[];
  readonly statements: readonly StatementStructures[];
  /** Declared names by dotted path (`Order.price`), for the way back to the spec. */
  readonly origins?: ReadonlyMap<string, Origin>;
}

/**
 * Prints one TypeScript file: two header lines, the imports that its text needs, its statements
 * with a blank line between them. With `origins`, its source map comes as a second file.
 */
export function source(parts: SourceParts): readonly GeneratedFile[] {
  const body = parse(parts.path, narrowed(flush(print(parts))));
  const above = [
    header(parts.emitter.name, parts.emitter.sources),
    ...importLines(body, parts.modules ?? []),
  ].join("\n\n");
  const text = `${above}\n\n${body.text}`;
  if (parts.origins === undefined) return [{ path: parts.path, text }];
  const map = `${parts.path}.map`;
  const lines = above.split("\n").length + 1;
  return [
    { path: parts.path, text: `${text}\n//# sourceMappingURL=${map}\n` },
    { path: map, text: sourceMap(parts.path, body, lines, parts.origins) },
  ];
}

function print({ path, statements }: SourceParts): string {
  const spaced = statements.map((statement) => ({ ...statement, leadingTrivia: "\n" }));
  const file = project().createSourceFile(path, { statements: spaced }, { overwrite: true });
  const text = file.getFullText();
  project().removeSourceFile(file);
  return `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

/**
 * Takes back the extra indentation that the printer gives to every line but the first of a value
 * or a type: such text comes here already laid out.
 */
function flush(text: string): string {
  const file = parse("body.ts", text);
  const lines = text.split("\n");
  for (const node of file.statements.flatMap(givenTexts)) {
    const first = file.getLineAndCharacterOfPosition(node.getFullStart()).line;
    const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
    for (let line = first + 1; line <= last; line += 1) {
      lines[line] = lines[line]?.replace(/^ {2}/, "") ?? "";
    }
  }
  return lines.map((line) => line.trimEnd()).join("\n");
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
function narrowed(text: string): string {
  const file = parse("body.ts", text);
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.parameters.length > 0) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const starts = file.getLineStarts();
      const start = starts[line] ?? 0;
      const end = (starts[line + 1] ?? text.length + 1) - 1;
      const last = node.parameters.end;
      if (end - start > widthMax && last <= end) {
        const margin = /^ */.exec(text.slice(start))?.[0] ?? "";
        const list = node.parameters.map((each) => `\n${margin}  ${each.getText(file)},`).join("");
        edits.push({ from: node.parameters.pos, to: last, text: `${list}\n${margin}` });
        return;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return edits.reduceRight(
    (done, edit) => done.slice(0, edit.from) + edit.text + done.slice(edit.to),
    text,
  );
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

let shared: Project | undefined;

/** One project for the whole run: making one costs more than printing a file. */
function project(): Project {
  shared ??= new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      quoteKind: QuoteKind.Double,
    },
  });
  return shared;
}
