/**
 * Filters nobody thought of: one file in the spec, and such a filter is checked, fitted,
 * documented, and enforced by the sandbox.
 */

import { execFile } from "node:child_process";
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { raw } from "../../generators/docs/markdown.ts";
import { docsPages } from "../../generators/docs/pages.ts";
import { readContract } from "../support/contract-of.ts";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");

/** Market data of a new kind: declared with where it comes from, and nothing else. */
const bestBid = `
bestBid:
  type: decimal
  unit: quote asset
  description: The highest price that somebody buys for.
  from: { operation: getBookTicker, field: bidPrice }
`;

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "twelfth-"));
  const spec = join(folder, "spec");
  for (const part of ["spec", "sandbox", "test/sandbox/support", "package.json"]) {
    await cp(join(project, part), join(folder, part), { recursive: true });
  }
  for (const part of ["runtime", "node_modules"]) {
    await symlink(join(project, part), join(folder, part));
  }
  await cp(join(import.meta.dirname, "twelfth-filter"), spec, { recursive: true });
  await appendFile(join(spec, "rules/marketData.yaml"), bestBid.trimStart());
  const union = join(spec, "schemas/Filter.yaml");
  const text = await readFile(union, "utf8");
  const entries = ["NOTIONAL_BAND.yaml", "ROUND_LOTS.yaml"].map((name) => `../filters/${name}`);
  const list = [...entries, "UnknownFilter"].map((name) => `  - $ref: ${name}`).join("\n");
  await writeFile(union, text.replace("  - $ref: UnknownFilter", list));
  const options = ["--spec", spec, "--out", join(folder, "generated")];
  await run(process.execPath, [join(project, "scripts/generate.js"), ...options], { cwd: folder });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const filter = { filterType: "NOTIONAL_BAND", lots: "0.5", band: "10", mode: "STRICT" };

/** What is asked of the new filter, and a part of what must come of it. */
const rows: readonly { readonly ask: string; readonly want: unknown }[] = [
  {
    ask: 'checkOrder({ type: "LIMIT", quantity: "2", price: "110.01" }, { lastPrice: "100" })',
    want: {
      violations: [
        { filter: "NOTIONAL_BAND", rule: "lots", bound: "1", from: "0.5", nearest: "1.5" },
        { rule: "band", field: "price - lastPrice", value: "10.01", bound: "10" },
      ],
      unknown: [],
      notEvaluated: [],
    },
  },
  {
    ask: 'accepts({ type: "LIMIT_MAKER", quantity: "1.5", price: "120" }, { lastPrice: "100" })',
    want: true,
  },
  {
    ask: 'checkOrder({ type: "LIMIT", price: "1" })',
    want: { violations: [], unknown: [{ rule: "band", needs: ["lastPrice"] }] },
  },
  {
    ask: 'fitOrder({ type: "LIMIT", quantity: "3", icebergQty: "2.75" })',
    want: { kind: "fitted", order: { quantity: "2.5", icebergQty: "2" } },
  },
  {
    ask: 'checkOrder({ type: "MARKET", quantity: "1.5", icebergQty: "9" })',
    want: { violations: [], unknown: [] },
  },
];

/** What a program beside the generated code prints. */
async function printedBy(code: string): Promise<unknown> {
  await writeFile(join(folder, "ask.ts"), code);
  const { stdout } = await run(process.execPath, ["ask.ts"], { cwd: folder });
  return JSON.parse(stdout);
}

test("a twelfth filter is checked and fitted", async () => {
  const answers = await printedBy(`
    import { compileFilters } from "./generated/filters.ts";
    const compiled = compileFilters([${JSON.stringify(filter)}]);
    const answers = [${rows.map(({ ask }) => `compiled.${ask}`).join()}];
    process.stdout.write(JSON.stringify(answers));`);
  expect(answers).toMatchObject(rows.map(({ want }) => want));
});

test("the sandbox refuses by a filter that nobody thought of", async () => {
  const found = await printedBy(`
    import { filterExchange, listings } from "./test/sandbox/support/filter-exchange.ts";
    const [first] = listings;
    const round = { filterType: "ROUND_LOTS", side: "BUY", lot: "0.5", reach: "5" };
    const filters = [{ filterType: "LOT_SIZE", minQty: "0", maxQty: "9", stepSize: "0" }, round];
    const { place, faults } = filterExchange([{ ...first, filters }]);
    const { symbol } = first;
    const order = { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "39" };
    const answers = [];
    for (const change of [{ quantity: "1.5" }, { quantity: "1.6" }, { price: "44" }, { price: "46" }])
      answers.push(await place({ ...order, quantity: "1", ...change }));
    process.stdout.write(JSON.stringify({ answers, faults }));`);
  const refused = { code: -1013, msg: "Filter failure: ROUND_LOTS" };
  // The best bid is between 39 and 41.
  const answers = [{ status: "NEW" }, refused, { status: expect.any(String) }, refused];
  expect(found).toMatchObject({ answers, faults: [] });
});

test("a twelfth filter is documented", async () => {
  const contract = readContract(join(folder, "spec"));
  const pages = docsPages(contract, { spec: [], traffic: raw("") });
  const rules = pages.find(({ path }) => path === "filters.html")?.text;
  expect(rules).toContain('id="NOTIONAL_BAND"');
  expect(rules).toContain("The quantity is an odd number of lots.");
  const types = await readFile(join(folder, "generated/types.ts"), "utf8");
  expect(types).toContain("export interface NotionalBand");
});
