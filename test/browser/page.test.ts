/** The trading page in a real browser: it loads the client itself, signs there, and places. */

import { writeFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { seededKeys } from "../../sandbox/config/accounts.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import { openBrowser, watch } from "../support/browser.ts";

test("an order placed on the trading page is signed in the browser and comes back", async () => {
  const sandbox = await startSandbox({ port: 0, page: createPage(seededKeys) });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const misdeeds = watch(page, sandbox.baseUrl);
    await page.goto(`${sandbox.baseUrl}/`);
    await page.locator("#state.live").waitFor();
    await page.locator("#asks tr").nth(5).waitFor();

    await page.locator("[name=quantity]").fill("0.02");
    await page.getByRole("button", { name: "Sign and place" }).click();
    await page.locator("#response", { hasText: '"status": "FILLED"' }).waitFor();
    await page.locator("#events li", { hasText: "executionReport" }).first().waitFor();

    await page.locator("[name=price]").fill("40000.00");
    await page.getByRole("button", { name: "Sign and place" }).click();
    const cancel = page.locator("#orders button").first();
    await cancel.waitFor();
    if (process.env["PAGE_PICTURE"]) {
      await writeFile(process.env["PAGE_PICTURE"], await page.screenshot());
    }
    await cancel.click();
    await page.locator("#response", { hasText: "CANCELED" }).waitFor();

    await page.locator("[name=quantity]").fill("1e3");
    await page.getByRole("button", { name: "Sign and place" }).click();
    await page.locator("#response", { hasText: "quantity" }).waitFor();
    expect(misdeeds).toEqual({ outside: [], complaints: [] });
  } finally {
    await browser.close();
    await sandbox.close();
  }
});
