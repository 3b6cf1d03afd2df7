/** The rendered pages in a real browser: they call nobody, complain of nothing, say the facts. */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import type { AxeResults, RunOptions } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { channelHref, operationHref } from "../../generators/docs/links.ts";
import { kindWords } from "../../generators/docs/marks.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import type { Misdeeds } from "../support/browser.ts";
import { openBrowser, watch } from "../support/browser.ts";
import { readContract } from "../support/contract-of.ts";
import {
  brokenLinks,
  type DocsSite,
  deadNames,
  outsideAddresses,
  readSite,
} from "../support/docs-site.ts";
import { newFolder } from "../support/folder.ts";
import { facts } from "./facts.ts";

declare global {
  var axe: { readonly run: (options: RunOptions) => Promise<AxeResults> };
}

const contract = readContract("spec");
const folder = newFolder();
let site: DocsSite;
let browser: Browser;
let page: Page;
let misdeeds: Misdeeds;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ["scripts/docs.ts", "--out", folder]);
  [site, browser] = await Promise.all([readSite(folder), openBrowser()]);
});

beforeEach(async () => {
  page = await browser.newPage({ colorScheme: "light" });
  misdeeds = watch(page, home());
});

afterEach(async () => {
  expect(misdeeds).toEqual({ outside: [], complaints: [] });
  await page.close();
});

afterAll(() => browser.close());

const references = [
  ...contract.operations.map(operationHref),
  ...contract.channels.map(channelHref),
];

test("every page of an operation or stream shows one language at a time, also on a phone", async () => {
  await page.setViewportSize(phone);
  for (const path of references) {
    await page.goto(home() + path);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[role=tab]")].map((tab) => {
        tab.click();
        const panels = [...document.querySelectorAll<HTMLElement>("#samples > section")];
        const open = panels.filter((panel) => panel.checkVisibility());
        const lengths = open.map((panel) => panel.querySelector("pre")?.innerText.length ?? 0);
        return [tab.innerText, lengths.length === 1 && (lengths[0] ?? 0) > 30] as const;
      }),
    );
    const languages = ["TypeScript", "Python", ...(path.startsWith("streams") ? [] : ["curl"])];
    expect([path, shown]).toEqual([path, languages.map((name) => [name, true])]);
    expect([path, await widthOf()]).toEqual([path, phone.width]);
  }
  await page.locator("[role=tab]").last().click();
  // The last choice holds on the next page.
  await page.goto(`${home()}operations/getDepth.html`);
  expect(await page.locator("[role=tab][aria-selected=true]").textContent()).toBe("Python");
});

const phone = { width: 390, height: 844 };

function widthOf(): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

test.each([true, false])(
  "each fact of the interface can be read on its page (script: %s)",
  async (javaScriptEnabled) => {
    expect(facts.length).toBeGreaterThan(80);
    const context = await browser.newContext({ javaScriptEnabled });
    const own = await context.newPage();
    const wrong: unknown[] = [];
    for (const path of new Set(facts.map(([file]) => file))) {
      await own.goto(home() + path);
      const rows = await readableRows(own);
      for (const [file, words, kind] of facts) {
        if (file !== path) continue;
        const found = rows.filter((text) => text.includes(words));
        const isAssumed = (text: string): boolean => text.includes(`${words} assumed`);
        const holds = found.some((text) => isAssumed(text) === (kind === "assumed"));
        if (!holds) wrong.push([path, words, kind, found]);
      }
    }
    expect(wrong).toEqual([]);
    await context.close();
  },
);

/** The text of each row, item, heading and paragraph that can be seen. */
function readableRows(from: Page): Promise<readonly string[]> {
  return from.locator("tr, li, dd, p, h1, h2, h3").evaluateAll((all) => {
    return all.map((one) => (one as HTMLElement).innerText.replaceAll(/\s+/gu, " ").trim());
  });
}

test.each([
  ["rest.html#placeOrder", "operations/placeOrder.html"],
  ["rest.html#/orders/placeorder", "operations/placeOrder.html"],
  ["streams.html#depth", "streams/depth.html"],
])("the address %s leads to %s", async (from, to) => {
  await page.goto(home() + from);
  await page.waitForURL(home() + to);
});

test("placeOrder shows one order type alone, and prints with its samples in every language", async () => {
  await page.goto(`${home()}operations/placeOrder.html`);
  const shown = () => page.locator("#order-types tbody th:visible").allInnerTexts();
  expect((await shown()).length).toBeGreaterThan(5);
  await page.getByLabel("Order type").selectOption("MARKET");
  expect(await shown()).toEqual([expect.stringContaining("MARKET")]);
  await page.emulateMedia({ media: "print" });
  await seen("POST", "/api/v1/order", "newClientOrderId", "openssl", "createClient", "import hmac");
  expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
});

test("a page of the reference is small", () => {
  const sizes = references.map(
    (path) => [path, gzipSync(site.get(path) ?? "").byteLength] as const,
  );
  expect(sizes.filter(([, size]) => size >= 30_000)).toEqual([]);
});

test("the list of assumptions filters by text and kind", async () => {
  await page.goto(`${home()}assumptions.html`);
  const shown = (): Promise<number> => page.locator("main section section:visible").count();
  expect(await shown()).toBe(contract.assumptions.length);
  for (const [kind, words] of Object.entries(kindWords)) {
    await page.locator("#kind").selectOption(words);
    const own = contract.assumptions.filter((one) => one.kind === kind);
    expect(await shown(), words).toBe(own.length);
  }
  await page.locator("#find").fill("no such words anywhere");
  expect(await shown()).toBe(0);
  await page.evaluate(() => location.assign("#ban-threshold"));
  await expect.poll(shown).toBe(contract.assumptions.length);
});

test("a call to elsewhere and a complaint would be noticed", async () => {
  await page.setContent(`<img src="http://127.0.0.1:9/a.png"><script>throw Error("b")</script>`);
  await expect.poll(() => misdeeds.outside.splice(0)).toEqual(["http://127.0.0.1:9/a.png"]);
  expect(misdeeds.complaints.splice(0).join()).toContain("b");
});

test("every link leads to a file, and to an anchor of it", () => {
  expect(brokenLinks(site)).toEqual([]);
});

test("no page loads anything from elsewhere", () => {
  expect(outsideAddresses(site)).toEqual([]);
});

test("no text names a file that its reader cannot open", () => {
  expect(deadNames(site)).toEqual([]);
});

test("every page has its Markdown beside it, and llms.txt lists them", () => {
  const pages = [...site.keys()].filter((path) => path.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(80);
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
    "getOrder cummulativeQuoteQty",
    "tradespec/signing",
    "Across a crash",
  ];
  expect(names.filter((name) => !index.includes(`["${name}`))).toEqual([]);
});

/** Words of a stranger, and a place that answers them. */
const questions: readonly (readonly [words: string, place: string])[] = [
  ["what is signed", "signing.html#signing"],
  ["429", "rules.html#status-429"],
  ["fitOrder", "guides/orders.html#trading-rules"],
  ["LOT_SIZE", "filters.html#LOT_SIZE"],
  ["FOK", "operations/placeOrder.html#field.timeInForce"],
  ["1d", "operations/getKlines.html#field.interval"],
  ["weight left", "limits.html#budget"],
  ["rate limit", "limits.html"],
  ["candles", "operations/getKlines.html"],
  ["reconnect 24 hours", "rules.html#connection"],
  ["cancelling", "operations/cancelOrder.html"],
  ["cancelling", "guides/orders.html#cancel-for-certain"],
  ["STOP_LOSS_LIMIT", "rules.html#order-type-STOP_LOSS_LIMIT"],
  ["testnet", "guides/sandbox.html"],
  ["balance", "operations/getAccount.html"],
  ["journal", "guides/orders.html#across-a-crash"],
  ["X-MBX-ORDER-COUNT-1D", "limits.html#header-X-MBX-ORDER-COUNT-1D"],
];

test("the search box leads from the words of a question to its answer", async () => {
  await page.goto(`${home()}index.html`);
  const hrefs = () =>
    page.locator("#portal-results [role=option]").evaluateAll((all) => {
      return all.map((one) => one.getAttribute("href"));
    });
  for (const [words, place] of questions) {
    await page.locator("#portal-search").fill(words);
    await expect.poll(hrefs).toContain(place);
  }
  await page.locator("#portal-search").fill("qqqq");
  await page.getByText("Nothing found for “qqqq”.").waitFor();
  const status = page.locator("#portal-search-status");
  expect(await status.textContent()).toBe("Nothing found.");
  await page.locator("#portal-search").fill("");
  // Who has typed nothing has found nothing wrong.
  await expect.poll(() => status.textContent()).toBe("");
});

test("the search works with the keyboard", async () => {
  await page.goto(`${home()}operations/getDepth.html`);
  await page.keyboard.press("/");
  await page.keyboard.type("placeOrder");
  const first = page.getByRole("option", { name: "placeOrder Operation" });
  await first.waitFor();
  expect(await first.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("ArrowDown");
  expect(await first.getAttribute("aria-selected")).toBe("false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${home()}operations/placeOrder.html`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("-1021");
  await page.getByRole("option", { name: "-1021" }).first().waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator("#portal-results").isVisible()).toBe(false);
});

/** Pages of each form. */
const forms = [
  ...["index", "rules", "limits", "filters", "signing", "order-book"],
  ...["assumptions", "changes", "rest", "streams"],
  ...["operations/placeOrder", "streams/userData"],
  ...["guides/signing", "client/signing", "spec/index", "spec/paths/orders"],
].map((name) => `${name}.html`);
/** Long lines, long words. */
const texts = ["guides/decisions.html", "guides/client.html", "client/tradespec.html"];
/** Their colours are those of the other pages. */
const isLong = /^(?:assumptions|changes|spec)/u;
/** Nothing else depends on the theme. */
const contrastOnly: RunOptions = { runOnly: ["color-contrast", "scrollable-region-focusable"] };

const axeCode = await readFile("node_modules/axe-core/axe.min.js", "utf8");

/** A phone shows every element of the wide page, and their structure is the same in both themes. */
test("every form of page is accessible in light, in dark, and on a phone, which it fits", {
  timeout: 240_000,
}, async () => {
  const faults: string[] = [];
  for (const path of [...forms, ...texts]) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`${home()}${path}`);
    const isText = texts.includes(path);
    const found = isText ? [] : await accessFaults(page, {});
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: "dark" });
    const width = await widthOf();
    if (width > phone.width) found.push(`is ${width} wide`);
    if (!isText && !isLong.test(path)) found.push(...(await accessFaults(page, contrastOnly)));
    faults.push(...found.map((fault) => `${path} ${fault}`));
  }
  expect(faults).toEqual([]);
});

async function accessFaults(from: Page, options: RunOptions): Promise<string[]> {
  await from.evaluate(axeCode);
  return from.evaluate(async (given) => {
    // What repeats has the same forms at its end as at its beginning.
    const repeated =
      "main > section:nth-of-type(n+13), main section section:nth-of-type(n+9), " +
      "tr:nth-child(n+9), pre > code > :nth-child(n+40)";
    for (const one of document.querySelectorAll(repeated)) one.remove();
    const { violations } = await globalThis.axe.run({ ...given, preload: false });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}

test("a chosen theme holds on every page, until it is the system's again", async () => {
  const paper = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.querySelector(".portal")!).backgroundColor);
  await page.goto(`${home()}index.html`);
  const light = await paper();
  await page.getByLabel("Theme").selectOption("dark");
  for (const file of ["rest.html", "guides/client.html"]) {
    await page.goto(`${home()}${file}`);
    await expect.poll(paper).not.toBe(light);
  }
  await page.getByLabel("Theme").selectOption("system");
  await page.goto(`${home()}streams.html`);
  expect(await paper()).toBe(light);
});

test("a sandbox serves the pages at /docs, compressed, once, and with links to itself", async () => {
  const running = await startSandbox({ port: 0, page: createPage([], { docsFolder: folder }) });
  try {
    const get = (path: string, headers = {}): Promise<Response> =>
      fetch(running.baseUrl + path, { headers, redirect: "manual" });
    expect((await get("/docs")).headers.get("location")).toBe("/docs/");
    expect(await (await get("/docs/")).text()).toBe(site.get("index.html"));
    for (const path of ["rest.html", "operations/getDepth.html", "portal.js"]) {
      const response = await get(`/docs/${path}`);
      expect(response.headers.get("content-encoding")).toBe("gzip");
      expect(await response.text()).toBe(site.get(path));
      const tag = response.headers.get("etag") ?? "";
      expect((await get(`/docs/${path}`, { "if-none-match": tag })).status).toBe(304);
    }
    for (const path of ["/docs/../package.json", "/docs/%2e%2e/package.json", "/docs/guides"]) {
      expect((await get(path)).status).toBe(404);
    }
    const own = await browser.newPage();
    await own.goto(`${running.baseUrl}/docs/operations/getDepth.html`);
    // The form is filled in with the fields of the sample.
    const href = await own.getByRole("link", { name: "try it" }).getAttribute("href");
    expect(href).toMatch(/^http:\/\/[\d.]+:\d+\/#call\/getDepth\?symbol=BTCUSDT&limit=\d+$/u);
    expect(href).toContain(running.baseUrl);
    await own.goto(`${running.baseUrl}/docs/no/such.html`);
    await own.getByText("There is no such page").waitFor();
    expect(await accessFaults(own, {})).toEqual([]);
    await own.close();
  } finally {
    await running.close();
  }
});

function home(): string {
  return `${pathToFileURL(folder).href}/`;
}

/** Waits until all of the words can be read on the page, wherever tags divide them. */
async function seen(...words: readonly string[]): Promise<void> {
  const flat = (text: string): string => text.replace(/\s+/gu, "");
  const missing = async (): Promise<readonly string[]> => {
    const text = flat(await page.locator("body").innerText());
    return words.filter((each) => !text.includes(flat(each)));
  };
  await expect.poll(missing, { timeout: 20_000, interval: 100 }).toEqual([]);
}
