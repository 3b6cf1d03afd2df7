/** How much a program carries that places one signed order: bundled, minified, gzipped. */

import { resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";
import { expect, test } from "vitest";

const project = resolve(import.meta.dirname, "..");
const order = '{ symbol: "BTCUSDT", side: "BUY", type: "LIMIT", quantity: "1", price: "1" }';
const options = 'baseUrl: "https://api.example.com", apiKey: "k", apiSecret: "s"';

interface Row {
  readonly name: string;
  readonly code: string;
  /** Most bytes of gzip at level 9. */
  readonly bytesMax: number;
  /** Packages that are in the bundle. */
  readonly packages: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "the whole client",
    code: `
      import { createClient } from "./generated/index.ts";
      console.log(await createClient({ ${options} }).placeOrder(${order}));`,
    bytesMax: 44_020,
    packages: ["openapi-fetch"],
  },
  {
    name: "the core with the outcomes of placements and the exchange's clock",
    code: `
      import { createClient, operations } from "./generated/core.ts";
      import { exchangeClock, placements } from "./generated/features.ts";
      const features = { exchangeClock, placements };
      console.log(await createClient({ ${options}, operations, ...features }).tryPlaceOrder(${order}));`,
    bytesMax: 18_710,
    packages: [],
  },
  {
    name: "the core with all methods",
    code: `
      import { createClient, operations } from "./generated/core.ts";
      console.log(await createClient({ ${options}, operations }).placeOrder(${order}));`,
    bytesMax: 13_740,
    packages: [],
  },
  {
    name: "the core with one method",
    code: `
      import { createClient, placeOrder } from "./generated/core.ts";
      const operations = { placeOrder };
      console.log(await createClient({ ${options}, operations }).placeOrder(${order}));`,
    bytesMax: 12_860,
    packages: [],
  },
  {
    name: "signing and placing alone",
    code: `
      import { signRequest } from "./generated/signing.ts";
      const url = "https://api.example.com/api/v1/order";
      const asked = { method: "POST", url, query: ${order} };
      const signed = await signRequest(asked, { apiKey: "k", apiSecret: "s" });
      console.log(await (await fetch(signed.url, signed.init)).json());`,
    bytesMax: 3180,
    packages: [],
  },
];

for (const { name, code, bytesMax, packages } of rows) {
  test(`${name} is no larger than ${bytesMax} bytes`, async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: code, resolveDir: project, sourcefile: "program.ts", loader: "ts" },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      metafile: true,
      write: false,
      absWorkingDir: project,
    });
    const [output] = Object.values(metafile.outputs);
    const text = outputFiles[0]?.text ?? "";
    expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(bytesMax);
    const held = Object.entries(output?.inputs ?? {}).filter(([, part]) => part.bytesInOutput > 0);
    const found = held.flatMap(
      ([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    );
    expect([...new Set(found)]).toEqual(packages);
    expect(held.map(([path]) => path).filter((path) => path.includes(".node."))).toEqual([]);
    expect(text).not.toContain("node:");
    expect(output?.imports).toEqual([]);
  });
}
