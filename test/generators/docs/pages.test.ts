/** Our pages show every fact of the contract, and escape every text of it. */

import { expect, test } from "vitest";

import { restView } from "../../../generators/docs/reference/rest-view.ts";
import { streamView } from "../../../generators/docs/reference/stream-view.ts";
import { readContract } from "../../../scripts/docs/contract.ts";
import { contractPages } from "../../support/contract-pages.ts";

const contract = await readContract("spec");
const pages = new Map(contractPages(contract).map(({ path, text }) => [path, text]));

const facts: readonly { page: string; what: string; names: readonly string[] }[] = [
  { page: "index.html", what: "operation", names: contract.operations.map(({ id }) => id) },
  { page: "index.html", what: "channel", names: contract.channels.map(({ id }) => id) },
  { page: "rules.html", what: "error code", names: contract.errors.map(({ code }) => `>${code}<`) },
  { page: "limits.html", what: "window", names: contract.limits.map(({ header }) => header) },
  {
    page: "signing.html",
    what: "vector",
    names: contract.signing.vectors.map((one) => one.signature),
  },
  { page: "rules.html", what: "state", names: contract.orderStates.states.map(({ name }) => name) },
  {
    page: "rules.html",
    what: "order type",
    names: contract.orderRules.types.map(({ type }) => type),
  },
  {
    page: "rules.html",
    what: "filter",
    names: contract.filters.map(({ name }) => `href="filters.html#${name}"`),
  },
  {
    page: "filters.html",
    what: "filter",
    names: contract.filters.map(({ name }) => `id="${name}"`),
  },
  {
    page: "filters.html",
    what: "filter rule",
    names: contract.filters.flatMap(({ name, rules }) =>
      rules.map(({ id }) => `id="${name}.${id}"`),
    ),
  },
  {
    page: "assumptions.html",
    what: "entry",
    names: contract.assumptions.map(({ id }) => `id="${id}"`),
  },
];

for (const { page, what, names } of facts) {
  test(`${page} shows each ${what}`, () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => pages.get(page)?.includes(name) !== true)).toEqual([]);
  });
}

test.each([
  ["index.html", [...contract.operations, ...contract.channels]],
  ["rules.html", [...contract.errors, ...contract.orderStates.transitions]],
  ["limits.html", contract.limits],
  ["filters.html", contract.filters.flatMap(({ rules }) => rules)],
] as const)("%s marks everything assumed where it stands", (page, rows) => {
  const ids = rows.flatMap(({ assumed }) => assumed ?? []);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => !pages.get(page)?.includes(`assumptions.html#${id}"`))).toEqual([]);
});

test("every assumption is linked from where it is used", () => {
  const views = JSON.stringify([restView(contract), streamView(contract)]);
  const own = [...pages].filter(([path]) => path !== "assumptions.html").map(([, text]) => text);
  const all = [...own, views].join("\n");
  const ids = contract.assumptions.map(({ id }) => id);
  const linked = new Set([...all.matchAll(/assumptions\.html#([\w-]+)/gu)].map(([, id]) => id));
  expect(ids.filter((id) => !linked.has(id))).toEqual([]);
});

test("the reference documents say weight, security and retry of each operation", () => {
  const text = JSON.stringify(restView(contract));
  for (const words of ["**Weight:**", "**Security:**", "**Retries:**"]) {
    expect(text.split(words).length - 1).toBe(contract.operations.length);
  }
  expect(JSON.stringify(streamView(contract))).toContain("**After a reconnect:**");
});

test("markup in a description is escaped on every page", () => {
  const markup = "<script>alert(1)</script>";
  const [first, ...others] = contract.assumptions;
  if (first === undefined) throw new Error("The list of assumptions is empty.");
  const edited = {
    ...contract,
    title: markup,
    description: markup,
    assumptions: [{ ...first, gap: markup, choice: `"${markup}` }, ...others],
  };
  for (const { text } of contractPages(edited)) expect(text).not.toContain(markup);
});
