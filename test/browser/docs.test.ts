/** The rendered pages in a real browser: they call nobody, complain of nothing, say the facts. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import type { AxeResults, RunOptions } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { channelHref, operationHref } from "../../generators/docs/links.ts";
import { kindWords } from "../../generators/docs/marks.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import { readContract } from "../../scripts/shared/spec.ts";
import type { Misdeeds } from "../support/browser.ts";
import { openBrowser, watch } from "../support/browser.ts";
import {
  brokenLinks,
  type DocsSite,
  deadNames,
  outsideAddresses,
  readSite,
} from "../support/docs-site.ts";
import { facts } from "./facts.ts";

declare global {
  var axe: { readonly run: (options: RunOptions) => Promise<AxeResults> };
}

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

const references = [
  ...contract.operations.map(operationHref),
  ...contract.channels.map(channelHref),
];

test("every page of an operation or stream shows its sample in each language", {
  timeout: 240_000,
}, async () => {
  const page = await browser.newPage();
  const misdeeds = watch(page, home());
  for (const path of references) {
    await page.goto(home() + path);
    const tabs = await page.getByRole("tab").allTextContents();
    expect([path, tabs]).toEqual([path, expect.arrayContaining(["TypeScript", "Python"])]);
    for (const name of tabs) {
      await page.getByRole("tab", { name }).click();
      const panels = page.locator("#samples > section:visible");
      expect([path, await panels.count()]).toEqual([path, 1]);
      expect((await panels.locator("pre").innerText()).length).toBeGreaterThan(30);
    }
  }
  // The last choice holds on the next page.
  await page.goto(`${home()}operations/getDepth.html`);
  const kept = await page.locator("[role=tab][aria-selected=true]").textContent();
  expect(kept).toBe("Python");
  expect(misdeeds).toEqual({ outside: [], complaints: [] });
  await page.close();
});

test.each([true, false])(
  "each fact of the interface can be read on its page (script: %s)",
  { timeout: 240_000 },
  async (javaScriptEnabled) => {
    expect(facts.length).toBeGreaterThan(80);
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const misdeeds = watch(page, home());
    const wrong: unknown[] = [];
    for (const path of new Set(facts.map(([file]) => file))) {
      await page.goto(home() + path);
      const rows = await readableRows(page);
      for (const [file, words, kind] of facts) {
        if (file !== path) continue;
        const found = rows.filter((text) => text.includes(words));
        const isAssumed = (text: string): boolean => text.includes(`${words} assumed`);
        const holds = found.some((text) => isAssumed(text) === (kind === "assumed"));
        if (!holds) wrong.push([path, words, kind, found]);
      }
    }
    expect(wrong).toEqual([]);
    expect(misdeeds).toEqual({ outside: [], complaints: [] });
    await context.close();
  },
);

/** The text of each row, item, heading and paragraph that can be seen. */
function readableRows(page: Page): Promise<readonly string[]> {
  return page.locator("tr, li, dd, p, h1, h2, h3").evaluateAll((all) => {
    return all.map((one) => (one as HTMLElement).innerText.replaceAll(/\s+/gu, " ").trim());
  });
}

test("the address of an operation on the page of all leads to its own", async () => {
  const page = await browser.newPage();
  for (const [from, to] of [
    ["rest.html#placeOrder", "operations/placeOrder.html"],
    ["rest.html#/orders/placeorder", "operations/placeOrder.html"],
    ["streams.html#depth", "streams/depth.html"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(home() + from);
    await page.waitForURL(home() + to);
  }
  await page.close();
});

test("an operation prints with its fields and samples in every language", async () => {
  const page = await browser.newPage();
  await page.goto(`${home()}operations/placeOrder.html`);
  await page.emulateMedia({ media: "print" });
  await seen(
    page,
    "POST",
    "/api/v1/order",
    "newClientOrderId",
    "openssl",
    "createClient",
    "import hmac",
  );
  expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
  await page.close();
});

test("one order type is shown alone", async () => {
  const page = await browser.newPage();
  await page.goto(`${home()}operations/placeOrder.html`);
  const shown = () => page.locator("#order-types tbody th:visible").allInnerTexts();
  expect((await shown()).length).toBeGreaterThan(5);
  await page.getByLabel("Order type").selectOption("MARKET");
  expect(await shown()).toEqual([expect.stringContaining("MARKET")]);
  await page.close();
});

test("a page of the reference is small", () => {
  for (const path of references) {
    expect([path, gzipSync(site.get(path) ?? "").byteLength]).toSatisfy(
      ([, size]: [string, number]) => size < 30_000,
    );
  }
});

test("a link to try an operation leads to the sandbox that serves the page", async () => {
  const page = await browser.newPage();
  const origin = "http://exchange.test";
  await page.route(`${origin}/docs/**`, (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname.slice(6)) }),
  );
  await page.goto(`${origin}/docs/operations/getDepth.html`);
  const link = page.getByRole("link", { name: "try it" });
  await link.focus();
  // The form is filled in with the fields of the sample.
  const filled = /^http:\/\/exchange\.test\/#call\/getDepth\?symbol=BTCUSDT&limit=\d+$/u;
  await expect.poll(() => link.getAttribute("href")).toMatch(filled);
  await page.close();
});

test("the list of assumptions filters by text and kind", async () => {
  const page = await browser.newPage();
  await open(page, "assumptions.html");
  const shown = (): Promise<number> => page.locator("main section section:visible").count();
  expect(await shown()).toBe(contract.assumptions.length);
  for (const [kind, words] of Object.entries(kindWords)) {
    await page.locator("#kind").selectOption(words);
    const own = contract.assumptions.filter((one) => one.kind === kind);
    expect(await shown(), words).toBe(own.length);
  }
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
  ["-1021", "rules.html#error-1021"],
  ["LOT_SIZE", "filters.html#LOT_SIZE"],
  ["weight left", "limits.html#budget"],
  ["rate limit", "limits.html"],
  ["candles", "operations/getKlines.html"],
  ["reconnect 24 hours", "rules.html#connection"],
  ["cancelling", "assumptions.html#cancel-order"],
  ["STOP_LOSS_LIMIT", "rules.html#order-type-STOP_LOSS_LIMIT"],
  ["X-MBX-ORDER-COUNT-1D", "limits.html#header-X-MBX-ORDER-COUNT-1D"],
];

test("the search box leads from the words of a question to its answer", async () => {
  const page = await browser.newPage();
  await open(page, "index.html");
  for (const [words, place] of questions) {
    await page.locator("#portal-search").fill(words);
    const hrefs = () =>
      page.locator("#portal-results [role=option]").evaluateAll((all) => {
        return all.map((one) => one.getAttribute("href"));
      });
    await expect.poll(hrefs).toContain(place);
  }
  await page.locator("#portal-search").fill("cancelling");
  const first = page.locator("#portal-results [role=option]").first();
  await expect.poll(() => first.getAttribute("href")).toBe("operations/cancelOrder.html");
  await page.close();
});

/** Pages of each form, and places of the reference pages that show all of their elements. */
const forms = [
  ...["index", "rules", "limits", "filters", "signing", "order-book"],
  ...["assumptions", "changes", "rest", "streams"],
  ...["operations/placeOrder", "streams/userData", "404"],
  ...["guides/signing", "client/signing", "spec/index", "spec/paths/orders"],
].map((name) => `${name}.html`);
/** Their colours are those of the other pages. */
const isLong = /^(?:assumptions|changes|spec)/u;
/** Nothing else depends on the theme. */
const contrastOnly: RunOptions = { runOnly: ["color-contrast", "scrollable-region-focusable"] };

test("every form of page is accessible in light", { timeout: 240_000 }, async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 844 } });
  const faults: string[] = [];
  for (const path of forms) {
    await openDrawn(page, path);
    faults.push(...(await accessFaults(page, {})).map((fault) => `${path} ${fault}`));
  }
  expect(faults).toEqual([]);
  await page.close();
});

/** A phone shows every element of the wide page, and their structure is the same in both themes. */
test("every form of page fits a phone, and is accessible in dark", {
  timeout: 240_000,
}, async () => {
  const viewport = { width: 390, height: 844 };
  const page = await browser.newPage({ colorScheme: "dark", viewport });
  const texts = ["guides/decisions.html", "guides/client.html", "client/tradespec.html"];
  const faults: string[] = [];
  for (const path of [...forms, ...references, ...texts]) {
    await openDrawn(page, path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > viewport.width) faults.push(`${path} is ${width} wide`);
    if (isLong.test(path) || texts.includes(path) || references.includes(path)) continue;
    faults.push(...(await accessFaults(page, contrastOnly)).map((fault) => `${path} ${fault}`));
  }
  expect(faults).toEqual([]);
  await page.close();
});

/** Opens a page anew. */
async function openDrawn(page: Page, path: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${home()}${path}`);
}

async function accessFaults(page: Page, options: RunOptions): Promise<readonly string[]> {
  await page.evaluate(await readFile("node_modules/axe-core/axe.min.js", "utf8"));
  return page.evaluate(async (given) => {
    // A long list has the same forms at its end as at its beginning.
    for (const card of [...document.querySelectorAll("main section section")].slice(8))
      card.remove();
    const { violations } = await globalThis.axe.run(given);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}

test.each(["spec/paths/orders.html", "operations/getDepth.html"])(
  "the search of %s works with the keyboard",
  async (file) => {
    const page = await browser.newPage();
    const misdeeds = await open(page, file);
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
    await seen(page, "never blindly");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("-1021");
    await page.getByRole("option", { name: "-1021" }).first().waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator("#portal-results").isVisible()).toBe(false);
    expect(misdeeds).toEqual({ outside: [], complaints: [] });
    await page.close();
  },
);

test("a chosen theme holds on every page, until it is the system's again", async () => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  const paper = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.querySelector(".portal")!).backgroundColor);
  await open(page, "index.html");
  const light = await paper();
  await page.getByLabel("Theme").selectOption("dark");
  for (const file of ["rest.html", "guides/client.html"]) {
    await page.goto(`${home()}${file}`);
    await expect.poll(paper).not.toBe(light);
    expect(await page.locator("html").getAttribute("class")).toContain("dark");
  }
  await page.getByLabel("Theme").selectOption("system");
  await page.goto(`${home()}streams.html`);
  expect(await paper()).toBe(light);
  await context.close();
});

test("the pages are served at /docs, compressed, and once", async () => {
  const page = createPage([], { docsFolder: folder });
  const running = await startSandbox({ port: 0, page });
  try {
    const get = (path: string, headers = {}): Promise<Response> =>
      fetch(running.baseUrl + path, { headers, redirect: "manual" });
    expect((await get("/docs")).headers.get("location")).toBe("/docs/");
    expect(await (await get("/docs/")).text()).toBe(site.get("index.html"));
    for (const path of [
      "rest.html",
      "operations/getDepth.html",
      "guides/client.html",
      "portal.js",
    ]) {
      const response = await get(`/docs/${path}`);
      expect(response.headers.get("content-encoding")).toBe("gzip");
      expect(await response.text()).toBe(site.get(path));
      const tag = response.headers.get("etag") ?? "";
      expect((await get(`/docs/${path}`, { "if-none-match": tag })).status).toBe(304);
    }
    for (const path of ["/docs/../package.json", "/docs/%2e%2e/package.json", "/docs/guides"]) {
      expect((await get(path)).status).toBe(404);
    }
  } finally {
    await running.close();
  }
});

async function open(page: Page, path: string): Promise<Misdeeds> {
  const misdeeds = watch(page, home());
  await page.goto(`${home()}${path}`, { waitUntil: "load" });
  return misdeeds;
}

function home(): string {
  return `${pathToFileURL(folder).href}/`;
}

/** Waits until all of the words can be read on the page, wherever tags divide them. */
async function seen(page: Page, ...words: readonly string[]): Promise<void> {
  const flat = (text: string): string => text.replace(/\s+/gu, "");
  const missing = async (): Promise<readonly string[]> => {
    const text = flat(await page.locator("body").innerText());
    return words.filter((each) => !text.includes(flat(each)));
  };
  await expect.poll(missing, { timeout: 20_000, interval: 100 }).toEqual([]);
}
