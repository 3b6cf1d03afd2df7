/** `npm run build`: the publishable package in dist/, with source maps into spec/. */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, glob, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import remapping, { type SourceMapInput } from "@jridgewell/remapping";

import { readCommandLine } from "./command-line.ts";

readCommandLine(
  "npm run build    compiles runtime, generated and sandbox to dist/ (ESM, d.ts, maps)",
  {},
);

await rm("dist", { recursive: true, force: true });
const status = await compile();
if (status !== 0) process.exit(status);
await writeImports();
const mapped = await composeSourceMaps();
await cp("sandbox/page", "dist/sandbox/page", { recursive: true, filter: isAsset });
process.stdout.write(`dist/ is built; ${mapped} source maps lead to spec/\n`);

function compile(): Promise<number> {
  const compiler = "node_modules/typescript/bin/tsc";
  const child = spawn(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    stdio: "inherit",
  });
  return new Promise((done) => child.on("exit", (code) => done(code ?? 1)));
}

/** Within dist/, the conditional import `#hmac` leads to compiled files. */
async function writeImports(): Promise<void> {
  const { imports } = JSON.parse(readFileSync("package.json", "utf8")) as { imports: object };
  const text = JSON.stringify({ type: "module", imports }, null, 2).replaceAll('.ts"', '.js"');
  await writeFile("dist/package.json", `${text}\n`);
}

/**
 * Composes the maps dist → generated and generated → spec, so that an editor opens the YAML line.
 * Removes all other maps, because their sources are not part of the package.
 */
async function composeSourceMaps(): Promise<number> {
  let count = 0;
  for await (const file of glob("dist/**/*.map")) {
    const folder = dirname(file);
    const map = remapping(await readFile(file, "utf8"), (source) => {
      const original = `${resolve(folder, source)}.map`;
      return existsSync(original)
        ? (JSON.parse(readFileSync(original, "utf8")) as SourceMapInput)
        : null;
    });
    if (map.sources.some((source) => source?.includes("spec/"))) {
      await writeFile(file, map.toString());
      count += 1;
    } else {
      await deleteMap(file);
    }
  }
  return count;
}

/** Deletes a map and the comment that names it. */
async function deleteMap(file: string): Promise<void> {
  const mapped = file.slice(0, -".map".length);
  const text = await readFile(mapped, "utf8");
  await writeFile(mapped, text.replace(/\/\/# sourceMappingURL=\S+\s*$/u, ""));
  await rm(file);
}

/** HTML and CSS of the page, which the compiler does not copy. */
function isAsset(path: string): boolean {
  return !path.endsWith(".ts");
}
