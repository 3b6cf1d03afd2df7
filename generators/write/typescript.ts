import { createRequire } from "node:module";

import type typescript from "typescript";

const require = createRequire(import.meta.url);

/** The compiler's API. For an `import`, Node would search its 9 MB for exported names. */
export const ts: typeof typescript = require("typescript");

/** The syntax tree of a module, without doc comments. */
export function parse(text: string): typescript.SourceFile {
  return ts.createSourceFile("module.ts", text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
}
