/** What reaches consumers of the messages that a socket brings, on a socket that a test drives. */

import { expect, test } from "vitest";

import { drivenClient, textOf, trade } from "./driven-sockets.ts";

test("each consumer gets each event, raw or decoded, and one that throws keeps it from nobody", async () => {
  const { client, consumer, open, seen, notices, clock } = drivenClient();
  const error = new Error("a user's own");
  const raw = (message: unknown): unknown => seen.push(["raw", message]);
  const leave = client.subscribe(trade, { raw });
  const socket = await open();
  socket.text(textOf(1));
  expect(seen).toEqual([["raw", textOf(1)]]);
  client.subscribe(trade, {
    event: () => {
      throw error;
    },
  });
  client.subscribe(trade, consumer("late"));
  const leaveSoon = client.subscribe(trade, consumer("never"));
  leaveSoon();
  await clock.run(0);
  socket.text(textOf(2));
  leave();
  leave();
  socket.text(textOf(3));
  socket.text(textOf(4, "ethusdt@trade"));
  expect(seen.slice(1)).toEqual(["late live", ["raw", textOf(2)], "late 2", "late 3"]);
  const failure = { kind: "consumerFailed", error };
  expect(notices).toEqual([{ kind: "connected", connection: 1, streams: 1 }, failure, failure]);
  client.close();
});

test("a message of the longest length is taken, and a longer one ends the connection", async () => {
  const { client, consumer, open, seen, notices } = drivenClient();
  client.subscribe(trade, consumer("a"));
  const socket = await open();
  socket.text(textOf(1).padEnd(200));
  socket.text(textOf(2).padEnd(201));
  socket.text(textOf(3));
  const reason = "the connection ended with code 1009";
  expect(seen).toEqual(["a live", "a 1", `a gap: ${reason}`]);
  expect(notices.slice(1)).toEqual([
    { kind: "gap", streams: 1, reason },
    ...[
      {
        kind: "disconnected",
        connection: 1,
        code: 1009,
        reason: "a message is too long",
        retryMs: 5000,
      },
    ],
  ]);
  expect(socket.closes).toEqual([1000]);
  client.close();
});

test("a refusal shows no listenKey, and ends no other stream", async () => {
  const { client, consumer, open, seen, notices, clock } = drivenClient();
  const key = "user@secretsecret";
  client.subscribe(trade, consumer("a"));
  const socket = await open();
  client.subscribe({ name: key, id: "userData" }, consumer("user"));
  client.subscribe({ name: "secretsecret2" }, consumer("unknown"));
  await clock.run(0);
  socket.text(`{"error":{"code":2,"msg":"both"},"id":1}`);
  socket.text(`{"error":{"code":2,"msg":"no. ${key}."},"id":2}`);
  socket.text(`{"error":{"code":2,"msg":"no secretsecret2"},"id":3}`);
  const messages = [
    "The stream {listenKey} is not available: code 2: no. {listenKey}. Check its name and the address.",
    "The stream of that name is not available: code 2: no of that name. Check its name and the address.",
  ];
  expect(seen).toEqual(["a live", `user: ${messages[0]}`, `unknown: ${messages[1]}`]);
  const refused = notices.filter((notice) => notice.kind === "refused");
  expect(refused.map(({ error }) => error.message)).toEqual(messages);
  expect(socket.sent.map((text) => JSON.parse(text).params.length)).toEqual([2, 1, 1]);
  expect(client.connections()).toBe(1);
  client.close();
  expect(seen.at(-1)).toEqual("a: The streams were closed; make new ones.");
});

test("a consumer that another one removes gets no more, also of events without a stream name", async () => {
  const { client, consumer, open, seen } = drivenClient();
  let leave = (): void => undefined;
  client.subscribe(trade, consumer("a", { event: () => leave() }));
  leave = client.subscribe(trade, consumer("b"));
  client.subscribe(trade, consumer("c"));
  const socket = await open();
  socket.text('{"e":"trade","s":"BTCUSDT","t":1}');
  expect(seen.slice(3)).toEqual(["c 1"]);
  client.close();
});
