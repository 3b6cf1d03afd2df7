/** The sandbox's page in a real browser: opened, and used as a trader would. */

import type { Browser, Locator, Page } from "playwright-core";

import type { KeyRecord } from "../../sandbox/config/accounts.ts";
import { type RunningSandbox, type StartOptions, startSandbox } from "../../sandbox/index.node.ts";
import { createPage, type PageAssets } from "../../sandbox/page/page.node.ts";
import { label } from "../../sandbox/page/parts/format.ts";
import { bundlePage } from "../../scripts/page/bundle.ts";
import { type Misdeeds, watch } from "./browser.ts";

let made: Promise<PageAssets> | undefined;

/** A sandbox on a port that serves the page, made from its sources once. */
export async function startWithPage(
  options: Partial<StartOptions> = {},
  accounts: readonly KeyRecord[] = [],
): Promise<RunningSandbox> {
  made ??= bundlePage();
  const assets = (): Promise<PageAssets> => made ?? bundlePage();
  let running: RunningSandbox | undefined;
  const keys = () => (accounts.length > 0 ? accounts : (running?.sandbox.accounts ?? []));
  running = await startSandbox({
    port: 0,
    page: (path, header) => createPage(keys(), { assets })(path, header),
    ...options,
  });
  return running;
}

export interface TradePage {
  readonly page: Page;
  readonly misdeeds: Misdeeds;
  /** The button that places. */
  readonly send: Locator;
  /** Fills the form; other fields stay as they are. */
  readonly write: (order: WrittenOrder) => Promise<void>;
  /** Places what is written, and waits until the exchange has answered. */
  readonly place: (order: WrittenOrder) => Promise<string>;
  readonly openTab: (name: string) => Promise<void>;
  /** The first row of the tab that is open, as text. */
  readonly firstRow: () => Promise<string>;
  /** Waits until everything on the screen is live. */
  readonly whenLive: () => Promise<void>;
}

/** What is written into the form: texts by field. */
export interface WrittenOrder {
  readonly side?: "BUY" | "SELL";
  readonly type?: string;
  readonly texts?: Readonly<Record<string, string>>;
}

/** Opens the trading screen and waits until it is live. */
export async function openTradePage(
  browser: Browser,
  { baseUrl }: RunningSandbox,
  options: Parameters<Browser["newPage"]>[0] & { readonly hash?: string } = {},
): Promise<TradePage> {
  const { hash = "", ...rest } = options;
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...rest });
  page.setDefaultTimeout(60_000);
  const misdeeds = watch(page, baseUrl);
  const send = page.locator(".send");
  const form = page.locator("form.order");
  const write = async ({ side, type, texts = {} }: WrittenOrder): Promise<void> => {
    if (side !== undefined)
      await form.getByRole("button", { name: label(side), exact: true }).click();
    if (type !== undefined) await form.locator("[name=type]").selectOption(type);
    for (const [name, text] of Object.entries(texts)) {
      const field = form.locator(`[name=${name}]`);
      if (name === "timeInForce") await field.selectOption(text);
      else await field.fill(text);
    }
  };
  const whenLive = () => page.locator("[data-state=live]").waitFor({ state: "attached" });
  await page.goto(`${baseUrl}/${hash}`);
  await whenLive();
  return {
    page,
    misdeeds,
    send,
    write,
    place: async (order) => {
      await write(order);
      const [before = ""] = await page.locator(".notices li:first-child span").allTextContents();
      await page.locator(".send[aria-disabled=false]").click();
      const outcome = page.locator(".notices li:first-child:not([data-kind=pending]) span");
      const next = before === "" ? outcome : outcome.filter({ hasNotText: before });
      return next.innerText();
    },
    openTab: (name) => page.locator(".records header").getByRole("button", { name }).click(),
    firstRow: () => page.locator(".records tbody tr").first().innerText(),
    whenLive,
  };
}
