/** The stream client on sockets of every make: it is cut, comes back, and leaves nothing. */

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { createStreams, StreamOptions } from "../../../generated/stream-client.ts";
import { type RunningSandbox, startSandbox } from "../../../sandbox/index.node.ts";
import { openBrowser, watch } from "../../support/browser.ts";
import { newFolder } from "../../support/folder.ts";

let running: RunningSandbox;
let url: string;

beforeEach(async () => {
  running = await startSandbox({ port: 0, maker: { everyMs: 5 } });
  url = `${running.streamUrl}/stream`;
  // The fifth trade that the client would get ends its connection.
  running.sandbox.faults.add({ fault: "cut", when: { stream: "btcusdt@trade", nth: 5 } });
});

afterEach(() => running.close());

const patient = { timeout: 20_000 };

interface SessionReport {
  readonly before: number[];
  readonly after: number[];
  readonly kinds: string[];
}

/** Reads trades until some have come after a gap. Runs elsewhere too, so it needs nothing else. */
async function session(
  create: typeof createStreams,
  options: Pick<StreamOptions, "url" | "WebSocket">,
): Promise<SessionReport> {
  const received: SessionReport = { before: [], after: [], kinds: [] };
  let ids = received.before;
  const streams = create({
    ...options,
    reconnectSpreadMs: 50,
    onEvent: ({ kind }) => received.kinds.push(kind),
  });
  const onGap = (): void => {
    ids = received.after;
  };
  for await (const { t } of streams.trade("BTCUSDT", { onGap })) {
    ids.push(Number(t));
    if (received.after.length === 5) break;
  }
  streams.close();
  return received;
}

function checkSession({ before, after, kinds }: SessionReport): void {
  const [first = 0] = before;
  const [again = 0] = after;
  expect(before).toEqual([0, 1, 2, 3].map((step) => first + step));
  expect(after).toEqual([0, 1, 2, 3, 4].map((step) => again + step));
  expect(again).toBeGreaterThan(first + 4);
  expect(kinds).toEqual(["connected", "gap", "disconnected", "connected"]);
}

/** The client and the session in one script for a platform. */
async function scriptFor(platform: "node" | "browser", run: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createStreams } from "./generated/stream-client.ts";
        const session = ${String(session)};
        ${run}`,
      resolveDir: process.cwd(),
      loader: "ts",
    },
    bundle: true,
    format: platform === "node" ? "cjs" : "iife",
    platform,
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/** Runs a script in a process of its own, which has to end by itself; what it wrote. */
async function alone(run: string): Promise<string> {
  const script = await scriptFor("node", run);
  const folder = newFolder();
  const file = join(folder, "session.cjs");
  await writeFile(file, script);
  const { stdout } = await promisify(execFile)(process.execPath, [file, url], patient);
  return stdout;
}

/** Sockets of every make on Node. */
const sockets = [
  { name: "the package ws", make: 'import { WebSocket } from "ws";' },
  ...("WebSocket" in globalThis
    ? [{ name: "the platform's own", make: "const WebSocket = undefined;" }]
    : []),
];

describe("a session that is cut reconnects, and lets its process end", () => {
  test.each(sockets)("on $name, in a process of its own", async ({ make }) => {
    const received = await alone(`
      ${make}
      session(createStreams, { url: process.argv[2], WebSocket }).then((received) => {
        console.log(JSON.stringify(received));
      });`);
    checkSession(JSON.parse(received) as SessionReport);
  });

  test("in a browser", async () => {
    const script = await scriptFor("browser", "Object.assign(window, { createStreams, session });");
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const { complaints } = watch(page, running.baseUrl);
      await page.addScriptTag({ content: script });
      const received = await page.evaluate(
        `session(createStreams, { url: ${JSON.stringify(url)} })`,
      );
      checkSession(received as SessionReport);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe("a socket that never opens lets its process end when it is closed", () => {
  const session = `
    const streams = createStreams({ url: process.argv[2], WebSocket });
    streams.trade("BTCUSDT");
    setTimeout(() => {
      streams.close();
      console.log("closed");
    }, 300);`;

  test.each(sockets)("on $name, where nobody answers", async ({ make }) => {
    running.sandbox.faults.clear();
    running.sandbox.faults.add({ fault: "handshake", how: "hang" });
    expect(await alone(make + session)).toBe("closed\n");
    expect(running.sandbox.faults.reached().handshake).toBe(1);
  });

  test.each(sockets)("on $name, where nobody is", async ({ make }) => {
    url = "ws://127.0.0.1:1/stream";
    expect(await alone(make + session)).toBe("closed\n");
  });
});
