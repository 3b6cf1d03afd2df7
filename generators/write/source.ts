import { IndentationText, Project } from "ts-morph";

import type { Contract, Origin } from "../contract/model.ts";
import { type Module, neededImports } from "./imports.ts";
import { declaredNames, sourceMap } from "./source-map.ts";
import type { Statement } from "./statements.ts";

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

/** The parts of one TypeScript file. */
export interface SourceParts {
  readonly path: string;
  readonly emitter: Pick<Emitter, "name" | "sources">;
  /** Modules to import from; names that the text does not use are not imported. */
  readonly modules?: readonly Module[];
  readonly statements: readonly Statement[];
  /** Declared names by dotted path (`Order.price`), for the source map to the spec. */
  readonly origins?: ReadonlyMap<string, Origin>;
}

/**
 * Prints one TypeScript file: two header lines, the imports that its text needs, its statements
 * with a blank line between them. With `origins`, its source map is a second file.
 */
export function source(parts: SourceParts): readonly GeneratedFile[] {
  const { path, emitter, modules = [], statements, origins } = parts;
  const project = new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  const file = project.createSourceFile(path, bodyText(statements));
  file.insertImportDeclarations(0, neededImports(file, modules));
  file.insertText(0, `${header(emitter.name, emitter.sources)}\n\n`);
  const text = file.getFullText();
  if (origins === undefined) return [{ path, text }];
  const map = `${path}.map`;
  return [
    { path, text: `${text}\n//# sourceMappingURL=${map}\n` },
    { path: map, text: sourceMap(path, declaredNames(file.compilerNode, origins)) },
  ];
}

/**
 * The two lines above every generated file: its sources, and where to edit instead. `sources` are
 * paths or patterns from the project's root.
 */
export function header(emitter: string, sources: readonly string[]): string {
  const last = sources.at(-1) ?? "nothing";
  const list = sources.length < 2 ? last : `${sources.slice(0, -1).join(", ")} and ${last}`;
  return [
    `// Generated from ${list} by generators/emitters/${emitter}.ts.`,
    "// Do not edit: change the spec, then run `npm run generate`.",
  ].join("\n");
}

/** The statements with a blank line between them, except between exports of other modules. */
function bodyText(statements: readonly Statement[]): string {
  const texts = statements.map(({ kind, text }, index) => {
    const previous = statements[index - 1];
    const gap = kind === "reexport" && previous?.kind === "reexport" ? "" : "\n";
    return `${index === 0 ? "" : gap}${text}\n`;
  });
  return texts.join("");
}
