import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { build, type Plugin } from "esbuild";

import type { Contract } from "../../generators/contract/model.ts";
import { filters } from "../../generators/emitters/filters.ts";
import { operations } from "../../generators/emitters/operations.ts";
import { orderRules } from "../../generators/emitters/order-rules.ts";
import { signing } from "../../generators/emitters/signing.ts";
import { tables } from "../../generators/emitters/tables.ts";
import type { GeneratedFile } from "../../generators/write/emitter.ts";
import { isInstalled } from "../shared/command-line.ts";

const browserFolder = join(dirname(fileURLToPath(import.meta.url)), "browser");

/** Classic scripts, which load from disk as well; the style sheets nest and know both themes. */
const format = {
  format: "iife",
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
} as const;

/**
 * Bundles each script and style sheet of `browser/` into a file of the same name. What the scripts
 * import of generated/ is made from the contract of the pages, which may be another.
 */
export async function bundleBrowserFiles(contract: Contract): Promise<readonly GeneratedFile[]> {
  const names = (await readdir(browserFolder)).filter((name) => /\.(?:ts|css)$/u.test(name));
  const { outputFiles } = await build({
    ...format,
    entryPoints: names.map((name) => join(browserFolder, name)),
    bundle: true,
    outdir: browserFolder,
    write: false,
    plugins: [generatedFrom(contract)],
    logLevel: "silent",
  });
  return outputFiles.map(({ path, text }) => ({ path: basename(path), text }));
}

function generatedFrom(contract: Contract): Plugin {
  const imported = [filters, orderRules, operations, signing, tables];
  const drafts = imported.flatMap((emitter) => emitter.emit(contract));
  const texts = new Map(drafts.map(({ path, text }) => [path, text]));
  return {
    name: "generated",
    setup: ({ onLoad, onResolve }) => {
      // The package of the generator has no folder generated/, from which esbuild could go on, and
      // no sources of runtime/.
      onResolve({ filter: /\.ts$/ }, ({ path: given, resolveDir }) => {
        const path = resolve(resolveDir, given);
        const isNear = [resolveDir, dirname(path)].some((dir) => basename(dir) === "generated");
        const compiled = path.replace(/\.ts$/u, ".js");
        const isCompiled = isInstalled && existsSync(compiled);
        if (!isNear && !isCompiled) return undefined;
        return { path: isCompiled ? compiled : path, sideEffects: false };
      });
      onLoad({ filter: /[\\/]generated[\\/][\w-]+\.ts$/ }, ({ path }) => {
        const contents = texts.get(basename(path));
        return contents === undefined
          ? undefined
          : { contents, loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}
