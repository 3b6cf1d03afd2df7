/** The trading screen in a real browser, with a real sandbox behind it. */

import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createClient } from "../../generated/client.ts";
import type { RunningSandbox } from "../../sandbox/index.node.ts";
import { openOrders, recordedOrders } from "../sandbox/support/orders-of.ts";
import { openBrowser } from "../support/browser.ts";
import {
  openTradePage,
  startWithPage,
  type TradePage,
  type WrittenOrder,
} from "../support/trade-page.ts";

let browser: Browser;
const started: RunningSandbox[] = [];

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await Promise.all(started.map(({ close }) => close()));
});

/** The screen on a sandbox of its own, so that tests wait side by side. */
async function open(
  options?: Parameters<typeof startWithPage>[0],
  ofPage?: Parameters<typeof openTradePage>[2],
): Promise<TradePage & { readonly running: RunningSandbox }> {
  const running = await startWithPage(options);
  started.push(running);
  return { ...(await openTradePage(browser, running, ofPage)), running };
}

const symbol = "BTCUSDT";

/** The other side of every trade. */
function bob({ baseUrl }: RunningSandbox) {
  const apiKey = "sandbox-key-of-bob";
  return createClient({ baseUrl, apiKey, apiSecret: "sandbox-secret-of-bob" });
}

/** Prices of the book that do not trade at once, and the market order that comes to them. */
interface Prices {
  /** Inside the spread. */
  readonly inside: string;
  /** Three levels away on each side. */
  readonly below: string;
  readonly above: string;
}

type Side = "BUY" | "SELL";

/** An order, what is written into the form, and what the other account does to fill it. */
const rows: readonly (readonly [
  type: string,
  side: Side,
  texts: (prices: Prices) => Readonly<Record<string, string>>,
  other?: Side,
])[] = [
  ["LIMIT", "BUY", ({ inside }) => ({ price: inside, timeInForce: "GTC" }), "SELL"],
  ["MARKET", "SELL", () => ({})],
  ["LIMIT_MAKER", "SELL", ({ inside }) => ({ price: inside }), "BUY"],
  ["STOP_LOSS", "SELL", ({ below }) => ({ stopPrice: below }), "SELL"],
  ["STOP_LOSS_LIMIT", "BUY", ({ above }) => ({ stopPrice: above, price: "60000.00" }), "BUY"],
  ["TAKE_PROFIT", "BUY", ({ below }) => ({ stopPrice: below }), "SELL"],
  ["TAKE_PROFIT_LIMIT", "SELL", ({ above }) => ({ stopPrice: above, price: "30000.00" }), "BUY"],
];

/** Orders that trade at once or wait in the book, and those that wait for a stop price. */
const groups = [
  ["priced", rows.filter(([type]) => !/STOP|PROFIT/u.test(type)), "maker"],
  ["triggered", rows.filter(([type]) => /STOP|PROFIT/u.test(type)), "taker"],
] as const;

test.concurrent.each(groups)(
  "each %s order type is placed, canceled and filled through the form",
  async (_, group, lastRole) => {
    // Prices stand still but for the orders here, however long those take.
    const { page, place, openTab, firstRow, misdeeds, running } = await open({
      maker: { everyMs: 3_600_000 },
    });
    const other = bob(running);
    for (const [type, side, texts, otherSide] of group) {
      const { bids, asks } = await other.getDepth({ symbol, limit: 20 });
      const cents = (price = "0") => Math.round(Number(price) * 100);
      const inside = ((cents(bids[0]?.[0]) + cents(asks[0]?.[0])) / 200).toFixed(2);
      const prices = { inside, below: bids[3]?.[0] ?? "", above: asks[3]?.[0] ?? "" };
      const order: WrittenOrder = { type, side, texts: { ...texts(prices), quantity: "0.02" } };
      expect(await place(order), type).toContain(type);
      if (otherSide !== undefined) {
        await openTab("Open orders (1)");
        expect((await firstRow()).replaceAll(" ", "_").toUpperCase()).toContain(type);
        await page.getByRole("button", { name: "Cancel order" }).click();
        await page.getByRole("button", { name: "Open orders (0)" }).waitFor();
        await place(order);
        await page.getByRole("button", { name: "Open orders (1)" }).waitFor();
        const request = { symbol, side: otherSide, type: "MARKET", quantity: "1.5" } as const;
        await other.placeOrder(request);
      }
      await page.getByRole("button", { name: "Open orders (0)" }).waitFor();
      await openTab("history");
      expect(await firstRow(), type).toMatch(/0\.02 \/ 0\.02.*Filled/su);
    }
    await openTab("fills");
    expect(await firstRow()).toMatch(/Sell.*0\.02.*USDT/su);
    expect(await firstRow()).toContain(lastRole);
    await openTab("Balances");
    expect(await firstRow()).toMatch(/^BTC\s/u);
    expect(misdeeds).toEqual({ outside: [], complaints: [] });
  },
);

test.concurrent("what happens elsewhere is shown without asking for it again", async () => {
  const { page, running } = await open({ choices: { "list-pages": "oldest" } });
  await page.locator(".day").waitFor();
  await page.locator(".legend b").first().waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const other = bob(running);
  const alice = createClient({
    baseUrl: running.baseUrl,
    apiKey: "sandbox-key-of-alice",
    apiSecret: "sandbox-secret-of-alice",
  });
  for (const quantity of ["0.00111", "0.00112", "0.00113", "0.00114"]) {
    await other.placeOrder({ symbol, side: "BUY", type: "MARKET", quantity });
    await page.locator(".trades", { hasText: quantity }).waitFor();
  }
  // Those of days ago, with which the list begins, are none of the latest.
  const { qty = "" } = (await other.getTrades({ symbol, limit: 50 })).at(-1) ?? {};
  expect(await page.locator(".trades").innerText()).not.toContain(qty.slice(0, -3));
  const order = { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
  const placed = await alice.placeOrder({ ...order, price: "31234.56", quantity: "0.5" });
  await page.locator(".records tbody tr", { hasText: "31234.56" }).waitFor();
  await alice.cancelOrder({ symbol, orderId: placed.orderId ?? 0 });
  await page.locator(".records", { hasText: "No open orders" }).waitFor();
  expect(asked).toEqual([]);
});

test.concurrent("a double click is one order, and so is Enter twice", async () => {
  const { page, send, write } = await open();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/order")) sent.push(request.url());
  });
  await write({ type: "LIMIT", side: "BUY", texts: { price: "30000", quantity: "0.01" } });
  await send.dblclick();
  await page.locator(".notices [data-kind=done]").waitFor();
  await page.locator(".send[aria-disabled=false]").waitFor();
  expect(sent).toHaveLength(1);
  await page.locator("[name=price]").focus();
  await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]);
  await page.locator(".records tbody tr").nth(1).waitFor();
  await page.locator(".send[aria-disabled=false]").waitFor();
  expect(sent).toHaveLength(2);

  await page.getByRole("button", { name: "Cancel all 2" }).click();
  await page.getByRole("button", { name: "Keep them" }).click();
  await page.getByRole("button", { name: "Cancel all 2" }).click();
  await page.getByRole("button", { name: "Cancel 2 orders" }).click();
  await page.locator(".records", { hasText: "No open orders" }).waitFor();
});

test.concurrent("while the server is gone nothing is sent, and all is live again when it is back", async () => {
  const { page, send, place, openTab, whenLive, running } = await open();
  await place({ type: "LIMIT", side: "BUY", texts: { price: "30000", quantity: "0.01" } });
  await openTab("BTCUSDT history");
  await running.close();
  await page.locator(".ladder .outdated", { hasText: "Outdated since" }).waitFor();
  await page.locator(".records:has(.outdated) tbody tr", { hasText: "30000" }).waitFor();
  expect(await page.locator(".ladder .asks .sell").first().evaluate(colorAndInk)).toEqual("grey");
  await send.click({ force: true });
  await page.locator(".notices li", { hasText: "Not sent: BUY 0.01" }).waitFor();

  // Another exchange: of what was shown it has nothing, and nothing has been sent to it.
  const second = await startWithPage({ port: running.port });
  started.push(second);
  await whenLive();
  expect(await page.locator(".outdated").count()).toBe(0);
  await page.locator(".records", { hasText: "No orders yet." }).waitFor();
  const state = second.sandbox.exchange.state.accounts.get("alice");
  expect([...(state?.bySymbol.get(symbol)?.openOrders.values() ?? [])]).toEqual([]);
  await send.click();
  await page.locator(".records tbody tr", { hasText: "30000" }).waitFor();
});

/** What happens once the dialog is open, and what is open then, or why nothing was placed. */
const edits = [
  ["nothing else", [], "0.5", undefined],
  ["a part is filled", ["0.2"], "0.3", undefined],
  ["all of it is filled", ["0.5"], undefined, "it is FILLED"],
  [
    "the response to the cancellation is lost",
    [{ fault: "drop", accepted: true }],
    "0.5",
    undefined,
  ],
  ["the cancellation is lost", [{ fault: "drop" }], undefined, "it is still NEW"],
  ["another program cancels it", ["cancel"], undefined, "perhaps by another program"],
] as const;

test.concurrent.each(edits)(
  "an order is canceled and placed again when %s",
  async (_, meanwhile, rest, why) => {
    const { page, place, running } = await open({ maker: { everyMs: 3_600_000 } });
    const other = bob(running);
    const { bids, asks } = await other.getDepth({ symbol, limit: 5 });
    const price = ((Number(bids[0]?.[0]) + Number(asks[0]?.[0])) / 2).toFixed(2);
    await place({ type: "LIMIT", side: "BUY", texts: { price, quantity: "0.5" } });
    await page.getByRole("button", { name: "Edit order" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Price").fill("30000.001");
    await dialog.locator(".issue", { hasText: "price-tick" }).waitFor();
    await dialog.getByLabel("Price").fill("30000.01");
    const account = running.sandbox.exchange.state.accounts.get("alice");
    for (const one of meanwhile) {
      if (one === "cancel") {
        const [{ orderId } = { orderId: 0 }] = openOrders(account);
        running.sandbox.exchange.execute({ kind: "cancel", account: "alice", symbol, orderId });
      } else if (typeof one === "object") {
        running.sandbox.faults.add({ ...one, when: { operation: "cancelOrder" } });
      } else await other.placeOrder({ symbol, side: "SELL", type: "MARKET", quantity: one });
    }
    await dialog.getByRole("button", { name: "Cancel and place" }).click();
    if (why !== undefined) await page.locator(".notices", { hasText: why }).waitFor();
    else
      await page
        .locator(".records tbody tr", { hasText: `0 / ${rest}` })
        .filter({ hasText: "30000.01" })
        .waitFor();
    const placed = recordedOrders(account).filter((order) => order.price === 3_000_001_000_000n);
    expect(placed).toHaveLength(rest === undefined ? 0 : 1);
    expect(openOrders(account)).toHaveLength(
      why === undefined || why === "it is still NEW" ? 1 : 0,
    );
  },
);

test.concurrent("the chart is right when another part was opened first, and lines are dragged", async ({
  expect,
}) => {
  const { page, place } = await open({ maker: { everyMs: 3_600_000 } }, { hash: "#call" });
  await page.getByRole("link", { name: "Trade", exact: true }).click();
  const last = Number(await page.locator(".last").innerText());
  await place({
    type: "LIMIT",
    side: "BUY",
    texts: { price: (last * 0.995).toFixed(2), quantity: "0.5" },
  });
  const months = page.waitForResponse(/klines.*interval=1M/u);
  await page.getByLabel("Interval of the candles").selectOption("1M");
  const answer = await months;
  expect(await answer.json()).not.toEqual([]);
  // On every day of a month, one has begun since.
  const since = Number(new URL(answer.url()).searchParams.get("startTime") ?? "none");
  expect(since).toBeLessThan(Date.now() - 31 * 86_400_000);
  await page.getByLabel("Interval of the candles").selectOption("5m");
  const chart = page.locator(".canvas");
  const box = await chart.boundingBox();
  if (box === null) throw new Error("no chart");
  const { x, y, width, height } = box;
  const seen = new Set<string>();
  for (let left = 0; left < 96; left += 2) {
    await page.mouse.move(x + width - 240 + left, y + 20);
    seen.add(await page.locator(".legend").innerText());
  }
  // Each candle has its width, so that a pointer meets few of them.
  expect(seen.size).toBeGreaterThan(4);
  expect(seen.size).toBeLessThan(13);

  const isLine = () => chart.evaluate(({ style }) => style.cursor === "ns-resize");
  let at = y + height - 30;
  for (; at > y && !(await isLine()); at -= 2) await page.mouse.move(x + 200, at);
  await page.mouse.down();
  await page.mouse.move(x + 200, at + 30, { steps: 4 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog");
  const price = Number(await dialog.getByLabel("Price").inputValue());
  expect(price).toBeLessThan(last * 0.995);
  expect(price).toBeGreaterThan(last * 0.9);
  await dialog.getByRole("button", { name: "Cancel and place" }).click();
  await page.locator(".records tbody tr", { hasText: String(price) }).waitFor();

  await page.getByLabel("Step of the prices").selectOption({ label: "10" });
  const rows = page.locator(".ladder .side span:first-child");
  await expect
    .poll(async () => (await rows.allInnerTexts()).filter((text) => !/0\.00$/u.test(text)))
    .toEqual([]);
  await page.locator(".depth-chart").hover({ position: { x: 10, y: 40 } });
  await page.locator(".depth", { hasText: / BTC to \d/u }).waitFor();
});

/** Whether a price has the colour of muted text. */
function colorAndInk(element: Element): string {
  const probe = document.createElement("span");
  probe.style.color = "var(--muted)";
  document.body.append(probe);
  const muted = getComputedStyle(probe).color;
  probe.remove();
  return getComputedStyle(element).color === muted ? "grey" : "coloured";
}

test.concurrent("an order whose response is lost is pending until it is found, and never sent late", async () => {
  const { page, place } = await open({
    faults: [{ fault: "drop", accepted: true, when: { operation: "placeOrder" } }],
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  const texts = { price: "30000", quantity: "0.01" };
  expect(await place({ type: "LIMIT", side: "BUY", texts })).toContain("NEW");
  await page.locator(".records tbody tr", { hasText: "30000" }).waitFor();
  expect(sent).toEqual([expect.stringContaining("recvWindow=3000")]);
});

test.concurrent("records that cannot be read say so, and are read once they can be", async () => {
  const { page, openTab, running } = await open();
  running.sandbox.faults.add({ fault: "error", code: -1100, when: { operation: "getAllOrders" } });
  await page.evaluate(() => location.assign("#trade/ethusdt"));
  await openTab("history");
  await page.locator(".records .empty", { hasText: "-1100" }).waitFor();
  running.sandbox.faults.clear();
  await running.sandbox.control({ command: "cutSockets" });
  await page.locator(".records .empty", { hasText: "No orders yet." }).waitFor();
});

test.concurrent("values at the borders of filters are explained at their field, and made to fit", async () => {
  const { page, send, write } = await open();
  const field = (name: string) => page.locator(".field", { has: page.locator(`[name=${name}]`) });
  const value = (name: string) => page.locator(`form.order [name=${name}]`).inputValue();
  await write({ type: "LIMIT", texts: { price: "40000.005", quantity: "0.001234567" } });
  await field("price").locator(".issue", { hasText: "price-tick" }).waitFor();
  await field("quantity").locator(".issue", { hasText: "quantity-step" }).waitFor();
  await page.getByRole("button", { name: "Make it fit" }).click();
  expect([await value("price"), await value("quantity")]).toEqual(["40000", "0.00123"]);

  await write({ texts: { quantity: "0.000009" } });
  await field("quantity").locator(".issue", { hasText: "quantity-minimum" }).waitFor();
  await page.getByRole("button", { name: "Make it fit" }).click();
  await page.locator(".hint[role=status]", { hasText: "No quantity" }).waitFor();
  await write({ texts: { quantity: "9000.00001" } });
  await field("quantity").locator(".issue", { hasText: "quantity-maximum" }).waitFor();
  await write({ texts: { price: "1e3", quantity: "" } });
  await field("price").locator(".issue").waitFor();

  // An empty field is no issue before the order is sent.
  expect(await field("quantity").locator(".issue").count()).toBe(0);
  await send.click();
  await field("quantity").locator(".issue", { hasText: "is missing" }).waitFor();
  expect(await page.locator(".notices li").count()).toBe(0);

  // Shares of the balance are rounded down to the grid.
  await write({ side: "SELL", texts: { price: "40000" } });
  await page.getByRole("button", { name: "25 %" }).click();
  const free = (await page.locator(".sums dd").first().innerText()).replace(" BTC", "");
  const quarter = (BigInt(Math.round(Number(free) * 1e8)) / 4n / 1000n) * 1000n;
  expect(BigInt(Math.round(Number(await value("quantity")) * 1e8))).toBe(quarter);
});

const tiny = {
  baseAsset: "TINY",
  quoteAsset: "USDT",
  price: "0.00001234",
  filters: [
    { filterType: "PRICE_FILTER", minPrice: "0", maxPrice: "0", tickSize: "0.00000001" },
    { filterType: "LOT_SIZE", minQty: "1", maxQty: "900000000", stepSize: "0" },
  ],
} as const;

test.concurrent("500 symbols, 8 decimals and no steps leave the screen usable", async ({
  expect,
}) => {
  const many = Array.from({ length: 499 }, (_, index) => {
    return { baseAsset: `C${String(index).padStart(3, "0")}`, quoteAsset: "USDT", price: "20" };
  });
  const { page, place, write } = await open({ symbols: [...many, tiny] });
  await write({ texts: { price: "20", quantity: "1" } });
  const symbols = page.getByLabel("Symbol", { exact: true });
  expect(await symbols.locator("option").count()).toBe(500);
  await symbols.focus();
  await page.keyboard.press("End");
  await page.locator(".ladder-head", { hasText: "TINY" }).waitFor();
  // From here the next symbol is one key away.
  expect(await symbols.evaluate((select) => select.matches(":focus"))).toBe(true);
  await page
    .locator(".ladder .bids .buy", { hasText: /^0\.0000\d{4}$/u })
    .first()
    .waitFor();
  // Nothing of the other symbol is left.
  expect(await page.locator("[name=price]").inputValue()).toBe("");
  await page.locator(".ladder .bids [tabindex='0']").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const price = await page.locator("[name=price]").inputValue();
  expect(price).toMatch(/^0\.0000\d{4}$/u);
  expect(await place({ texts: { quantity: "123456.12345678" } })).toContain(price);
  const row = page.locator(".records tbody tr").first();
  await expect.poll(() => row.innerText()).toContain("0 / 123456.12345678");
  // However far away an order of a thin book is, no price of its depth is below 0.
  await place({ side: "SELL", texts: { price: "0.00009999", quantity: "1" } });
  await expect.poll(() => page.locator(".depth-chart").innerText()).toMatch(/^0\.0/u);
});

test.concurrent.each([
  ["light", 1280, 900],
  ["dark", 390, 844],
] as const)(
  "nothing on the screen is out of reach: %s, %i px",
  async (colorScheme, width, height) => {
    const viewport = { width, height };
    const { page, place, write } = await open({}, { colorScheme, viewport });
    await place({ type: "LIMIT", texts: { price: "30000.00", quantity: "0.01" } });
    await page.locator(".records tbody tr").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await write({ texts: { quantity: "0.000000001" } });
    await page.locator(".field .issue").first().waitFor();
    await page.evaluate(axe.source);
    const violations = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))",
    );
    expect(violations).toEqual([]);
    await page.getByRole("button", { name: "Cancel order" }).click();
    await page.locator(".records", { hasText: "No open orders" }).waitFor();
  },
);

test.concurrent("another account and another symbol come without anything of the one before", async () => {
  const { page, place, misdeeds, running } = await open();
  await place({ type: "LIMIT", side: "BUY", texts: { price: "30000.00", quantity: "0.01" } });
  await page.locator(".records tbody tr").first().waitFor();
  // The line of the order is drawn in the new colours.
  await page.getByLabel("Theme").selectOption("dark");
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const reads: string[] = [];
  page.on("request", (request) => reads.push(new URL(request.url()).pathname));
  await page.getByLabel("Account").first().selectOption({ label: "bob" });
  await page.locator(".records", { hasText: "No open orders" }).waitFor();
  await page.locator("[data-state=live]").waitFor();
  expect(await page.locator(".notices li").count()).toBe(0);
  expect(await page.locator("[name=price]").inputValue()).toBe("");
  // The market stays as it is.
  expect(reads.filter((path) => /depth|klines|ticker/u.test(path))).toEqual([]);
  await page.goto(`${running.baseUrl}/#trade/ETHUSDT`);
  await page.locator(".ladder-head", { hasText: "ETH" }).waitFor();
  await page.locator("[data-state=live]").waitFor();
  expect(Number(await page.locator(".last").innerText())).toBeLessThan(10_000);
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  await page.getByRole("link", { name: "Trade", exact: true }).click();
  expect(page.url()).toContain("#trade/ETHUSDT");
  expect(misdeeds).toEqual({ outside: [], complaints: [] });
});
