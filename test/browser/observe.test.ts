/** A session of a real browser on the sandbox's page, recorded and observed as a whole. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { seededKeys } from "../../sandbox/config/accounts.ts";
import { startSandbox } from "../../sandbox/index.node.ts";
import { createPage } from "../../sandbox/page/page.node.ts";
import { bundlePage } from "../../scripts/page/bundle.ts";
import { loadDocuments } from "../../testing/documents/load.node.ts";
import { observe } from "../../testing/observe/observe.ts";
import { readFiles } from "../../testing/observe/sources/read.node.ts";
import { openBrowser } from "../support/browser.ts";
import { newFolder } from "../support/folder.ts";

test("a HAR and the frames of a browser's session fit, and contradict nothing", {
  timeout: 60_000,
}, async () => {
  const folder = newFolder();
  const page = createPage(seededKeys, { assets: bundlePage });
  const sandbox = await startSandbox({ port: 0, page, maker: { everyMs: 100 } });
  const browser = await openBrowser();
  try {
    const [har, frames] = [join(folder, "session.har"), join(folder, "frames.ndjson")];
    const context = await browser.newContext({ recordHar: { path: har, content: "embed" } });
    const tab = await context.newPage();
    const lines: string[] = [];
    tab.on("websocket", (socket) => {
      // The page's own channel to the sandbox is no part of the exchange.
      if (socket.url().includes("/control/")) return;
      const connection = lines.length;
      const add = (event: object): void => {
        lines.push(JSON.stringify({ at: Date.now(), connection, ...event }));
      };
      add({ opens: socket.url() });
      socket.on("framesent", ({ payload }) => add({ kind: "sends", text: String(payload) }));
      socket.on("framereceived", ({ payload }) => add({ kind: "receives", text: String(payload) }));
    });
    await tab.goto(`${sandbox.baseUrl}/#sandbox`);
    await tab.locator("#panel-trade [data-outdated=false]").first().waitFor({ state: "attached" });
    for (const name of ["Place an order", "Read the account"]) {
      await tab.getByRole("button", { name }).click();
      await tab.getByRole("region", { name: "Try a call" }).getByRole("status").waitFor();
    }
    await expect.poll(() => lines.join("\n")).toContain("executionReport");
    await context.close();
    await writeFile(frames, lines.join("\n"));

    const observation = observe(await readFiles([har, frames]), await loadDocuments());
    const { calls, messages, deviations, news, assumptions } = observation;
    expect({ deviations, news }).toEqual({ deviations: [], news: [] });
    expect(assumptions.filter(({ verdict }) => verdict === "contradicted")).toEqual([]);
    expect(assumptions.filter(({ verdict }) => verdict === "confirmed")).toEqual([]);
    expect(assumptions.filter(({ verdict }) => verdict === "unconfirmed").length).toBeGreaterThan(
      15,
    );
    // What the page reads for itself goes over its own channel.
    expect([calls > 1, messages > 10]).toEqual([true, true]);
    const [{ apiKey = "none" } = {}] = sandbox.sandbox.accounts;
    expect(await readFile(har, "utf8")).toContain(apiKey);
    expect(JSON.stringify(observation)).not.toContain(apiKey);
  } finally {
    await browser.close();
    await sandbox.close();
  }
});
