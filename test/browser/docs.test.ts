/** The rendered pages in a real browser: they call nobody, complain of nothing, say the facts. */

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { lookUp, textsIn } from "../../generators/contract/documents/json.ts";
import { channelHref, operationHref } from "../../generators/docs/links.ts";
import { readContract } from "../../scripts/docs/contract.ts";
import type { Misdeeds } from "../support/browser.ts";
import { openBrowser, watch } from "../support/browser.ts";
import {
  brokenLinks,
  type DocsSite,
  deadNames,
  outsideAddresses,
  readSite,
} from "../support/docs-site.ts";

const contract = await readContract("spec");
let folder = "";
let site: DocsSite;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tradespec-docs-test-"));
  await promisify(execFile)(process.execPath, ["scripts/docs.ts", "--out", folder]);
  [site, browser] = await Promise.all([readSite(folder), openBrowser()]);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** What must be seen on a page, at an anchor of it when one is given. */
const rows: readonly { file: string; at?: string; sees: readonly string[] }[] = [
  { file: "index.html", sees: ["Operations", "getDepth", "by limit 1 for 1 to 100", "assumed"] },
  {
    file: "rest.html",
    at: "#/market-data/getdepth",
    sees: [
      "5 for 101 to 500",
      "10 for 501 to 1000",
      "NONE: no credentials",
      "truncated",
      "Retry-After",
    ],
  },
  {
    file: "rest.html",
    at: "#/orders/placeorder",
    sees: [
      "1 per IP address, and 1 per account",
      "SIGNED",
      "never blindly",
      "Assumed",
      "openssl",
      "-1013 filter failure",
      "Try it",
    ],
  },
  { file: "rest.html", at: "#/orders/getorder", sees: ["cummulativeQuoteQty", "Assumed"] },
  { file: "rest.html", at: "#/market-data/gettickerprice", sees: ["1 with symbol and 2 without"] },
  {
    file: "streams.html",
    sees: ["fetch a new snapshot", "agree in", "open to everybody", "createStreams"],
  },
  { file: "rules.html", sees: ["-1021", "PARTIALLY_FILLED", "1024", "24 hours", "30 minutes"] },
  {
    file: "signing.html",
    sees: [
      "SIGNED",
      "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
      "serverTime + 1000",
      "Refused with -1021",
    ],
  },
  { file: "limits.html", sees: ["X-MBX-USED-WEIGHT-10S", "800 of 1,000 left"] },
  {
    file: "filters.html",
    sees: [
      "price × quantity ≥ minNotional",
      "ceil(quantity ÷ icebergQty) ≤ limit",
      "price − minPrice is a multiple of tickSize",
      "minPrice = 0",
      "Worked example",
      "quantity 0.012345678 → 0.01234",
    ],
  },
  { file: "order-book.html", sees: ["u ≤ lastUpdateId", "114 = 111 + 1 does not hold"] },
  { file: "assumptions.html", sees: ["Gap", "Choice", "Left open", "spec/"] },
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const file of new Set(rows.map((row) => row.file))) {
    test(`${file} in ${colorScheme}`, { timeout: 120_000 }, async () => {
      const page = await browser.newPage({ colorScheme });
      const misdeeds = await open(page, file);
      for (const { at = "", sees } of rows.filter((row) => row.file === file)) {
        await page.goto(`${home()}${file}${at}`);
        for (const words of sees) await seen(page, words);
      }
      expect(misdeeds).toEqual({ outside: [], complaints: [] });
      await page.close();
    });
  }
}

test("every operation is shown with its weight and security", { timeout: 120_000 }, async () => {
  const page = await browser.newPage();
  const misdeeds = await open(page, "rest.html");
  for (const { id, path, method, security } of contract.operations) {
    const tags = lookUp(contract.documents.openapi, ["paths", path, method.toLowerCase(), "tags"]);
    const anchor = `${textsIn(tags).join().toLowerCase().replaceAll(" ", "-")}/${id.toLowerCase()}`;
    await page.goto(`${home()}rest.html#/${anchor}`);
    for (const words of [path, "Weight:", `${security.name}:`, "Errors", "curl"])
      await seen(page, words);
  }
  expect(misdeeds).toEqual({ outside: [], complaints: [] });
  await page.close();
});

test("a link to try an operation leads to the sandbox that serves the page", async () => {
  const page = await browser.newPage();
  const origin = "http://exchange.test";
  await page.route(`${origin}/docs/**`, (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname.slice(6)) }),
  );
  await page.goto(`${origin}/docs/rest.html#/general/gettime`);
  const link = page.locator('a[href$="#call/getTime"]').first();
  await link.focus();
  await expect.poll(() => link.getAttribute("href")).toBe(`${origin}/#call/getTime`);
  await page.close();
});

test("the list of assumptions filters by text and kind", async () => {
  const page = await browser.newPage();
  await open(page, "assumptions.html");
  const shown = (): Promise<number> => page.locator(".entry:visible").count();
  expect(await shown()).toBe(contract.assumptions.length);
  await page.locator("#kind").selectOption("open");
  expect(await shown()).toBe(contract.assumptions.filter(({ kind }) => kind === "open").length);
  await page.locator("#find").fill("no such words anywhere");
  expect(await shown()).toBe(0);
  await page.close();
});

test("a call to elsewhere and a complaint would be noticed", async () => {
  const page = await browser.newPage();
  const misdeeds = watch(page, home());
  await page.setContent(`<img src="http://127.0.0.1:9/a.png"><script>throw Error("b")</script>`);
  await expect.poll(() => misdeeds.outside).toEqual(["http://127.0.0.1:9/a.png"]);
  expect(misdeeds.complaints.join()).toContain("b");
  await page.close();
});

test("every link leads to a file, and to an anchor of it", async () => {
  const { operations, channels } = contract;
  const places = new Set([
    ...operations.map((one) => operationHref(contract, one)),
    ...channels.map((one) => channelHref(one)),
  ]);
  expect(brokenLinks(site, places)).toEqual([]);
});

test("no page loads anything from elsewhere", () => {
  expect(outsideAddresses(site)).toEqual([]);
});

test("no text names a file that its reader cannot open", () => {
  expect(deadNames(site)).toEqual([]);
});

test("every page has its Markdown beside it, and llms.txt lists them", () => {
  const pages = [...site.keys()].filter((path) => path.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(100);
  const twins = pages.map((path) => path.replace(/html$/u, "md"));
  expect(twins.filter((path) => (site.get(path)?.length ?? 0) < 20)).toEqual([]);
  expect(twins.filter((path) => !site.get("llms.txt")?.includes(`(${path})`))).toEqual([]);
  const tags = (path: string) => (site.get(path) ?? "").replace(/```.*?```|`[^`\n]*`/gsu, "");
  expect(twins.filter((path) => /<\/?(?:div|table|section|span|code)\b/u.test(tags(path)))).toEqual(
    [],
  );
});

test("the search finds every operation, error, stream, filter rule and assumption", () => {
  const index = site.get("search-index.js") ?? "";
  const names = [
    ...contract.operations.map(({ id }) => id),
    ...contract.channels.map(({ id }) => id),
    ...contract.errors.map(({ code }) => `${code} `),
    ...contract.filters.flatMap(({ name, rules }) => rules.map(({ id }) => `${name} ${id}`)),
    ...contract.assumptions.map(({ id }) => id),
    "newClientOrderId",
    "Order.cummulativeQuoteQty",
    "tradespec/signing",
    "Across a crash",
  ];
  expect(names.filter((name) => !index.includes(`["${name}`))).toEqual([]);
});

async function open(page: Page, path: string): Promise<Misdeeds> {
  const misdeeds = watch(page, home());
  await page.goto(`${home()}${path}`, { waitUntil: "load" });
  return misdeeds;
}

function home(): string {
  return `${pathToFileURL(folder).href}/`;
}

/** Waits until the words can be read on the page, wherever tags divide them. */
async function seen(page: Page, words: string): Promise<void> {
  const flat = (text: string): string => text.replace(/\s+/gu, "");
  const text = async (): Promise<string> => flat(await page.locator("body").innerText());
  await expect.poll(text, { timeout: 20_000, interval: 100 }).toContain(flat(words));
}
