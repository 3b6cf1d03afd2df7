import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build, transform } from "esbuild";

const browserFolder = join(dirname(fileURLToPath(import.meta.url)), "browser");

/** Classic scripts, which load from disk as well; the style sheets nest and know both themes. */
const format = {
  format: "iife",
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
} as const;

/** Bundles each script and style sheet of `browser/` into a file of the same name in `folder`. */
export async function bundleBrowserFiles(folder: string): Promise<void> {
  const names = (await readdir(browserFolder)).filter((name) => /\.(?:ts|css)$/u.test(name));
  await build({
    ...format,
    entryPoints: names.map((name) => join(browserFolder, name)),
    bundle: true,
    outdir: folder,
    // The package's own name for it leads to the built file.
    alias: { "#hmac": "./runtime/signing/hmac.ts" },
    logLevel: "silent",
  });
}

/** The program of the reference pages as a classic script that sets `redoc`. */
export async function classicScript(module: string): Promise<string> {
  // Elsewhere than in a browser it would read import.meta.
  const { code } = await transform(module, { ...format, globalName: "redoc", logLevel: "silent" });
  return code;
}
