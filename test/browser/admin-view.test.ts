/**
 * The page's faults and clock in a real browser: faults, reached counters, commands, keys, symbols.
 */

import { writeFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { seededKeys } from "../../sandbox/config/accounts.ts";
import { faultKinds } from "../../sandbox/faults/kinds.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import { presets } from "../../sandbox/page/panels/presets.ts";
import { bundlePage } from "../../scripts/page-bundle.ts";
import { openBrowser, watch } from "../support/browser.ts";

test("there is a switch for every fault", () => {
  const switches = Object.values(presets).flatMap((group) => group.map(([, rule]) => rule.fault));
  expect(switches.toSorted()).toEqual(faultKinds.toSorted());
});

test("faults are switched on and counted, and commands run", async () => {
  const { sandbox, baseUrl, close } = await startSandbox({
    port: 0,
    page: createPage(seededKeys, { assets: bundlePage }),
  });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    const misdeeds = watch(page, baseUrl);
    await page.goto(`${baseUrl}/#sandbox`);
    const reached = page.locator("#switches output[data-fault=status]");
    await page.locator("#commands form").first().waitFor();

    const toggle = page.getByLabel("503 for one in three requests");
    await toggle.check();
    await page.locator("#rules tr", { hasText: "0.33" }).waitFor();
    for (let turn = 0; turn < 20; turn += 1) await fetch(`${baseUrl}/api/v1/time`);
    await expect.poll(() => reached.textContent()).not.toBe("0");
    expect(Number(await reached.textContent())).toBe(sandbox.faults.reached().status);
    if (process.env["PAGE_PICTURE"]) {
      const picture = await page.screenshot({ fullPage: true });
      await writeFile(process.env["PAGE_PICTURE"].replace(".png", "-faults.png"), picture);
    }
    await toggle.uncheck();
    await page.locator("#rules tr").waitFor({ state: "detached" });
    expect(sandbox.faults.list()).toEqual([]);

    await page.locator("#own-text").fill('{"fault": "delay"}');
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.locator("#error", { hasText: "rules[0].ms is missing" }).waitFor();
    await page.locator("#own-text").fill('{"fault": "delay", "ms": 5, "name": "late"}');
    await page.getByRole("button", { name: "Add the rule" }).click();
    await page.locator("#rules tr", { hasText: "late" }).getByRole("button").click();
    await page.locator("#rules tr").waitFor({ state: "detached" });

    const deposit = page.locator("form[data-command=deposit]");
    await deposit.getByLabel("account").fill("alice");
    await deposit.getByLabel("asset").fill("USDT");
    await deposit.getByLabel("amount").fill("12.5");
    await deposit.getByRole("button").click();
    await page.locator("#result", { hasText: "deposit" }).waitFor();
    const { free } = sandbox.exchange.state.accounts.get("alice")?.balances.get("USDT") ?? {};
    expect(free).toBe(1_000_012_50000000n);

    await page.getByRole("link", { name: "Connect" }).click();
    await page.locator("#keys tr", { hasText: "sandbox-secret-of-bob" }).waitFor();
    await page.locator("#symbols tr", { hasText: "PRICE_FILTER" }).first().waitFor();
    if (process.env["PAGE_PICTURE"]) {
      const picture = await page.screenshot({ fullPage: true });
      await writeFile(process.env["PAGE_PICTURE"].replace(".png", "-connect.png"), picture);
    }
    // The browser itself complains of the one rule that was rejected.
    expect(misdeeds).toEqual({ outside: [], complaints: [expect.stringContaining("400")] });
  } finally {
    await browser.close();
    await close();
  }
});
