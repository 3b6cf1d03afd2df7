/** The page shows what a bot does, says what is wrong, and takes nothing from the bot's limits. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { signing } from "../../generated/signing.ts";
import { takerName } from "../../sandbox/config/accounts.ts";
import { openBrowser } from "../support/browser.ts";
import { openTradePage, startWithPage } from "../support/trade-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("a bot's requests, their refusals and the report on it are on the page", async () => {
  const running = await startWithPage({ maker: { everyMs: 50 } });
  const { baseUrl, sandbox } = running;
  const headers = { [signing.header]: "sandbox-key-of-bob", "User-Agent": "my-bot/1" };
  const order = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.01&price=43000";
  const send = (path: string, method = "GET") => fetch(`${baseUrl}${path}`, { method, headers });
  await send("/api/v1/time");
  await send(`/api/v1/order?${order}&timestamp=${Date.now()}&signature=ab`, "POST");
  await send("/api/v3/time");
  const bot = () => sandbox.exchange.limits.headers("127.0.0.1", undefined, Date.now());
  const used = Number(bot()["X-MBX-USED-WEIGHT-1M"]);

  const { page, misdeeds } = await openTradePage(browser, running);
  page.setDefaultTimeout(8000);
  // The page itself, its style and its script.
  const names = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  expect(names.map((name) => name.replace(baseUrl, ""))).toEqual([
    "/page/style.css",
    "/page/app.js",
  ]);
  await page.evaluate(() => location.assign("#requests"));
  // Whatever the page reads, the bot still has.
  expect(Number(bot()["X-MBX-USED-WEIGHT-1M"])).toBeLessThanOrEqual(used);
  const list = page.getByRole("list", { name: "Requests" });
  const program = page.getByRole("combobox", { name: "Program", exact: true });
  const bots = [
    "GET /api/v3/time → refused -1000 the interface has no such path; did you mean /api/v1/time?",
    expect.stringMatching(/^POST order BUY 0\.01 BTCUSDT @ 43000 → refused -1022 It was made/u),
    "GET time → accepted",
  ];
  // At first the page's own requests are left out.
  for (const [choice, names] of [
    [undefined, bots],
    ["this page", []],
    ["bob", bots],
  ] as const) {
    if (choice !== undefined) await program.selectOption(choice);
    await expect.poll(() => list.locator(".name").allTextContents()).toEqual(names);
  }
  await page.getByRole("combobox", { name: "Operation", exact: true }).selectOption("placeOrder");
  await page
    .getByRole("combobox", { name: "Outcome", exact: true })
    .selectOption("refused or lost");
  await expect.poll(() => list.getByRole("link").count()).toBe(1);
  await list.getByRole("link").click();
  await page.getByText("my-bot/1").waitFor();
  await page.getByRole("button", { name: "Signature" }).click();
  await page.getByText("The signature is wrong.").waitFor();
  await page.locator("#panel-inspect .code", { hasText: `${order}&timestamp=` }).waitFor();
  expect(await page.locator("#panel-inspect").innerHTML()).not.toContain("sandbox-secret");

  // Market messages displace nothing: more of them than anything keeps.
  const limit = { kind: "place", symbol: "BTCUSDT", side: "BUY" } as const;
  const resting = { type: "LIMIT", timeInForce: "GTC", price: 3_000_000_000_000n } as const;
  sandbox.exchange.execute({ ...limit, ...resting, account: "alice", quantity: 1_000_000n });
  for (let count = 0; count < 3000; count += 1) {
    sandbox.exchange.execute({ ...limit, account: takerName, type: "MARKET", quantity: 1000n });
  }
  await page.getByRole("button", { name: /^Messages/u }).click();
  const messages = page.getByRole("list", { name: "Messages" });
  await program.selectOption("this page");
  await expect.poll(() => messages.getByText("opened").count()).toBeGreaterThan(0);
  await expect.poll(() => messages.getByText("executionReport").count()).toBe(1);
  expect(await messages.getByText("depthUpdate").count()).toBe(0);

  await page.getByRole("link", { name: "Report", exact: true }).click();
  const checks = page.getByRole("region", { name: "Checks" });
  await checks.getByRole("heading", { name: "Failed checks: 2" }).waitFor();
  await checks
    .locator("[data-check=wrong-signature]", { hasText: "Wrong signatures: 1" })
    .waitFor();
  await checks.locator("[data-check=unknown-path]", { hasText: "GET /api/v3/time" }).waitFor();
  await page.getByRole("row", { name: "placeOrder 0 1 0 0" }).waitFor();
  const gauges = page.getByRole("group", { name: "Rate limits of your programs" });
  expect(await gauges.getByLabel("weight10s").count()).toBe(1);
  expect(await gauges.innerText()).toContain("weight10s");
  for (const [address, panel] of [
    ["inspector", "inspect"],
    ["faults", "sandbox"],
    ["report", "report"],
  ] as const) {
    await page.evaluate((hash) => location.assign(hash), `#${address}`);
    await page.locator(`#panel-${panel}:not([hidden])`).waitFor();
  }
  expect(misdeeds).toEqual({ outside: [], complaints: [] });
  await page.close();
  await running.close();
});

test("a script that does not belong to the page does not run", async () => {
  const running = await startWithPage();
  const { page } = await openTradePage(browser, running);
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.foreignScriptRan = true";
    document.body.append(script);
    return "foreignScriptRan" in globalThis;
  });
  expect(ran).toBe(false);
  await page.close();
  await running.close();
});
