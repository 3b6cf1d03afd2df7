/** How much a program carries that places one signed order: bundled, minified, gzipped. */

import { relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";
import { expect, test } from "vitest";

const project = resolve(import.meta.dirname, "..");
const order = '{ symbol: "BTCUSDT", side: "BUY", type: "LIMIT", quantity: "1", price: "1" }';
const options = 'baseUrl: "https://api.example.com", apiKey: "k", apiSecret: "s"';

interface Row {
  readonly name: string;
  readonly code: string;
  /** Most bytes that are loaded at first, of gzip at level 9. */
  readonly bytesMax: number;
  /** A target that is missed: the bytes it is today at most, and why. */
  readonly missed?: readonly [bytes: number, why: string];
  /** Most bytes with what is loaded later. */
  readonly sumMax?: number;
}

const rows: readonly Row[] = [
  {
    name: "the whole client",
    code: `
      import { createClient } from "./generated/index.ts";
      console.log(await createClient({ ${options} }).placeOrder(${order}));`,
    bytesMax: 30_720,
    sumMax: 43_008,
  },
  {
    name: "the core with the outcomes of placements and the exchange's clock",
    code: `
      import { createClient, operations } from "./generated/core.ts";
      import { exchangeClock, placements } from "./generated/features.ts";
      const features = { exchangeClock, placements };
      console.log(await createClient({ ${options}, operations, ...features }).tryPlaceOrder(${order}));`,
    bytesMax: 17_500,
  },
  {
    name: "the core with all methods",
    code: `
      import { createClient, operations } from "./generated/core.ts";
      console.log(await createClient({ ${options}, operations }).placeOrder(${order}));`,
    bytesMax: 12_440,
  },
  {
    name: "the core with one method",
    code: `
      import { createClient, placeOrder } from "./generated/core.ts";
      const operations = { placeOrder };
      console.log(await createClient({ ${options}, operations }).placeOrder(${order}));`,
    bytesMax: 10_752,
    missed: [11_410, "what servers write is shown, without secrets, and why an outcome is unknown"],
  },
  {
    name: "signing and placing alone",
    code: `
      import { signRequest } from "./generated/signing.ts";
      const url = "https://api.example.com/api/v1/order";
      const asked = { method: "POST", url, query: ${order} };
      const signed = await signRequest(asked, { apiKey: "k", apiSecret: "s" });
      console.log(await (await fetch(signed.url, signed.init)).json());`,
    bytesMax: 2304,
  },
];

for (const { name, code, bytesMax, missed, sumMax } of rows) {
  const but = missed === undefined ? "" : `; today ${missed[0]}, for ${missed[1]}`;
  test(`${name} loads at most ${bytesMax} bytes${but}`, async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: code, resolveDir: project, sourcefile: "program.ts", loader: "ts" },
      bundle: true,
      minify: true,
      // It splits off what a dead function would load, too.
      splitting: sumMax !== undefined,
      format: "esm",
      platform: "browser",
      metafile: true,
      write: false,
      outdir: project,
      absWorkingDir: project,
    });
    const files = outputFiles.map(({ path, text, contents }) => {
      const output = metafile.outputs[relative(project, path)];
      return { path: relative(project, path), text, size: gzip(contents), output };
    });
    const first = new Set(["stdin.js"]);
    for (const path of first) {
      const { imports = [] } = metafile.outputs[path] ?? {};
      for (const each of imports) if (each.kind === "import-statement") first.add(each.path);
    }
    const bytesOf = (all: typeof files) => all.reduce((sum, { size }) => sum + size, 0);
    const bytes = bytesOf(files.filter(({ path }) => first.has(path)));
    expect(bytes).toBeLessThanOrEqual(missed?.[0] ?? bytesMax);
    // A target that is reached is one from then on.
    if (missed !== undefined) expect(bytes).toBeGreaterThan(bytesMax);
    expect(bytesOf(files)).toBeLessThanOrEqual(sumMax ?? missed?.[0] ?? bytesMax);
    const held = files.flatMap(({ output }) => Object.entries(output?.inputs ?? {}));
    const paths = held.filter(([, part]) => part.bytesInOutput > 0).map(([path]) => path);
    expect(paths.filter((path) => /node_modules|\.node\./.test(path))).toEqual([]);
    expect(files.filter(({ text }) => text.includes("node:"))).toEqual([]);
    const imports = files.flatMap(({ output }) => output?.imports ?? []);
    expect(imports.filter(({ external }) => external)).toEqual([]);
  });
}

function gzip(contents: Uint8Array): number {
  return gzipSync(contents, { level: 9 }).length;
}
