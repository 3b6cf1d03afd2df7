/** Makes the files of the sandbox's page from their sources. Not part of the package. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

import type { PageAssets } from "../../sandbox/page/page.node.ts";

const root = join(import.meta.dirname, "..", "..");

/** Packages whose code is in the page. */
const packages = ["preact", "lightweight-charts"];

/** The notice that the licence of the charts asks for. */
const notice = `TradingView Lightweight Charts, Copyright TradingView, Inc. https://www.tradingview.com/
It contains fancy-canvas, Copyright TradingView, Inc., under the MIT licence.`;

/** Script, style sheet and licences of the page, by file name. */
export async function bundlePage(): Promise<PageAssets> {
  const { outputFiles } = await build({
    entryPoints: ["app.tsx", "style.css"].map((name) => join(root, "sandbox/page", name)),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    outdir: "page",
    write: false,
    legalComments: "none",
    logLevel: "error",
  });
  const made = outputFiles.map(({ path, text }) => [path.replace(/^.*[\\/]/u, ""), text] as const);
  return { ...Object.fromEntries(made), "licenses.txt": await readLicenses() };
}

async function readLicenses(): Promise<string> {
  const texts = packages.map(async (name) => {
    return `${name}\n\n${await readFile(join(root, "node_modules", name, "LICENSE"), "utf8")}`;
  });
  return [...(await Promise.all(texts)), notice, ""].join("\n\n");
}
