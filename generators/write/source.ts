import type { StatementStructures, ts } from "ts-morph";
import { IndentationText, Project, QuoteKind, StructureKind } from "ts-morph";

import type { Contract, Origin } from "../contract/model.ts";
import { folded } from "./fold.ts";
import { header } from "./header.ts";
import { importLines, type Module } from "./imports.ts";
import { laidOut } from "./layout.ts";
import { declaredNames, sourceMap, tableNames } from "./source-map.ts";

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
  const { statements, insides } = folded(parts.statements);
  const printed = print({ ...parts, statements });
  const body = laidOut(printed, insides);
  const above = [
    header(parts.emitter.name, parts.emitter.sources),
    ...importLines(printed, parts.modules ?? []),
  ].join("\n\n");
  const text = `${above}\n\n${body.text}`;
  if (parts.origins === undefined) return [{ path: parts.path, text }];
  const map = `${parts.path}.map`;
  const linesAbove = above.split("\n").length + 1;
  const declared = [
    ...declaredNames(printed, parts.origins),
    ...tableNames(printed, insides, parts.origins),
  ];
  const names = declared.map(({ origin, start, inside, length }) => {
    const { line, column } = body.placeOf(start, inside);
    return { origin, line: line + linesAbove, column, length };
  });
  return [
    { path: parts.path, text: `${text}\n//# sourceMappingURL=${map}\n` },
    { path: map, text: sourceMap(parts.path, names) },
  ];
}

function print({ path, statements }: SourceParts): ts.SourceFile {
  const spaced = statements.map((statement, index) => {
    const isNext = passesOn(statement) && passesOn(statements[index - 1]);
    return { ...statement, leadingTrivia: isNext ? "" : "\n" };
  });
  return project().createSourceFile(path, { statements: spaced }, { overwrite: true }).compilerNode;
}

function passesOn(statement: StatementStructures | undefined): boolean {
  return statement?.kind === StructureKind.ExportDeclaration;
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
