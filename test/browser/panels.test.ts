/** The page's panels in a real browser: each fault, calls by form, the inspector, the commands. */

import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { operations } from "../../generated/operations.ts";
import { sandboxSchemas } from "../../generated/sandbox.ts";
import { machine } from "../../sandbox/defaults.ts";
import { faultKinds } from "../../sandbox/faults/kinds.ts";
import { createPacedClock, type RunningSandbox } from "../../sandbox/index.node.ts";
import { presets } from "../../sandbox/page/faults/presets.ts";
import { recordedOrders } from "../sandbox/support/orders-of.ts";
import { type Misdeeds, openBrowser, watch } from "../support/browser.ts";
import { startWithPage } from "../support/trade-page.ts";

let browser: Browser;
const running: RunningSandbox[] = [];
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await Promise.all(running.map(({ close }) => close()));
});

/** A page on a sandbox of its own, whose prices move so often. */
async function open(
  hash: string,
  options: number | Parameters<typeof startWithPage>[0] = 1000,
): Promise<RunningSandbox & { page: Page; misdeeds: Misdeeds }> {
  const started = await startWithPage(
    typeof options === "number" ? { maker: { everyMs: options } } : options,
  );
  running.push(started);
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const misdeeds = watch(tab, started.baseUrl);
  await tab.goto(`${started.baseUrl}/#${hash}`);
  await tab.locator("#panel-trade [data-outdated=false]").first().waitFor({ state: "attached" });
  // What a client does at its start is no reaction to a fault.
  await tab.waitForFunction(() => document.querySelector("[data-outdated=true]") === null);
  // No address scrolls past the header.
  expect(await tab.evaluate(() => scrollY)).toBe(0);
  return { ...started, page: tab, misdeeds };
}

test("there is a switch for every fault", () => {
  const all = Object.values(presets).flatMap((group) => group.map(({ rule }) => rule.fault));
  expect(all.toSorted()).toEqual(faultKinds.toSorted());
});

const read = "Read the account";
const place = "Place an order";
/** It takes longer than the others, so it has a test of its own. */
const silent = "Stop sending on open connections";

// Another request of the page may come before the one that is sent again.
const again = /This page: .*(sent it again|went on with .*) after/u;
const book = /This page: .*fetched a new book/u;
const connected = /This page: .*connected again/u;
const account = /Read the account: \d/u;

/** By the name of each fault: what meets it, what the page did then, and how the call ended. */
const wanted: Readonly<Record<string, readonly [string, (RegExp | undefined)?, RegExp?]>> = {
  "Lose orders on their way": [place, /This page: .*asked what became of the order/u],
  // Whatever comes first, the response to its question or the message of its stream.
  "Accept orders, then reset the connection": [
    place,
    undefined,
    /Placed an order .* in 1 attempt/u,
  ],
  "Send no response": [read, again],
  "Delay responses by about a second": [read, undefined, account],
  "Respond with something that is not HTTP": [read, again],
  "Cut responses off after 20 bytes": [read, again],
  "Send responses at 20 bytes a second": [read, again],
  "Respond with 503 to one in three requests": [read, again],
  "Respond with 429 and Retry-After": [read, again],
  "Ban this address for a minute (418)": [read, undefined, /Read the account: .*banned/u],
  "Report too many requests with status 200": [read, undefined, /Read the account: .*-1003/u],
  "Set the exchange's clock a minute ahead": [read, /read the exchange's time/u, account],
  "Forget listen keys": [read, undefined, account],
  "Wrap successes in the envelope": [read, undefined, account],
  "Leave out the usage headers": [read, undefined, account],
  "Label JSON as text/plain": [read, undefined, account],
  "Send an HTML page in place of JSON": [read, undefined, /cannot be read as JSON/u],
  "Deliver orders twice": [place, undefined, /Placed an order .* in 1 attempt/u],
  "Drop every fifth depth message": ["", book],
  "Send every fifth depth message twice": ["", book],
  "Swap every fifth depth message with the next": ["", book],
  "Delay messages by half a second": [""],
  "Replace one message in twenty by half a JSON text": ["", /This page: .*(connected|book)/u],
  "Close connections at every twentieth message": ["", connected],
  "Refuse new connections with 503": ["Cut sockets", connected],
};

test.concurrent.for(Object.entries(presets))(
  "%s: injected, answered, and recovered from",
  async ([title, group], { expect }) => {
    const { page, sandbox } = await open("sandbox", title === "Streams" ? 50 : 1000);
    const status = page.getByRole("region", { name: "Try a call" }).getByRole("status");
    for (const { name } of group) {
      if (name === silent) continue;
      const [trigger, reaction = /./u, ending = /./u] = wanted[name] ?? [""];
      expect(Object.keys(wanted)).toContain(name);
      const preset = page.locator(".preset", { hasText: name });
      await preset.getByRole("checkbox").check();
      await expect.poll(() => sandbox.faults.list().map((rule) => rule.name)).toEqual([name]);
      const meet = async (): Promise<void> => {
        if (trigger === "Cut sockets") {
          await page.locator("[data-command=cutSockets] button").click();
        } else if (trigger !== "") await page.getByRole("button", { name: trigger }).click();
      };
      await meet();
      // A fault by chance may need another call.
      await expect
        .poll(async () => {
          const text = (await preset.textContent()) ?? "";
          if (!text.includes("injected") && name.includes("one in three")) await meet();
          return text;
        })
        .toContain("injected");
      if (trigger !== "Cut sockets" && trigger !== "") {
        await status.filter({ hasText: ending }).waitFor();
      }
      const outdated = () => page.locator("[data-outdated=true]").count();
      // By chance it meets a trade first, which the page reads nothing to make up for.
      if (name.includes("one message in")) {
        await expect.poll(() => preset.textContent(), { timeout: 60_000 }).toMatch(reaction);
      }
      await preset.getByRole("checkbox").uncheck();
      await expect.poll(() => sandbox.faults.list()).toEqual([]);
      // Each loss of a connection makes the wait for the next one longer.
      await expect.poll(() => preset.textContent(), { timeout: 60_000 }).toMatch(reaction);
      // The call may go on for a while, and is no matter of the next fault.
      await expect.poll(() => status.textContent()).not.toContain("waiting for the outcome");
      // The address would stay banned for a minute, and the client would keep to it.
      if (name.startsWith("Ban")) sandbox.exchange.limits.ban("page", 0, 0);
      else await expect.poll(outdated, { timeout: 60_000 }).toBe(0);
      const isCutOff = title === "Streams" && /connections|JSON/u.test(name);
      if (name.startsWith("Ban") || isCutOff) await page.reload();
    }
    await page.close();
  },
);

test.concurrent(`${silent}: the page notices, and recovers`, async ({ expect }) => {
  const { page } = await open("sandbox", 50);
  const ladder = page.locator("#panel-trade .ladder-body");
  // A book that has never moved is not known to be busy.
  for (let turn = 0; turn < 5; turn += 1) {
    const before = await ladder.textContent();
    await expect.poll(() => ladder.textContent()).not.toBe(before);
  }
  const preset = page.locator(".preset", { hasText: silent });
  await preset.getByRole("checkbox").check();
  await expect.poll(() => preset.textContent()).toMatch(/This page: .*(connected|book)/u);
  await page.getByRole("button", { name: "Switch all faults off" }).click();
  await page.reload();
  await expect.poll(() => page.locator("[data-outdated=true]").count()).toBe(0);
  await page.close();
});

test.concurrent("any operation has a form, which calls it and leads to what was sent", async ({
  expect,
}) => {
  const { page, misdeeds } = await open("call");
  for (const { id, parameters } of Object.values(operations)) {
    await page.evaluate((hash) => location.assign(hash), `#call/${id}`);
    await page.getByRole("heading", { name: id, exact: true }).waitFor();
    const fields = page.locator("#panel-call .input label b");
    expect(await fields.allTextContents()).toEqual(parameters.map(({ name }) => name));
  }
  // An address fills the form in; a fault is shown at its field, and nothing is sent.
  await page.evaluate(() => location.assign("#call/getOrder?symbol=BTCUSDT&orderId=x"));
  await page.getByRole("button", { name: "Sign and send" }).click();
  const orderId = page.getByLabel("orderId", { exact: true });
  await expect.poll(() => orderId.getAttribute("aria-invalid")).toBe("true");
  const fault = await orderId.evaluate((input) => {
    return input.ariaDescribedByElements?.map((element) => element.textContent).join(" ");
  });
  expect(fault).toContain("orderId is not a 64-bit integer");
  // The exchange's own refusal.
  await orderId.fill("9007199254740993");
  await page.getByRole("button", { name: "Sign and send" }).click();
  await page.locator("#panel-call .result", { hasText: "-2013" }).waitFor();
  await page.locator("#panel-call .result a").click();
  await page.getByRole("button", { name: "Signature" }).click();
  await page.locator("#panel-inspect .code", { hasText: "orderId=9007199254740993" }).waitFor();
  // A rule of trading, found before anything is sent.
  await page.evaluate(() => {
    location.assign("#call/placeOrder?symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1");
  });
  const fields = page.locator("#panel-call .input");
  await fields.filter({ hasText: "priceneeded" }).waitFor();
  await fields.filter({ hasText: "quoteOrderQtynot for this type" }).waitFor();
  expect(await page.locator("#panel-call .detail").textContent()).not.toContain("spec/");
  await page.getByRole("button", { name: "Sign and send" }).click();
  await page.getByRole("button", { name: "Place it" }).click();
  await page
    .locator("#panel-call .input", { hasText: "price" })
    .getByRole("alert")
    .first()
    .waitFor();
  expect(misdeeds).toEqual({ outside: [], complaints: [expect.stringContaining("400")] });
  await page.close();
});

test.concurrent("a recorded order is sent again only when somebody says so", async ({ expect }) => {
  const { page, sandbox, misdeeds } = await open("sandbox");
  await page.getByRole("button", { name: "Place an order" }).click();
  await page.getByText("Placed an order for 100").waitFor();
  const orders = () => recordedOrders(sandbox.exchange.state.accounts.get("alice")).length;
  const before = orders();
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  const list = page.getByRole("list", { name: "Requests" });
  await page.getByRole("combobox", { name: "Program" }).selectOption("this page");
  await page.getByRole("searchbox", { name: "Filter" }).fill("placeOrder");
  await expect.poll(() => list.getByRole("link").count()).toBe(1);
  await list.getByRole("link").click();
  await page.getByRole("button", { name: "Code" }).click();
  await page.getByRole("button", { name: "TypeScript" }).click();
  const code = await page.locator("#panel-inspect .samples").textContent();
  expect(code).toContain("client.placeOrder");
  expect(code).not.toContain("sandbox-secret");
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("button", { name: "Do not send" }).click();
  expect(orders()).toBe(before);
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("button", { name: "Place it" }).click();
  await expect.poll(() => list.getByRole("link").count()).toBe(2);
  expect(orders()).toBe(before + 1);

  // From line to line by the keyboard; the newest comes first.
  await list.getByRole("link").first().focus();
  await page.keyboard.press("ArrowDown");
  const chosen = page.locator("#panel-inspect .rows a[aria-current=true]");
  await expect
    .poll(() => chosen.getAttribute("href"))
    .toBe(await list.getByRole("link").nth(1).getAttribute("href"));
  const ids = await page.evaluate(() => document.activeElement?.getAttribute("href"));
  expect(ids).toBe(await chosen.getAttribute("href"));

  await page.getByRole("searchbox", { name: "Filter" }).fill("");
  await page.getByRole("button", { name: /^Messages/u }).click();
  const messages = page.getByRole("list", { name: "Messages" });
  await messages.getByRole("link", { name: "executionReport" }).first().click();
  await page.getByRole("row", { name: "Order id." }).waitFor();
  await page.locator("#panel-inspect .samples", { hasText: "watchUserData" }).waitFor();
  await expect.poll(() => messages.getByText("depthUpdate").count()).toBe(0);
  expect(await page.evaluate(() => Object.keys({ ...localStorage }))).toEqual(["tradespec-theme"]);
  expect(misdeeds).toEqual({ outside: [], complaints: [] });
  await page.close();
});

test.concurrent("commands run, and programs find what they need to connect", async ({ expect }) => {
  const { page, sandbox, misdeeds } = await open("sandbox");
  await page.getByLabel("Your own rule").fill('{"fault": "delay"}');
  await page.getByRole("button", { name: "Add the rule" }).click();
  await page.getByRole("alert").filter({ hasText: "rules[0].ms is missing" }).waitFor();
  await page.getByLabel("Your own rule").fill('{"fault": "delay", "ms": 5, "name": "late"}');
  await page.getByRole("button", { name: "Add the rule" }).click();
  await page.locator(".rules li", { hasText: "late" }).getByRole("button").click();
  await expect.poll(() => sandbox.faults.list()).toEqual([]);

  const deposit = page.locator("form[data-command=deposit]");
  await deposit.getByLabel("Account").selectOption("alice");
  await deposit.getByLabel("Asset").selectOption("USDT");
  await deposit.getByLabel("Amount").fill("12.5");
  await deposit.getByRole("button").click();
  await page.getByRole("status").filter({ hasText: "Deposit" }).waitFor();
  const { free } = sandbox.exchange.state.accounts.get("alice")?.balances.get("USDT") ?? {};
  expect(free).toBe(1_000_012_50000000n);
  // The clock is the machine's.
  expect(await page.locator("form[data-command=clock]").count()).toBe(0);
  const maker = page.locator("form[data-command=maker]");
  await maker.getByLabel("Prices move").selectOption("no");
  await maker.getByRole("button").click();
  await expect.poll(() => sandbox.maker.isRunning()).toBe(false);

  const status = page.locator("form[data-command=status]");
  await status.getByLabel("Status").selectOption("BREAK");
  await status.getByRole("button").click();
  await page.getByRole("link", { name: "Trade", exact: true }).click();
  await page.locator(".summary", { hasText: /BTCUSDT.*Break/su }).waitFor();

  await page.getByRole("link", { name: "Connect" }).click();
  await page.getByRole("row", { name: "sandbox-secret-of-bob" }).waitFor();
  await sandbox.fetch("http://sandbox/api/v1/listenKey", { method: "PUT" });
  for (const name of ["inspect", "report", "call/placeOrder", "sandbox", "connect"]) {
    await page.evaluate((hash) => location.assign(hash), `#${name}`);
    await page.locator(`#panel-${name.split("/")[0]}:not([hidden])`).waitFor();
    await page.evaluate(axe.source);
    const found = await page.evaluate("axe.run('main:not([hidden])')");
    const { violations } = found as { violations: readonly { id: string; nodes: unknown }[] };
    expect(violations).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, name).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  // The browser itself complains of the one rule that was rejected.
  expect(misdeeds).toEqual({ outside: [], complaints: [expect.stringContaining("400")] });
  await page.close();
});

test.concurrent("a virtual clock steps, runs and goes back, and a replay is scrubbed", async ({
  expect,
}) => {
  const replay = [0, 60_000, 120_000].map((at, index) => {
    return { at, data: { e: "trade", s: "BTCUSDT", p: `${40_001 + index}`, q: "1", m: true } };
  });
  const clock = createPacedClock(1_700_000_000_000, machine);
  clock.freeze();
  const { page, sandbox } = await open("sandbox", { replay, maker: false, clock });
  const time = page.getByRole("region", { name: "Time" });
  await time.getByText("0 of 3 messages, 0.0 of 120.0 s").waitFor();
  await time.getByText(`At most ${sandboxSchemas.SavedStates.maxItems} states`).waitFor();
  await time.getByRole("button", { name: "Save this state" }).click();
  await time.getByRole("button", { name: "1 min" }).click();
  await time.getByText("2 of 3 messages, 60.0 of 120.0 s").waitFor();
  const states = time.getByRole("list", { name: "Saved states" }).getByRole("listitem");
  await states.filter({ hasText: "2023-11-14" }).getByRole("button").click();
  await time.getByText("0 of 3 messages, 0.0 of 120.0 s").waitFor();
  await time.getByRole("slider").fill("120000");
  await time.getByText("3 of 3 messages").waitFor();
  await time.getByRole("slider").fill("60001");
  await time.getByText("2 of 3 messages").waitFor();
  await page.getByRole("link", { name: "Trade", exact: true }).click();
  await page.locator(".last", { hasText: "40002" }).waitFor();
  await page.getByRole("link", { name: "Faults and clock" }).click();
  await time.getByRole("button", { name: "Run" }).click();
  await time.getByRole("button", { name: "Stop" }).click();
  await time.getByRole("button", { name: "Run" }).waitFor();
  expect(sandbox.clock?.now()).toBeGreaterThan(1_700_000_060_001);
  await page.close();
});
