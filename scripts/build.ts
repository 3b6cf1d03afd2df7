/** `npm run build`: the publishable package in dist/, with declaration maps into spec/. */

import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import remapping, { type SourceMapInput } from "@jridgewell/remapping";
import { build } from "esbuild";
import { rolldown } from "rolldown";

import { loadRecordings } from "../testing/recordings/files.node.ts";
import { bundlePage } from "./page/bundle.ts";
import { readCommandLine } from "./shared/command-line.ts";
import { compiler } from "./shared/compiler.ts";

readCommandLine(
  "npm run build    writes dist/: bundled JavaScript (ESM), and declarations with source maps to spec/",
  {},
);

const generatorFolder = "generators";

interface Manifest {
  readonly bin: object;
  readonly exports: object;
  readonly dependencies: object;
  readonly peerDependencies: object;
}

/**
 * Each chunk holds what its entries need and no chunk before it, so that a program reads few files:
 * `tradespec/core` reads two, and the whole client two more. Vectors, calls by path and filters are
 * apart, because only who asks for them reads them.
 */
const chunks = {
  vectors: "generated/filter-vectors",
  core: "generated/core",
  api: "generated/api",
  signing: "generated/signing",
  client: "generated/index",
  filters: "generated/filters",
  streams: "generated/(stream-client|order-book|user-data)",
  sandbox: "sandbox/index",
  server: "sandbox/index.node",
  testing: "testing/index",
  page: "sandbox/page/page.node",
} as const;

await rm("dist", { recursive: true, force: true });
await rm(`${generatorFolder}/dist`, { recursive: true, force: true });
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
await Promise.all([
  writeDeclarations(),
  bundlePackage(),
  writePage(),
  writeCommonJsTypes(),
  writeRecordings(),
]);
await bundleGenerator();
const mapped = await composeSourceMaps();
await deleteUnreachable();
process.stdout.write(`dist/ is built; ${mapped} source maps lead to spec/\n`);

async function writeDeclarations(): Promise<void> {
  const run = promisify(execFile);
  await run(process.execPath, [...compiler, "-p", "tsconfig.build.json"]).catch((error) => {
    process.stderr.write(error.stdout);
    process.exit(1);
  });
}

/** Bundles what users import or run, each file under its own path. */
async function bundlePackage(): Promise<void> {
  const { bin, exports, dependencies, peerDependencies } = manifest;
  const files = [...builtFiles({ bin, exports }), ...runtimeFiles()];
  const bundle = await rolldown({
    input: Object.fromEntries(files.map((path) => [path, `./${path}.ts`])),
    external: [/^node:/u, installed({ ...dependencies, ...peerDependencies })],
    platform: "neutral",
    // The commands are modules that only run; all others may be left out.
    treeshake: { moduleSideEffects: (path) => path.includes("/scripts/") },
  });
  const groups = Object.entries(chunks).map(([name, entry], index) => ({
    name,
    test: new RegExp(`/${entry}\\.ts$`, "u"),
    priority: 10 - index,
  }));
  await bundle.write({
    dir: "dist",
    // The page finds its assets beside itself.
    chunkFileNames: ({ name }) => (name === "page" ? `${chunks.page}.js` : "chunks/[name].js"),
    minifyInternalExports: false,
    // Editors show those of the declarations.
    comments: { jsdoc: false },
    codeSplitting: { groups },
  });
}

/**
 * The second package, a file for each module: what its commands work with is exchanged for what is
 * generated from the user's contract, so that generated/ is not in it. Scripts of the docs' pages
 * are bundled when docs are rendered, from their sources.
 */
async function bundleGenerator(): Promise<void> {
  const { dependencies } = JSON.parse(
    readFileSync(`${generatorFolder}/package.json`, "utf8"),
  ) as Manifest;
  const entries = ["scripts/tradespec-generator", ...runtimeFiles()];
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((path) => [path, `./${path}.ts`])),
    external: [
      /^node:/u,
      installed({ ...dependencies, ...manifest.peerDependencies }),
      /\/generated\/[\w-]+\.ts$/u,
    ],
    platform: "node",
    treeshake: { moduleSideEffects: (path) => path.includes("/scripts/") },
  });
  const dir = `${generatorFolder}/dist`;
  await bundle.write({ dir, preserveModules: true, preserveModulesRoot: "." });
  const { metafile } = await build({
    entryPoints: globSync("scripts/docs/browser/*.{ts,css}"),
    bundle: true,
    metafile: true,
    write: false,
    outdir: dir,
  });
  const sources = Object.keys(metafile.inputs).filter((path) => !path.startsWith("node_modules/"));
  // Of runtime/ the compiled modules are there.
  const own = sources.filter((path) => !/^(?:generated|runtime)\//u.test(path));
  for (const path of own) await cp(path, `${dir}/${path}`);
}

/** What a package manager installs beside a package: these, with all of their files. */
function installed(dependencies: object): RegExp {
  return new RegExp(`^(?:${Object.keys(dependencies).join("|")})(?:/|$)`, "u");
}

/** The built files that a part of package.json names, without `dist/` and extension. */
function builtFiles(part: object): readonly string[] {
  const names = JSON.stringify(part).matchAll(/"\.\/dist\/([^"*]+)\.js"/gu);
  return [...new Set([...names].map(([, path = ""]) => path))];
}

/** What code imports that was generated from another contract: `tradespec/runtime/*`. */
function runtimeFiles(): readonly string[] {
  return modules("runtime/**/*.ts");
}

function modules(pattern: string): readonly string[] {
  return globSync(pattern).map((file) => file.replace(/\.ts$/u, ""));
}

/**
 * Types for CommonJS under `module: node16`, where TypeScript does not know that Node can require
 * ES modules: it would refuse each import of ours, and here only the one that is ignored.
 */
async function writeCommonJsTypes(): Promise<void> {
  await mkdir("dist/commonjs", { recursive: true });
  const entries = Object.values(manifest.exports).filter((entry) => "require" in Object(entry));
  for (const { require, default: path, types = path } of entries) {
    const source = relative("dist/commonjs", types.replace(/\.d\.ts$/u, ".js"));
    const text = `// @ts-ignore\nexport * from ${JSON.stringify(source)};\n`;
    await writeFile(require.types, text);
  }
}

/** What the mock server and the contract tests of an installed package read. */
async function writeRecordings(): Promise<void> {
  await mkdir("dist", { recursive: true });
  const recordings = JSON.stringify(await loadRecordings("spec/examples"));
  await writeFile("dist/recordings.json.gz", gzipSync(recordings, { level: 9 }));
}

async function writePage(): Promise<void> {
  const folder = "dist/sandbox/page";
  await mkdir(folder, { recursive: true });
  await cp("sandbox/page/index.html", `${folder}/index.html`);
  const assets = Object.entries(await bundlePage());
  await Promise.all(assets.map(([name, text]) => writeFile(`${folder}/${name}`, text)));
}

/**
 * Deletes the declarations that no export leads to. The generator reads names in those of
 * `generated/` that another contract may lack; each has scenarios.
 */
async function deleteUnreachable(): Promise<void> {
  const entries = [
    ...builtFiles(manifest.exports),
    ...runtimeFiles(),
    ...modules("generated/!(scenarios).ts"),
  ];
  const reached = new Set(entries.map((path) => join("dist", `${path}.d.ts`)));
  // What is added to a set meanwhile is visited, too.
  for (const file of reached) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    for (const [, path] of text.matchAll(/"(\.[^"]+)\.[jt]s"/gu)) {
      reached.add(join(dirname(file), `${path}.d.ts`));
    }
  }
  const files = globSync("dist/**/*.d.ts");
  for (const file of files.filter((path) => !reached.has(path))) await rm(file);
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
