/**
 * Filters nobody thought of: one file in the spec, and such a filter is checked, fitted,
 * documented, and enforced by the sandbox.
 */

import { execFile } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { beforeAll, expect, test } from "vitest";

import { raw } from "../../generators/docs/markdown.ts";
import { docsPages } from "../../generators/docs/pages.ts";
import { readContract } from "../support/contract-of.ts";
import { editsIn } from "../support/edited-files.ts";
import { newFolder } from "../support/folder.ts";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");

/** Market data of a new kind, and an amount: declared, and nothing else. */
const edits = editsIn(String.raw`
rules/marketData.yaml "openOrders:\n" → "bestBid:\n  type: decimal\n  unit: quote asset\n  description: The best bid.\n  from: { operation: getBookTicker, field: bidPrice }\nopenOrders:\n"
schemas/Filter.yaml "  - $ref: Unk" → "  - $ref: ../filters/NOTIONAL_BAND.yaml\n  - $ref: ../filters/ROUND_LOTS.yaml\n  - $ref: Unk"
parameters.yaml "icebergQty:\n" → "shownQty: { name: shownQty, in: query, description: A part., schema: *decimalSchema }\nicebergQty:\n"
paths/orders/order.yaml "#/price\n" → "#/price\n    - $ref: ../../parameters.yaml#/shownQty\n"
`);

const folder = newFolder();

beforeAll(async () => {
  const spec = join(folder, "spec");
  for (const part of ["spec", "sandbox", "test/sandbox/support", "package.json"]) {
    await cp(join(project, part), join(folder, part), { recursive: true });
  }
  for (const part of ["runtime", "node_modules"]) {
    await symlink(join(project, part), join(folder, part));
  }
  await cp(join(import.meta.dirname, "twelfth-filter"), spec, { recursive: true });
  for (const [path, find, replace = ""] of edits) {
    const text = await readFile(join(spec, path), "utf8");
    expect(text).toContain(find);
    await writeFile(join(spec, path), text.replace(find, replace));
  }
  const options = ["--spec", spec, "--out", join(folder, "generated")];
  await run(process.execPath, [join(project, "scripts/generate.js"), ...options], { cwd: folder });
});

const filter = { filterType: "NOTIONAL_BAND", lots: "0.5", band: "10", mode: "STRICT" };

/** What is asked of the new filter, and a part of what must come of it. */
const rows: Readonly<Record<string, unknown>> = {
  'checkOrder({ type: "LIMIT", quantity: "2", price: "110.01" }, { lastPrice: "100" })': {
    violations: [
      { filter: "NOTIONAL_BAND", rule: "lots", bound: "1", from: "0.5", nearest: "1.5" },
      { rule: "band", field: "price - lastPrice", value: "10.01", bound: "10" },
    ],
    unknown: [],
    notEvaluated: [],
  },
  'accepts({ type: "LIMIT_MAKER", quantity: "1.5", price: "120" }, { lastPrice: "100" })': true,
  'checkOrder({ type: "LIMIT", price: "1" })': {
    violations: [],
    unknown: [{ rule: "band", needs: ["lastPrice"] }],
  },
  'fitOrder({ type: "LIMIT", quantity: "3", icebergQty: "2.75" })': {
    kind: "fitted",
    order: { quantity: "2.5", icebergQty: "2" },
  },
  'fitOrder({ quantity: "1.6", shownQty: "0001.7" })': {
    kind: "fitted",
    order: { quantity: "1.5", shownQty: "1.5" },
  },
  'accepts({ price: "1", shownQty: "1e-3" }, { lastPrice: "1" })': false,
  'checkOrder({ type: "MARKET", quantity: "1.5", icebergQty: "9" })': {
    violations: [],
    unknown: [],
  },
};

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
    const answers = [${Object.keys(rows).map((ask) => `compiled.${ask}`)}];
    process.stdout.write(JSON.stringify(answers));`);
  expect(answers).toMatchObject(Object.values(rows));
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

test("a twelfth filter is documented", () => {
  const contract = readContract(join(folder, "spec"));
  const pages = docsPages(contract, { spec: [], traffic: raw("") });
  const rules = pages.find(({ path }) => path === "filters.html")?.text;
  expect(rules).toContain('id="NOTIONAL_BAND"');
  expect(rules).toContain("The quantity is an odd number of lots.");
  expect(rules).toContain('id="order-shownQty"');
});
