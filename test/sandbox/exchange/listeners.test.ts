/** Who learns of a command: the log first, line by line, then the listeners that are left. */

import { expect, test } from "vitest";

import { createSandbox } from "../../../sandbox/index.ts";

test("the use of a listen key is logged without the key", () => {
  const lines: string[] = [];
  const { exchange } = createSandbox({ onLog: (line) => lines.push(line) });
  const { listenKeys, now } = exchange;
  const key = listenKeys.create("alice", now());
  listenKeys.keepAlive("alice", key, now());
  listenKeys.close("alice", key, now());
  expect(lines.map((line) => line.replace(/^\d+ /u, ""))).toEqual(
    ["create", "keepAlive", "close"].map(
      (what) => `listenKey {"account":"alice","what":"${what}"}`,
    ),
  );
});

test("a command is logged before its reply and its events, and listeners get them until they leave", () => {
  const seen: string[] = [];
  const { exchange } = createSandbox({ onLog: (line) => seen.push(line.split(" ")[1] ?? "") });
  const leave = exchange.listen((events) => seen.push(`first ${events.length}`));
  exchange.listen((events) => seen.push(`second ${events.length}`));
  const command = { kind: "deposit", account: "alice", asset: "BTC", amount: 1n } as const;
  exchange.execute(command);
  expect(seen).toEqual(["command", "reply", "event", "event", "first 2", "second 2"]);
  leave();
  exchange.execute(command);
  expect(seen.slice(6)).toEqual(["command", "reply", "event", "event", "second 2"]);
});
