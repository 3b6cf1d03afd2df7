/**
 * The calculators of the docs in a real browser, opened from disk without a network: what they show
 * is what the product's own functions say.
 */

import { createHmac } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { compileFilters } from "../../generated/filters.ts";
import { limits, weightOf } from "../../generated/limits.ts";
import type { OperationId } from "../../generated/operations.ts";
import { checkOrderType } from "../../generated/order-rules.ts";
import { signing, signingText, signRequest } from "../../generated/signing.ts";
import type { Contract } from "../../generators/contract/model.ts";
import type { DocsPage } from "../../generators/docs/pages.ts";
import type { Pair } from "../../runtime/encoding/percent.ts";
import { orderFieldIssues } from "../../runtime/filters/order-check.ts";
import { createSandbox } from "../../sandbox/index.ts";
import { bundleBrowserFiles } from "../../scripts/docs/bundle.ts";
import { openBrowser, watch } from "../support/browser.ts";
import { contract, contractPages, pages } from "../support/contract-pages.ts";
import { newFolder } from "../support/folder.ts";
import { vectors } from "../support/signing-vectors.ts";

const folder = newFolder();
let browser: Browser;

beforeAll(async () => {
  await writePages(folder, contract, [...pages.values()]);
  // As of another spec, which lacks a filter.
  const filters = contract.filters.filter(({ name }) => name !== "LOT_SIZE");
  const other = { ...contract, filters };
  await writePages(join(folder, "other"), other, contractPages(other));
  browser = await openBrowser();
});

async function writePages(
  place: string,
  own: Contract,
  rendered: readonly DocsPage[],
): Promise<void> {
  await mkdir(place, { recursive: true });
  for (const { path, text } of [...rendered, ...(await bundleBrowserFiles(own))]) {
    if (!path.includes("/")) await writeFile(join(place, path), text);
  }
}

afterAll(() => browser.close());

/** Opens a page, and checks at the end that it called nobody and kept nothing. */
async function withPage(file: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const home = `${pathToFileURL(folder).href}/`;
  const misdeeds = watch(page, home);
  await page.goto(`${home}${file}`);
  await use(page);
  const kept = await page.evaluate(() => [
    localStorage.length,
    sessionStorage.length,
    location.search,
  ]);
  expect({ ...misdeeds, kept, cookies: await context.cookies() }).toEqual({
    ...{ outside: [], complaints: [] },
    ...{ kept: [0, 0, ""], cookies: [] },
  });
  await context.close();
}

const stamp = ["timestamp", "1499827319559"] as const;

interface Signed {
  readonly query: readonly Pair[];
  readonly body: readonly Pair[];
  readonly secret: string;
}

const typedRows: readonly Signed[] = [
  { query: [["price", " 0.1\t"], stamp], body: [], secret: "s" },
  { query: [["note", "a=b&c=d+e%20f"], stamp], body: [["note2", "&=+%"]], secret: "two words" },
  { query: [], body: [["newClientOrderId", "größe-日本-🚀"], stamp], secret: "🔑" },
  { query: [["newClientOrderId", ""], stamp], body: [], secret: "s" },
];

test("signs what is typed, as the client does", async () => {
  await withPage("signing.html", async (page) => {
    for (const row of typedRows) {
      await page.locator("#sign-query").fill(asLines(row.query));
      await page.locator("#sign-body").fill(asLines(row.body));
      await page.locator("#sign-secret").fill(row.secret);
      const outcome = await outcomeOf(row);
      await expect.poll(() => shown(page, "sign-")).toMatchObject(outcome);
    }
  });
});

test("shows each test vector, and says that its signature is right", async () => {
  await withPage("signing.html", async (page) => {
    for (const [index, { signature, ...row }] of vectors.entries()) {
      await page.locator("#sign-example").selectOption(String(index));
      const outcome = await outcomeOf(row);
      const verdict = "The signature matches the contract’s test vector.";
      await expect
        .poll(() => shown(page, "sign-"))
        .toMatchObject({ ...outcome, signature, verdict });
    }
  });
});

/** What the product's functions make of the fields of a request. */
async function outcomeOf({ query, body, secret }: Signed): Promise<Record<string, string>> {
  const fields = { query: Object.fromEntries(query), body: Object.fromEntries(body) };
  const { url, init } = await signRequest(
    { method: "POST", url: address, ...fields },
    { apiKey: "k", apiSecret: secret },
  );
  const bytes = Buffer.from(signingText(query, body, signing));
  return {
    text: bytes.toString(),
    length: `${bytes.length} bytes of UTF-8`,
    bytes: bytes.toString("hex").replace(/..(?!$)/gu, "$& "),
    signature: /signature=(\w+)$/.exec(init.body ?? url)?.[1] ?? "",
    "sent-query": url.slice(address.length) || "(none)",
    "sent-body": init.body ?? "(none)",
  };
}

const secretFault =
  "The secret has an invalid value; give the secret as it was issued, without spaces around it.";

const signingFaults: readonly { field: string; typed: string; fault: string }[] = [
  { field: "query", typed: "a=1\nb", fault: "Line 2 has no equals sign: write name=value." },
  { field: "body", typed: "=1", fault: "Line 1 has no name: write name=value." },
  { field: "query", typed: " a=1", fault: "Line 1 has spaces around its name." },
  ...["", "  ", "s "].map((typed) => ({ field: "secret", typed, fault: secretFault })),
];

test("shows a fault at the field where it was typed", async () => {
  await withPage("signing.html", async (page) => {
    for (const { field, typed, fault } of signingFaults) {
      const before = await page.locator(`#sign-${field}`).inputValue();
      await page.locator(`#sign-${field}`).fill(typed);
      await expect.poll(() => page.locator(`#sign-${field}-issue`).textContent()).toBe(fault);
      expect(await page.locator("#sign-result").isHidden()).toBe(true);
      await page.locator(`#sign-${field}`).fill(before);
      await expect.poll(() => page.locator("#sign-result").isVisible()).toBe(true);
    }
  });
});

test("names the usual mistake behind another signature", async () => {
  await withPage("signing.html", async (page) => {
    const [query, body] = [
      [
        ["b", "x y"],
        ["a", " 1"],
      ] as const,
      [["c", "2"]] as const,
    ];
    await page.locator("#sign-query").fill(asLines(query));
    await page.locator("#sign-body").fill(asLines(body));
    await page.locator("#sign-secret").fill("s");
    const hmac = (text: string) => createHmac("sha256", "s").update(text).digest("hex");
    for (const [text, verdict] of [
      ["b=x y&a=1c=2", "Your signature is the same."],
      [
        "b=x%20y&a=1c=2",
        "Your signature differs. It covers the percent-encoded text, as it was sent.",
      ],
      ["b=x y&a=1&c=2", "Your signature differs. It covers query and body with & between them."],
      ["b=x y&a= 1c=2", "Your signature differs. It covers values with the space around them."],
      ["c=2b=x y&a=1", "Your signature differs. It covers the body before the query."],
      ["a=1&b=x yc=2", "Your signature differs. It covers the fields in the order of their names."],
      ["else", "no common mistake"],
    ] as const) {
      await page.locator("#sign-own").fill(hmac(text));
      await expect.poll(async () => (await shown(page, "sign-"))["verdict"]).toContain(verdict);
    }
    await page.locator("#sign-own").fill(hmac("b=x y&a=1c=2").toUpperCase());
    await expect
      .poll(async () => (await shown(page, "sign-"))["verdict"])
      .toContain("not in lower case");
  });
});

test("judges a timestamp on both sides of each bound", async () => {
  const { aheadMsBelow, windowMsDefault, windowMsMax } = signing;
  const server = 1_700_000_000_000;
  await withPage("signing.html", async (page) => {
    for (const [timestamp, window, verdict] of [
      [server + aheadMsBelow - 1, "", "Accepted"],
      [server + aheadMsBelow, "", "Refused with -1021"],
      [server - windowMsDefault, "", "Accepted"],
      [server - windowMsDefault - 1, "", "Refused with -1021"],
      [server - 1, "0", "Refused with -1021"],
      [server - windowMsMax, String(windowMsMax), "Accepted"],
    ] as const) {
      await page.locator("#time-server").fill(String(server));
      await page.locator("#time-stamp").fill(String(timestamp));
      await page.locator("#time-window").fill(window);
      expect(await page.locator("#time-result").textContent()).toMatch(`${verdict}: `);
    }
    await page.locator("#time-window").fill(String(windowMsMax + 1));
    expect(await page.locator("#time-window-issue").textContent()).toContain(
      `up to ${windowMsMax}`,
    );
    expect(await page.locator("#time-result").textContent()).toBe("");
  });
});

const address = "https://exchange.test/order";

function asLines(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${name}=${value}`).join("\n");
}

/** The texts of all elements whose id begins so, by the rest of their ids. */
async function shown(page: Page, prefix: string): Promise<Record<string, string>> {
  return page.evaluate((start) => {
    const all = [...document.querySelectorAll(`[id^="${start}"]`)];
    return Object.fromEntries(
      all.map(({ id, textContent }) => [id.slice(start.length), textContent]),
    );
  }, prefix);
}

const lots = { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" };
const prices = { filterType: "PRICE_FILTER", minPrice: "1", maxPrice: "9", tickSize: "0.5" };
const digits = "123456789012345678901234567890";

const filterRows: readonly {
  filters: readonly object[];
  order: Record<string, string>;
  market?: Record<string, string>;
}[] = [
  { filters: [lots, prices], order: { quantity: "0.10", price: "1" } },
  { filters: [lots, prices], order: { quantity: "100.00", price: "9" } },
  { filters: [lots, prices], order: { quantity: "0.12", price: "1.25" } },
  { filters: [lots, prices], order: { quantity: "0.09999", price: "9.5", icebergQty: "0.11" } },
  { filters: [lots], order: { quantity: "abc", price: "1e3" } },
  { filters: [{ ...lots, stepSize: "0" }], order: { quantity: "0.10000001" } },
  { filters: [{ ...lots, maxQty: digits, stepSize: "1e-1" }], order: { quantity: digits } },
  {
    filters: [{ ...lots, minQty: `0.${digits}`, maxQty: digits, stepSize: `0.${digits}` }],
    order: { quantity: `${digits}.${digits}` },
  },
  {
    filters: [{ filterType: "ICEBERG_PARTS", limit: 10 }],
    order: { quantity: "1", icebergQty: "0" },
  },
  { filters: [{ filterType: "NEW_RULE", x: 1 }, {}], order: { quantity: "1" } },
  {
    filters: [{ filterType: "MAX_NUM_ORDERS", limit: 200 }],
    order: { quantity: "1" },
    market: { openOrders: "199" },
  },
  {
    filters: [{ filterType: "MAX_NUM_ORDERS", limit: 200 }],
    order: { quantity: "1" },
    market: { openOrders: "200" },
  },
  {
    filters: [
      { filterType: "PERCENT_PRICE", multiplierUp: "5", multiplierDown: "0.2", avgPriceMins: 0 },
      { filterType: "MIN_NOTIONAL", minNotional: "5", applyToMarket: true, avgPriceMins: 5 },
    ],
    order: { type: "MARKET", quantity: "2", price: "100" },
    market: { lastPrice: "19.99" },
  },
  {
    filters: [
      { filterType: "MIN_NOTIONAL", minNotional: "5", applyToMarket: true, avgPriceMins: 5 },
    ],
    order: { type: "MARKET", quantity: "2" },
  },
];

test("checks and fits an order as the client does", async () => {
  await withPage("filters.html", async (page) => {
    await page.locator("details summary").last().scrollIntoViewIfNeeded();
    for (const details of await page.locator("#filters-form details").all()) {
      await details.locator("summary").click();
    }
    for (const { filters, order, market = {} } of filterRows) {
      const information = { symbols: [{ symbol: "AB", filters }] };
      await page.locator("#filters-information").fill(JSON.stringify(information));
      await page.locator("#order-type").selectOption(order["type"] ?? "LIMIT");
      for (const name of ["quantity", "price", "stopPrice", "icebergQty", "quoteOrderQty"]) {
        await page.locator(`#order-${name}`).fill(order[name] ?? "");
      }
      for (const name of ["averagePrice", "lastPrice", "openOrders"]) {
        await page.locator(`#market-${name}`).fill(market[name] ?? "");
      }
      expect(await findings(page)).toEqual(expected(filters, order, market));
    }
  });
});

/** The messages on the page, by the list that they stand in. */
async function findings(page: Page): Promise<Record<string, readonly string[]>> {
  return page.evaluate(() => {
    const lists = [...document.querySelectorAll("#filters-result [id]")];
    const messages = (list: Element): string[] => {
      const own = [...list.querySelectorAll(".message")];
      const items = own.length > 0 ? own : [...list.querySelectorAll("li")];
      return (items.length > 0 ? items : [list]).map(({ textContent }) => textContent);
    };
    return Object.fromEntries(lists.map((list) => [list.id.slice(8), messages(list)]));
  });
}

function expected(
  filters: readonly object[],
  order: Record<string, string>,
  market: Record<string, string>,
): Record<string, readonly string[]> {
  const whole = { symbol: "AB", side: "BUY", type: "LIMIT", timeInForce: "GTC", ...order };
  const compiled = compileFilters(filters);
  const { violations, unknown, notEvaluated, warnings } = compiled.checkOrder(whole, market);
  const fit = compiled.fitOrder(whole, market);
  const messages = (all: readonly { readonly message: string }[]) => all.map((one) => one.message);
  const lists = {
    violations: messages([...orderFieldIssues(whole, checkOrderType), ...violations]),
    fit:
      fit.kind === "impossible"
        ? [fit.why]
        : fit.changes.map(({ field, from, to, why }) => `${field} ${from} → ${to}. ${why}`),
    unknown: messages(unknown),
    "not-evaluated": notEvaluated.map(({ reason }) => reason),
    warnings: messages(warnings),
    disabled: compiled.disabled.map(() => "is off."),
  };
  if (lists.fit.length === 0) lists.fit = ["No amount needs rounding."];
  return Object.fromEntries(Object.entries(lists).filter(([, all]) => all.length > 0));
}

test("begins with the sandbox's symbols, and takes amounts that fit", async () => {
  const response = await createSandbox().fetch("http://sandbox/api/v1/exchangeInfo");
  const { symbols } = (await response.json()) as { symbols: readonly { symbol: string }[] };
  await withPage("filters.html", async (page) => {
    const given = JSON.parse(await page.locator("#filters-information").inputValue());
    expect(given.symbols).toEqual(symbols);
    expect(await page.locator("#filters-symbol option").allTextContents()).toEqual(
      symbols.map(({ symbol }) => symbol),
    );
    await page.getByRole("button", { name: "Use these amounts" }).click();
    expect(await page.locator("#order-quantity").inputValue()).toBe("0.01234");
    expect(await page.locator("#order-price").inputValue()).toBe("43000");
    expect(await page.locator("#filters-violations").count()).toBe(0);
    await page.locator("#order-timeInForce").selectOption("");
    expect(await page.locator("#filters-violations").textContent()).toContain(
      "timeInForce is missing",
    );
  });
});

test("checks by the spec of the pages, not by that of the project", async () => {
  await withPage("other/filters.html", async (page) => {
    expect(await page.locator("#filters-violations").textContent()).not.toContain("LOT_SIZE");
    expect(await page.locator("#filters-not-evaluated").textContent()).toContain(
      "Its rules are unknown.",
    );
  });
});

test("says what is wrong with pasted exchange information", async () => {
  await withPage("filters.html", async (page) => {
    await page.locator("#filters-form summary").last().click();
    const paste = async (text: string): Promise<string | null> => {
      await page.locator("#filters-information").fill(text);
      return page.locator("#filters-information-issue").textContent();
    };
    expect(await paste("{")).toBe("This is not JSON.");
    expect(await paste('{"symbols":[]}')).toContain("no list of symbols");
    expect(await page.locator("#filters-result").isHidden()).toBe(true);
    const symbol = { symbol: "XY", filters: [lots] };
    for (const one of [symbol, { symbols: [symbol] }, { code: 0, data: { symbols: [symbol] } }]) {
      expect(await paste(JSON.stringify(one))).toBe("");
      expect(await page.locator("#filters-symbol").inputValue()).toBe("XY");
    }
  });
});

interface Call {
  readonly operation: OperationId;
  readonly times: number;
  readonly fields?: Readonly<Record<string, string>>;
}

const sequences: readonly { calls: readonly Call[]; refused?: string }[] = [
  { calls: [{ operation: "getDepth", times: 20, fields: { limit: "1000" } }] },
  { calls: [{ operation: "getDepth", times: 1, fields: { limit: "100" } }] },
  { calls: [{ operation: "getDepth", times: 1, fields: { limit: "101" } }] },
  { calls: [{ operation: "getDepth", times: 1, fields: { limit: "5000" } }] },
  {
    calls: [
      { operation: "getDepth", times: 3 },
      { operation: "placeOrder", times: 7 },
    ],
  },
  { calls: [{ operation: "getOpenOrders", times: 2, fields: { symbol: "A" } }] },
  { calls: [{ operation: "getAccount", times: 100 }] },
  { calls: [{ operation: "getAccount", times: 101 }], refused: "Call 101 is refused." },
  {
    calls: [
      { operation: "getAccount", times: 98 },
      { operation: "getOpenOrders", times: 1 },
      { operation: "getTime", times: 5 },
    ],
    refused: "Call 99 is refused.",
  },
];

test("says what a sequence of calls leaves of each window", async () => {
  await withPage("limits.html", async (page) => {
    expect(await page.locator("#limits-result").textContent()).toContain("800 of 1,000 left");
    for (const { calls, refused } of sequences) {
      const remove = page.getByRole("button", { name: "Remove" });
      for (let rows = await remove.count(); rows > 0; rows -= 1) await remove.first().click();
      for (const { operation, times, fields = {} } of calls) {
        await page.getByRole("button", { name: "Add a call" }).click();
        const row = page.locator("fieldset").last();
        await row.locator("select").selectOption(operation);
        await row.getByLabel("Times").fill(String(times));
        for (const [name, value] of Object.entries(fields)) await row.getByLabel(name).fill(value);
      }
      const rows = await page.locator("#limits-result .left").allTextContents();
      expect(rows).toEqual(limits.map((window) => leftOf(window, calls)));
      const refusals = await page.locator("#limits-result .broken").allTextContents();
      expect(refusals).toEqual(refused === undefined ? [] : [refused]);
    }
  });
});

/** Calls one after the other; one that a weight window has no room for counts in none. */
function leftOf(window: (typeof limits)[number], calls: readonly Call[]): string {
  let [weight, orders] = [0, 0];
  for (const { operation, times, fields } of calls) {
    for (let call = 0; call < times; call += 1) {
      const { ip = 0 } = weightOf(operation, fields);
      if (weight + ip > 1000) continue;
      weight += ip;
      orders += operation === "placeOrder" ? 1 : 0;
    }
  }
  const left = window.amount - (window.counts === "weight" ? weight : orders);
  return `${left.toLocaleString("en-US")} of ${window.amount.toLocaleString("en-US")} left`;
}

test("refuses what is not a call, at its field", async () => {
  await withPage("limits.html", async (page) => {
    for (const text of ["0", "1.5", "-1", "", "99999999"]) {
      await page.getByLabel("Times").fill(text);
      expect(await page.locator("#call-1-times-issue").textContent()).toContain("whole number");
      expect(await page.locator("#limits-result").textContent()).toBe("");
    }
    await page.getByLabel("Times").fill("1");
    for (const text of ["0", "x", "-5", "1.5"]) {
      await page.locator("#call-1-limit").fill(text);
      expect(await page.locator("#call-1-limit-issue").textContent()).toMatch(/^limit /u);
    }
  });
});
