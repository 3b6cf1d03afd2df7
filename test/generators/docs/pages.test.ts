/** Our pages show every fact of the contract, and escape every text of it. */

import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import type { Json } from "../../../generators/contract/model.ts";
import { assumedIn } from "../../../generators/docs/marks.ts";
import { render } from "../../../generators/docs/portal/render.ts";
import { sentences } from "../../../generators/docs/rules/sentences.ts";
import { trafficPage } from "../../../scripts/docs/traffic.ts";
import { contractOf, readContract } from "../../support/contract-of.ts";
import { pages as all, contract, contractPages } from "../../support/contract-pages.ts";
import { newFolder } from "../../support/folder.ts";

const pages = new Map([...all].map(([path, { text }]) => [path, text]));
const markdown = new Map([...all].map(([path, page]) => [path, page.markdown]));

const { errors, limits, signing, filters } = contract;
const rules = filters.flatMap((one) => one.rules.map(({ id }) => `id="${one.name}.${id}"`));

test.each([
  ["rules.html", "error code", errors.map(({ code }) => `>${code}<`)],
  ["responses.html", "error code", errors.map(({ code }) => `>${code}<`)],
  ["limits.html", "window", limits.map(({ header }) => header)],
  ["signing.html", "vector", signing.vectors.map(({ signature }) => signature)],
  ["rules.html", "state", contract.orderStates.states.map(({ name }) => name)],
  ["rules.html", "order type", contract.orderRules.types.map(({ type }) => type)],
  ["rules.html", "filter", filters.map(({ name }) => `href="filters.html#${name}"`)],
  ["filters.html", "filter rule", rules],
] as const)("%s shows each %s", (page, _, names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => pages.get(page)?.includes(name) !== true)).toEqual([]);
});

test.each([
  ["rest.html", contract.operations],
  ["streams.html", contract.channels],
  ["rules.html", [...contract.errors, ...contract.orderStates.transitions]],
  ["limits.html", contract.limits],
  ["filters.html", contract.filters.flatMap(({ rules }) => rules)],
] as const)("%s marks everything assumed where it stands", (page, rows) => {
  const ids = rows.flatMap(({ assumed }) => assumed ?? []);
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => !pages.get(page)?.includes(`assumptions.html#${id}"`))).toEqual([]);
});

test("every assumption is linked from where it is used", () => {
  const own = [...pages].filter(([path]) => path !== "assumptions.html").map(([, text]) => text);
  const ids = contract.assumptions.map(({ id }) => id);
  const linked = new Set(
    [...own.join("\n").matchAll(/assumptions\.html#([\w-]+)/gu)].map(([, id]) => id),
  );
  expect(ids.filter((id) => !linked.has(id))).toEqual([]);
});

test.each(contract.operations)(
  "the page of $id says what a call costs, needs and may get",
  (operation) => {
    const page = markdown.get(`operations/${operation.id}.html`) ?? "";
    const terms = ["Weight", "Security", "Retries"].map((term) => `**${term}:**`);
    const names = operation.parameters.map(({ name }) => `{#field.${name}}`);
    expect([...terms, ...names].filter((text) => !page.includes(text))).toEqual([]);
    // Only a read is sent again when its outcome is unknown.
    const isRead = operation.method === "GET";
    expect(/5XX[^;]*: with growing waits/u.test(page)).toBe(isRead);
    const said = /They read (.*) from/u.exec(page)?.[1]?.match(/\w+(?=`)/gu) ?? [];
    expect(said.toSorted()).toEqual((page.match(/(?<=os\.environ\[")\w+/gu) ?? []).toSorted());
  },
);

test("a bound is marked when it is assumed, and only then", () => {
  const page = markdown.get("operations/getKlines.html") ?? "";
  expect(page).toMatch(
    /\{#field\.limit\}.*\*minimum\* `1` \[assumed\].*\*maximum\* `1000`(?! \[)/u,
  );
});

test.each(["generators/template", "examples/binance-spot/spec"])(
  "the pages of %s say something in every part",
  (spec) => {
    for (const { path, markdown } of contractPages(readContract(spec)))
      expect([path, markdown]).not.toContainEqual(
        expect.stringMatching(/NaN|undefined| as ,|are \.|- \|\n\n|^(#+) .*\n+(?=\1 |(?![^]))/m),
      );
  },
);

test("markup in a text is shown as text where Markdown is rendered", () => {
  const text =
    "[c](c.md#d) [b](javascript:a()) <img src=x onerror=a()>\n\n<script>a()</script>\n\n![e](f.svg)";
  const rendered = render(text, { path: "a.html" }).markup;
  expect(rendered).not.toMatch(/<(?:script|img)|href="javascript:/u);
  expect(rendered).toContain('<a href="c.html#d">c</a>');
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

/** Members without a sentence: a table or another page shows them, or only programs read them. */
const withoutSentence = {
  "x-errors": ["codes", "statuses"],
  "x-retry": ["rules"],
  "x-envelope": ["schema", "message", "timestamp", "data", "samples"],
  "x-versioning": [],
  "x-order-rules": ["types", "icebergWhen", "fields"],
  "x-balances": ["moves"],
  "x-limits": ["windows", "fields"],
  "x-user-data": ["keepAliveEvery", "afterReconnect", "records", "events"],
  "x-connection": ["control"],
};

test.each(Object.entries(withoutSentence))(
  "each documented member of %s is said",
  (name, others) => {
    const { openapi, asyncapi } = contract.documents;
    const block = Object(openapi[name] ?? asyncapi[name]) as Record<string, Json>;
    const assumed = Object.keys(block).filter((key) => assumedIn(block[key]) !== undefined);
    const said = new Set([
      "description",
      ...others,
      ...assumed,
      ...Object.keys(sentences[name] ?? {}),
    ]);
    expect(Object.keys(block).filter((key) => !said.has(key))).toEqual([]);
  },
);

test("the pages say what a contract documents that the own one assumes, or lacks", () => {
  const documented = contractPages(readContract("examples/binance-spot/spec"));
  const text = documented.map(({ markdown: page }) => page).join("\n");
  const bans = ["up to 3 days", "valid for 60 minutes", "wait, in seconds", "to the clock"];
  const streams = ["`LIST_SUBSCRIPTIONS` asks", "`data` holds it", "Connections to `/ws` get"];
  const sent = 'request = {"method": "SUBSCRIBE", "params": ["btcusdt@trade"], "id": 1}';
  const orders = ["at least one of [[`stopPrice`]", "| at least one of", "One of the fields need"];
  expect([...bans, ...streams, sent, ...orders].filter((one) => !text.includes(one))).toEqual([]);
});

test("the pages show what only some contracts have", () => {
  const busy = `
    '409':
      description: Not now.
      headers: { X-ORDERS: &x { description: When., schema: { type: string } }, X-At: *x }
      content: { application/json: { schema: { $ref: ../schemas/ListenKey.yaml } } }`;
  const servers = "servers: [{ url: http://a }, { url: http://b }]\npaths:";
  const edited = contractOf(
    ["paths/time.yaml", "  summary:", "  deprecated: true\n  summary:"],
    ["paths/time.yaml", "  responses:", `  responses:${busy}`],
    ["openapi.yaml", "paths:", servers],
  );
  const other = contractPages(edited);
  const page = (path: string) => other.find((one) => one.path === path)?.markdown ?? "";
  expect(page("rest.html")).toContain("| Deprecated. Read the time |");
  expect(page("index.html")).toMatch(/`http:\/\/a` \| REST .*\n\| `http:\/\/b`/u);
  expect(page("responses.html")).toContain("`429` | The request was refused.");
  expect(other.map(({ title }) => title)).toContain("getTime (deprecated)");
  const [, own = ""] = page("operations/getTime.html").split("### {#response-409} HTTP 409");
  expect(own).toMatch(/^\n\nNot now\.\n\n.*\n.*\n\| `X-At` \| \*string\* \| When\. \|\n\n.*Field/u);
  expect(own).toContain("{#response-409.listenKey}");
});

const traffic = { calls: 1, messages: 0, connections: 0, deviations: [], refused: [], news: [] };

test.each([
  ["api.exchange.test", "contradicted", "Contradicted", "otherwise"],
  ["sandbox", "contradicted", "Seen, but not on an exchange", "otherwise"],
] as const)("what %s shows, %s, stands under %s", (origin, verdict, title, words) => {
  const readings = { other: { count: 2, places: [], origins: [origin] } };
  const entry = { id: "cancel-order", verdict, gap: "Which wins.", taken: "both" } as const;
  const assumptions = [{ ...entry, readings, needs: "", spec: "a.yaml:1" }];
  const { source } = trafficPage({ ...traffic, origins: { [origin]: 1 }, assumptions });
  const [, section] = source.split(`${title}\n`);
  expect(section?.trim().split("\n")[0]).toBe(
    "- **[cancel-order](assumptions.md#cancel-order):** Which wins. " +
      `Seen ${words}, other, 2 times on ${origin}.`,
  );
  expect(source).toContain(`come from \`${origin}\` (1).`);
});

test("a page of an earlier run whose operation is gone is removed, and no other file", async () => {
  const out = newFolder();
  await mkdir(join(out, "operations"));
  const listed = ["operations/gone", "operations/guide", "operations/../kept"];
  const kept = ["operations/guide.html", "operations/guide.md", "kept.html", "notes.html"];
  const before = [
    ["llms.txt", listed.map((path) => `- [page](${path}.md)`).join("\n")],
    ...["operations/gone.html", "operations/gone.md", ...kept].map((path) => [path, path]),
    ["operations/gone.html", '<main data-page="operations/gone.html">'],
    ["kept.html", '<main data-page="operations/../kept.html">'],
  ];
  for (const [path = "", text = ""] of before) await writeFile(join(out, path), text);
  const spec = join("generators", "template");
  await promisify(execFile)(process.execPath, ["scripts/docs.ts", "--spec", spec, "--out", out]);
  const left = await readdir(out, { recursive: true });
  expect(left).toEqual(expect.arrayContaining(kept));
  expect(left.filter((path) => path.includes("gone"))).toEqual([]);
});
