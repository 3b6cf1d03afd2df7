/** A filter nobody thought of: one file in the spec, one line in a listing, and it is enforced. */

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../../..");

const roundFilter = `
type: object
description: Quantities of one side come in whole lots.
required: [filterType, side, lot, reach]
properties:
  filterType: { type: string, const: ROUND_LOTS, description: Kind of filter. }
  side: { type: string, description: "BUY or SELL." }
  lot: { $ref: ../schemas/Decimal.yaml, description: Size of a lot. }
  reach: { $ref: ../schemas/Decimal.yaml, description: "Distance from the best bid." }
x-scope: symbol
x-rules:
  - id: lots
    value: quantity
    multipleOf: lot
    disabledWhen: lot == 0
    description: The quantity is a whole number of lots.
  - id: reach
    value: price - bestBid
    maximum: reach
    description: The price is not far above the best bid.
x-vectors: []
`;

/** Market data of a new kind: declared with where it comes from, and nothing else. */
const bestBid = `
bestBid:
  type: decimal
  unit: quote asset
  description: The highest price that somebody buys for.
  from: { operation: getBookTicker, field: bidPrice }
`;

const script = `
import { filterExchange, listings } from "./test/sandbox/support/filter-exchange.ts";

const [first] = listings;
const round = { filterType: "ROUND_LOTS", side: "BUY", lot: "0.5", reach: "5" };
const filters = [{ filterType: "LOT_SIZE", minQty: "0", maxQty: "9", stepSize: "0" }, round];
const exchange = filterExchange([{ ...first, filters }]);
const order = { symbol: first.symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "39" };
const answers = [];
for (const quantity of ["1.5", "1.6"]) answers.push(await exchange.place({ ...order, quantity }));
for (const price of ["44", "46"]) answers.push(await exchange.place({ ...order, price, quantity: "1" }));
process.stdout.write(JSON.stringify({ answers, faults: exchange.faults }));
`;

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "enforced-"));
  const copied = ["spec", "sandbox", "test/sandbox/support", "package.json"];
  for (const part of copied) {
    await cp(join(project, part), join(folder, part), { recursive: true });
  }
  for (const part of ["runtime", "node_modules"]) {
    await symlink(join(project, part), join(folder, part));
  }
  await writeFile(join(folder, "spec/filters/ROUND_LOTS.yaml"), roundFilter.trimStart());
  const union = join(folder, "spec/schemas/Filter.yaml");
  const text = await readFile(union, "utf8");
  const entry = "  - $ref: ../filters/ROUND_LOTS.yaml\n  - $ref: UnknownFilter";
  await writeFile(union, text.replace("  - $ref: UnknownFilter", entry));
  const data = join(folder, "spec/rules/marketData.yaml");
  await writeFile(data, (await readFile(data, "utf8")) + bestBid.trimStart());
  const options = ["--spec", join(folder, "spec"), "--out", join(folder, "generated")];
  await run(process.execPath, [join(project, "scripts/generate.js"), ...options], { cwd: folder });
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test("the sandbox refuses by a twelfth filter", async () => {
  await writeFile(join(folder, "ask.ts"), script);
  const { stdout } = await run(process.execPath, ["ask.ts"], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({
    answers: [
      { status: "NEW" },
      { code: -1013, msg: "Filter failure: ROUND_LOTS" },
      // The best bid is between 39 and 41.
      { status: expect.any(String) },
      { code: -1013, msg: "Filter failure: ROUND_LOTS" },
    ],
    faults: [],
  });
});
