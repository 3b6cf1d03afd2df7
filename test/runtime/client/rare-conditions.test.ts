/** What a program meets once in months, by the whole client, beside a whole exchange. */

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { watchOrderBook } from "../../../generated/order-book.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { openOrders, recordedOrders } from "../../sandbox/support/orders-of.ts";
import { newFolder } from "../../support/folder.ts";
import { resting } from "../../support/world.ts";
import { createWorld } from "../user-data/session-world.ts";

const minute = 60_000;
const hour = 60 * minute;

test.each([hour, -hour])("a clock that jumps by %d ms changes nothing", async (jumpMs) => {
  let aheadMs = 0;
  const requests: string[] = [];
  const world = createWorld({
    aheadMs: () => aheadMs,
    exchange: {
      onEvent: (event) => {
        if (event.kind === "request") requests.push(event.operation);
      },
    },
  });
  const { sandbox, clock, exchange, streams } = world;
  sandbox.maker.start();
  const session = world.open({ checkEveryMs: Number.POSITIVE_INFINITY });
  const { book } = watchOrderBook("BTCUSDT", { client: exchange, streams });
  await clock.run(1000);
  const keys = sandbox.exchange.listenKeys.keysOf("alice", clock.now());
  requests.length = 0;

  // One call is under way at the jump, one waits for its retry, the others come every second.
  sandbox.faults.add(
    { fault: "hang", when: { operation: "getAccount", nth: 1 } },
    { fault: "hang", accepted: true, when: { operation: "placeOrder", nth: 30 } },
  );
  const outcomes: string[] = [];
  let isOver = false;
  const trade = async (): Promise<void> => {
    while (!isOver) {
      const { kind, clientId = "" } = await exchange.tryPlaceOrder(resting);
      outcomes.push(`${kind} ${clientId}`);
      const request = { symbol: "BTCUSDT", origClientOrderId: clientId };
      outcomes.push(`${(await exchange.cancelOrder(request)).status} ${clientId}`);
      await new Promise<void>((resolve) => clock.after(1000, resolve));
    }
  };
  const trading = trade();
  await clock.run(25_000);
  const reading = exchange.getAccount({}, { timeoutMs: 20_000 }).catch((error: Error) => error);
  await clock.run(10_000);
  aheadMs = jumpMs;
  await clock.run(minute);
  isOver = true;
  await clock.run(minute);
  await Promise.all([trading, reading]);
  sandbox.maker.stop();

  const made = recordedOrders(sandbox.exchange.state.accounts.get("alice"));
  const ids = made.map(({ clientOrderId }) => clientOrderId).filter((id) => id.length > 20);
  expect(outcomes).toEqual(ids.flatMap((id) => [`placed ${id}`, `CANCELED ${id}`]));
  expect(ids.length).toBeGreaterThan(60);
  // The lost one is queried, the time is read, and nothing is asked again and again.
  expect(requests.length - 2 * ids.length).toBeLessThan(10);
  // The key is kept alive by the timers, not by the clock.
  await clock.run(2 * hour);
  expect(sandbox.exchange.listenKeys.keysOf("alice", clock.now())).toEqual(keys);
  expect([session.state(), book.state]).toEqual(["live", "live"]);
  expect(world.kept(session)).toEqual(world.truth());
  expect(world.words().filter((word) => !word.startsWith("event"))).toEqual(["balances", "live"]);
  expect(world.streamNotices.map(({ kind }) => kind)).toEqual(["connected"]);
});

/** Runs a script on its own, with what it printed so far. */
function childOf(
  { pathname: script }: URL,
  args: readonly string[],
  options: readonly string[] = [],
) {
  const child = spawn(process.execPath, [...options, script, ...args]);
  const printed = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.error += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.on("exit", resolve));
  return { child, printed, exit };
}

test("a process that is stopped for a while loses no order, no event and no book", async () => {
  const running = await startSandbox({ port: 0, now: Date.now });
  const { sandbox, baseUrl, streamUrl } = running;
  const [{ account, apiKey, apiSecret } = expect.fail()] = sandbox.accounts;
  sandbox.faults.add({ fault: "delay", ms: 100, when: { operation: "placeOrder" } });
  const { child, printed, exit } = childOf(new URL("stopped-child.ts", import.meta.url), [
    baseUrl,
    `${streamUrl}/stream`,
    apiKey,
    apiSecret,
  ]);
  const placed = async (count: number): Promise<number> => {
    await expect.poll(() => printed.out.length, { interval: 5 }).toBeGreaterThanOrEqual(count);
    return printed.out.length;
  };
  await placed(5);
  // A placement is under way.
  child.kill("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (const reader of sandbox.hub.subscribers()) reader.cut();
  const { listenKeys, state, execute } = sandbox.exchange;
  for (const key of listenKeys.keysOf(account, Date.now())) {
    listenKeys.close(account, key, Date.now());
  }
  const alice = state.accounts.get(account);
  const [gone = expect.fail()] = openOrders(alice);
  execute({ kind: "cancel", account, symbol: gone.symbol, orderId: gone.orderId });
  child.kill("SIGCONT");
  await placed((await placed(0)) + 5);
  child.stdin.write("end\n");
  expect([await exit, printed.error]).toEqual([0, ""]);

  const { outcomes, kinds, open } = JSON.parse(printed.out.split("\n")[1] ?? "");
  const made = recordedOrders(alice).map(({ clientOrderId }) => clientOrderId);
  expect(outcomes).toEqual(made.map((id) => `placed ${id}`));
  expect(open.toSorted()).toEqual(made.filter((id) => id !== gone.clientOrderId).toSorted());
  expect(kinds.slice(0, 3)).toEqual(["balances", "live", "gap"]);
  expect(kinds.at(-1)).toBe("live");
  await running.close();
});

test("a process that crashes prints no secret, nor does its report hold one", async () => {
  const folder = newFolder();
  const { close, baseUrl, sandbox } = await startSandbox({ port: 0, now: Date.now });
  const apiKey = sandbox.accounts[0]?.apiKey ?? "";
  const apiSecret = "canary-of-a-wrong-secret";
  const options = ["--report-uncaught-exception", `--report-directory=${folder}`];
  const { child, printed, exit } = childOf(
    new URL("crashing-child.ts", import.meta.url),
    [],
    options,
  );
  child.stdin.end(JSON.stringify({ baseUrl, apiKey, apiSecret }));
  expect(await exit).toBe(1);
  const [report = ""] = readdirSync(folder);
  const all = printed.error + readFileSync(join(folder, report), "utf8");
  expect(all).toContain("INVALID_SIGNATURE");
  const listenKey = sandbox.exchange.listenKeys.keysOf("alice", Date.now())[0] ?? "";
  for (const secret of [apiKey, apiSecret, listenKey]) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/[0-9a-f]{64}/u);
  await close();
});
