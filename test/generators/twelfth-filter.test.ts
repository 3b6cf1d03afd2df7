/** A filter nobody thought of: one file in the spec, and it is checked, fitted and documented. */

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readContract } from "../../scripts/shared/spec.ts";
import { contractPages } from "../support/contract-pages.ts";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");

const bandFilter = `
type: object
description: Band around the last price for the amount of an order, in lots.
required: [filterType, lots, band, mode]
properties:
  filterType: { type: string, const: NOTIONAL_BAND, description: Kind of filter. }
  lots: { $ref: ../schemas/Decimal.yaml, description: Size of a lot. }
  band: { $ref: ../schemas/Decimal.yaml, description: Widest distance from the last price. }
  mode: { type: string, description: "STRICT holds MARKET orders to it too." }
x-scope: symbol
x-rules:
  - id: lots
    value: quantity
    multipleOf: lots * 2
    from: lots
    disabledWhen: lots == 0
    description: The quantity is an odd number of lots.
  - id: visible
    value: icebergQty
    maximum: quantity - lots
    appliesWhen: icebergQty > 0 && !(type in ["MARKET", "STOP_LOSS"])
    description: At least one lot is hidden.
  - id: band
    value: price - lastPrice
    maximum: 'type == "LIMIT_MAKER" ? band * 2 : band'
    appliesWhen: type != "MARKET" || mode == "STRICT"
    description: The price is not far above the last one.
x-vectors: []
`;

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "twelfth-"));
  const spec = join(folder, "spec");
  await cp(join(project, "spec"), spec, { recursive: true });
  await writeFile(join(spec, "filters/NOTIONAL_BAND.yaml"), bandFilter.trimStart());
  const union = join(spec, "schemas/Filter.yaml");
  const text = await readFile(union, "utf8");
  const entry = "  - $ref: ../filters/NOTIONAL_BAND.yaml\n";
  await writeFile(
    union,
    text.replace("  - $ref: UnknownFilter", `${entry}  - $ref: UnknownFilter`),
  );
  await symlink(join(project, "runtime"), join(folder, "runtime"));
  const options = ["--spec", spec, "--out", join(folder, "generated")];
  await run(process.execPath, [join(project, "scripts/generate.js"), ...options], { cwd: folder });
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const filter = { filterType: "NOTIONAL_BAND", lots: "0.5", band: "10", mode: "STRICT" };

/** What is asked of the new filter, and a part of what must come of it. */
const rows: readonly { readonly name: string; readonly ask: string; readonly want: unknown }[] = [
  {
    name: "is checked",
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
    name: "lets pass what fits",
    ask: 'accepts({ type: "LIMIT_MAKER", quantity: "1.5", price: "120" }, { lastPrice: "100" })',
    want: true,
  },
  {
    name: "says what it does not know",
    ask: 'checkOrder({ type: "LIMIT", price: "1" })',
    want: { violations: [], unknown: [{ rule: "band", needs: ["lastPrice"] }] },
  },
  {
    name: "is fitted, one field by another",
    ask: 'fitOrder({ type: "LIMIT", quantity: "3", icebergQty: "2.75" })',
    want: { kind: "fitted", order: { quantity: "2.5", icebergQty: "2" } },
  },
  {
    name: "asks only the orders that it names",
    ask: 'checkOrder({ type: "MARKET", quantity: "1.5", icebergQty: "9" })',
    want: { violations: [], unknown: [] },
  },
];

for (const { name, ask, want } of rows) {
  test(`a twelfth filter ${name}`, async () => {
    const code =
      `import { compileFilters } from "./generated/filters.ts";` +
      `const compiled = compileFilters([${JSON.stringify(filter)}]);` +
      `process.stdout.write(JSON.stringify(compiled.${ask}));`;
    await writeFile(join(folder, "ask.ts"), code);
    const { stdout } = await run(process.execPath, ["ask.ts"], { cwd: folder });
    const printed: unknown = JSON.parse(stdout);
    if (typeof want === "object") expect(printed).toMatchObject(want ?? {});
    else expect(printed).toBe(want);
  });
}

test("a twelfth filter is documented", async () => {
  const contract = await readContract(join(folder, "spec"));
  const rules = contractPages(contract).find(({ path }) => path === "filters.html")?.text;
  expect(rules).toContain('id="NOTIONAL_BAND"');
  expect(rules).toContain("The quantity is an odd number of lots.");
  const types = await readFile(join(folder, "generated/types.ts"), "utf8");
  expect(types).toContain("export interface NotionalBand");
});
