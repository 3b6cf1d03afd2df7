/** The page's panels in a real browser: each fault, calls by form, the inspector, the commands. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { seededKeys } from "../../sandbox/config/accounts.ts";
import { faultKinds } from "../../sandbox/faults/kinds.ts";
import { type RunningSandbox, startSandbox } from "../../sandbox/index.node.ts";
import { presets } from "../../sandbox/page/faults/presets.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import { bundlePage } from "../../scripts/page-bundle.ts";
import { type Misdeeds, openBrowser, watch } from "../support/browser.ts";

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
  everyMs = 1000,
): Promise<RunningSandbox & { page: Page; misdeeds: Misdeeds }> {
  const page = createPage(seededKeys, { assets: bundlePage });
  const started = await startSandbox({ port: 0, page, maker: { everyMs } });
  running.push(started);
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const misdeeds = watch(tab, started.baseUrl);
  await tab.goto(`${started.baseUrl}/#${hash}`);
  await tab.locator("#trade [data-outdated=false]").first().waitFor({ state: "attached" });
  return { ...started, page: tab, misdeeds };
}

test("there is a switch for every fault", () => {
  const all = Object.values(presets).flatMap((group) => group.map(({ rule }) => rule.fault));
  expect(all.toSorted()).toEqual(faultKinds.toSorted());
});

const read = "Read the account";
const place = "Place an order";
const ordinary = /Nothing it did was out of the ordinary/u;

/** By the name of each fault: what meets it, what the client did, and how the call ended. */
const wanted: Readonly<Record<string, readonly [string, RegExp, RegExp?]>> = {
  "Lose orders on their way": [place, /Asked the exchange what became of 1 order/u],
  "Accept orders, then reset the connection": [
    place,
    /Asked the exchange what became of 1 order/u,
    /Placed an order .* in 1 attempt/u,
  ],
  "Send no response": [read, /failed: no response in time/u],
  "Delay responses by about a second": [read, ordinary, /Read the account: \d/u],
  "Respond with something that is not HTTP": [read, /no response.*Sent \d requests? again/su],
  "Cut responses off after 20 bytes": [read, /a part of a response.*Sent \d requests? again/su],
  "Send responses at 20 bytes a second": [read, /no response in time/u],
  "Respond with 503 to one in three requests": [read, /failed: 503.*Sent \d requests? again/su],
  "Respond with 429 and Retry-After": [read, /failed: 429.*Sent \d requests? again/su],
  "Ban this address for a minute (418)": [read, /failed: 418.*Gave up \d calls?/su],
  "Report error -1003 with status 200": [read, /failed: 200 without a success/u],
  "Set the exchange's clock a minute ahead": [
    read,
    /failed: 400.*Read the exchange's time 1 time; its clock is (59|60)\.\d s ahead/su,
    /Read the account: \d/u,
  ],
  "Forget listen keys": [read, /This page's client/u, /Read the account: \d/u],
  "Wrap successes in the envelope": [read, ordinary, /Read the account: \d/u],
  "Leave out the usage headers": [read, ordinary, /Read the account: \d/u],
  "Label JSON as text/plain": [read, ordinary, /Read the account: \d/u],
  "Send an HTML page in place of JSON": [
    read,
    /failed: 200 without a success/u,
    /cannot be read as JSON/u,
  ],
  "Deliver orders twice": [place, ordinary, /Placed an order .* in 1 attempt/u],
  "Drop every fifth depth message": ["", /Fetched the order book anew/u],
  "Send every fifth depth message twice": ["", /Fetched the order book anew/u],
  "Swap every fifth depth message with the next": ["", /Fetched the order book anew/u],
  "Delay messages by half a second": ["", ordinary],
  "Replace one message in twenty by half a JSON text": [
    "",
    /Found \d+ messages? that it cannot read.*Opened/su,
  ],
  "Stop sending on open connections": ["", /Replaced 1 connection that brought no events/u],
  "Close connections at every twentieth message": ["", /Lost or left.*Opened/su],
  "Refuse new connections with 503": ["Cut sockets", /Lost or left/u],
};

test.concurrent.for(Object.entries(presets))(
  "%s: injected, answered, and recovered from",
  {
    timeout: 60_000,
  },
  async ([title, group], { expect }) => {
    const { page, sandbox } = await open("sandbox", title === "Streams" ? 50 : 1000);
    const status = page.getByRole("region", { name: "Try a call" }).getByRole("status");
    for (const { name } of group) {
      const [trigger, reaction, ending] = wanted[name] ?? ["", /nothing is wanted/u];
      const preset = page.locator(".preset", { hasText: name });
      await preset.getByRole("checkbox").check();
      await expect.poll(() => sandbox.faults.list().map((rule) => rule.name)).toEqual([name]);
      const meet = async (): Promise<void> => {
        if (trigger === "Cut sockets") {
          await page.locator("[data-command=cutSockets] button").click();
        } else if (trigger !== "") await page.getByRole("button", { name: trigger }).click();
      };
      await meet();
      if (ending !== undefined) await status.filter({ hasText: ending }).waitFor();
      const reactions = preset.locator(".reactions");
      // A fault by chance may need another call.
      await expect
        .poll(async () => {
          const text = (await reactions.textContent()) ?? "";
          if (!reaction.test(text) && name.includes("one in three")) await meet();
          return text;
        })
        .toMatch(reaction);
      await preset.getByRole("checkbox").uncheck();
      await expect.poll(() => sandbox.faults.list()).toEqual([]);
      // The address would stay banned for a minute, and the client would keep to it.
      if (name.startsWith("Ban")) sandbox.exchange.limits.ban("127.0.0.1", 0, 0);
      else await expect.poll(() => page.locator("[data-outdated=true]").count()).toBe(0);
      // Each loss of a connection makes the waits for the next one longer.
      const isCutOff = title === "Streams" && /connections|JSON/u.test(name);
      if (name.startsWith("Ban") || isCutOff) await page.reload();
    }
  },
);
