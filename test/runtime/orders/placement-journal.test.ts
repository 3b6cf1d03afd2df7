/** The journal of placements, and what becomes of them when the process is killed. */

import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { PlacementEntry } from "../../../generated/index.ts";
import { createClient } from "../../../generated/index.ts";
import { openPlacementJournal } from "../../../runtime/orders/journal.node.ts";
import { openJournalFile } from "../../../runtime/orders/journal-file.node.ts";
import type { FaultRule } from "../../../sandbox/faults/kinds.ts";
import { startSandbox } from "../../../sandbox/index.node.ts";
import { recordedOrders } from "../../sandbox/support/orders-of.ts";
import { newFolder } from "../../support/folder.ts";
import { createWorld, resting } from "../../support/world.ts";

const folder = newFolder();
let files = 0;
const newFile = (): string => join(folder, `placements-${(files += 1)}.jsonl`);

function entry(clientId: string): PlacementEntry {
  const fields = { symbol: "BTCUSDT", newClientOrderId: clientId };
  return { operation: "placeOrder", clientId, isOwnId: true, fields, stampMs: 1 };
}

/** Entries stay until their callers have had a turn. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

const ids = (entries: readonly PlacementEntry[]): string[] => entries.map((one) => one.clientId);

test("what was begun and has not ended is pending, also after it was opened anew", async () => {
  const file = newFile();
  const journal = await openPlacementJournal(file);
  await Promise.all(["a", "b", "c"].map((id) => journal.begin(entry(id))));
  await journal.end("b", "placed");
  await journal.begin({ ...entry("a"), stampMs: 2 });
  expect(await journal.pending()).toEqual([{ ...entry("a"), stampMs: 2 }, entry("c")]);
  await journal.close();
  const before = readFileSync(file, "utf8");
  const again = await openPlacementJournal(file, { fsync: false });
  expect(await again.pending()).toEqual([{ ...entry("a"), stampMs: 2 }, entry("c")]);
  expect(readFileSync(file, "utf8")).toBe(before);
  await again.end("c", "placed");
  // The first change writes down what counts before it, behind the first line.
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(4);
  await again.close();
});

test("a journal that is closed at once keeps what was given to it before, and takes no more", async () => {
  const file = newFile();
  const journal = await openPlacementJournal(file);
  const begun = Array.from({ length: 20 }, (_, at) => journal.begin(entry(`id-${at}`)));
  const ended = journal.end("id-7", "placed");
  await journal.close();
  await Promise.all([...begun, ended]);
  await expect(journal.begin(entry("late"))).rejects.toThrow("is closed");
  const notes: string[] = [];
  const again = await openPlacementJournal(file, { onEvent: ({ reason }) => notes.push(reason) });
  expect(await again.pending()).toHaveLength(19);
  expect(notes).toEqual([]);
  await again.close();
});

/** Puts a device that nothing can be synced to in place of an open file. */
function breakDisk(path: string): void {
  const folder = "/proc/self/fd";
  const named = realpathSync(path);
  const isIt = (name: string): boolean => {
    // One of them was open for the reading of the folder alone.
    return existsSync(join(folder, name)) && readlinkSync(join(folder, name)) === named;
  };
  const file = Number(readdirSync(folder).find(isIt));
  closeSync(file);
  const opened: number[] = [];
  while (!opened.includes(file)) opened.push(openSync("/dev/null", "a"));
  for (const other of opened) if (other !== file) closeSync(other);
}

test.runIf(process.platform === "linux")(
  "an entry that the disk did not take is not kept, and the earlier one under its id is",
  async () => {
    const file = newFile();
    const journal = await openPlacementJournal(file);
    await journal.begin(entry("a"));
    const begun = [journal.begin({ ...entry("a"), stampMs: 2 }), journal.begin(entry("b"))];
    breakDisk(file);
    for (const each of begun) await expect(each).rejects.toThrow("EINVAL");
    expect(await journal.pending()).toEqual([entry("a")]);
    await journal.begin(entry("c"));
    // It was written anew once.
    const { ino } = statSync(file);
    await journal.begin(entry("d"));
    expect(statSync(file).ino).toBe(ino);
    await journal.close();
    const again = await openPlacementJournal(file);
    expect(await again.pending()).toEqual([entry("a"), entry("c"), entry("d")]);
    await again.close();
  },
);

test("a journal that is deleted while the disk is busy keeps the order from being sent", async () => {
  const file = newFile();
  const journal = await openPlacementJournal(file);
  const begun = journal.begin(entry("a"));
  for (let turns = 0; statSync(file).size < 50; turns += 1) {
    if (turns === 1000) throw new Error("It writes nothing.");
    await null;
  }
  rmSync(file);
  await expect(begun).rejects.toThrow(`${file} was deleted while it was open`);
  expect(await journal.pending()).toEqual([]);
  await journal.close();
});

test("a placement's entry ends when its caller has the outcome, and before the journal is closed", async () => {
  const world = createWorld();
  const file = newFile();
  const journal = await openPlacementJournal(file, { fsync: false });
  const client = world.client({
    journal,
    after: (ms, run) => {
      const timer = setTimeout(run, Math.min(ms, 50));
      return () => clearTimeout(timer);
    },
  });
  const placed = await client.tryPlaceOrder(resting);
  expect(ids(await journal.pending())).toEqual([placed.clientId]);
  // Who asks now is given the outcome once more.
  expect(await client.resolvePending()).toMatchObject([
    { kind: "placed", clientId: placed.clientId },
  ]);
  await journal.close();
  const again = await openPlacementJournal(file, { fsync: false });
  expect(await again.pending()).toEqual([]);
  await again.close();
});

test("a file is written anew when its lines are more than it may have, and not before", async () => {
  const file = newFile();
  const journal = await openPlacementJournal(file, { fsync: false, linesMax: 2 });
  for (const id of ["a", "b", "c"]) await journal.begin(entry(id));
  const counts: number[] = [];
  const count = () => counts.push(readFileSync(file, "utf8").split("\n").length - 2);
  for (const id of ["d", "e", "f", "g", "h"]) {
    await journal.begin(entry(id));
    count();
    await journal.end(id, "placed");
    count();
  }
  // Two more than are pending before a line is written, and no more.
  expect(counts).toEqual([4, 5, 6, 7, 4, 5, 6, 7, 4, 5]);
  await journal.close();
});

/** A field of an entry, and what no journal can hold there. */
const damages: readonly (readonly [keyof PlacementEntry, unknown])[] = [
  ["operation", undefined],
  ["stampMs", Number.NaN],
];

test.for(damages)("an entry whose %s is %s is an error that says so", async ([field, value]) => {
  const damaged = { ...entry("a"), [field]: value };
  const of = { begin: () => Promise.resolve(), end: () => Promise.resolve() };
  const journal = { ...of, pending: () => Promise.resolve([entry("b"), damaged]) };
  const resolving = createWorld().client({ journal }).resolvePending();
  await expect(resolving).rejects.toThrow(`is damaged: ${field}. Look the order up`);
  const file = newFile();
  const opened = await openPlacementJournal(file);
  await expect(opened.begin(damaged)).rejects.toThrow(`is damaged: ${field}.`);
  expect(await opened.pending()).toEqual([]);
  await opened.close();
  const lines = openJournalFile(file, "placements");
  lines.append(JSON.stringify({ begin: damaged }));
  lines.close();
  await expect(openPlacementJournal(file)).rejects.toThrow(`is damaged: ${field}.`);
});

test("a line that is not a placement is an error", async () => {
  for (const line of ['{"other":1}', JSON.stringify({ other: "x".repeat(200) })]) {
    const file = newFile();
    const lines = openJournalFile(file, "placements");
    lines.append(line);
    lines.close();
    for (const open of [openPlacementJournal, openPlacementJournal]) {
      await expect(open(file)).rejects.toThrow(`not a placement: ${line.slice(0, 100)}.`);
    }
  }
});

test("it holds what was sent before it is sent, without key, secret and signature", async () => {
  const world = createWorld();
  const file = newFile();
  const journal = await openPlacementJournal(file, { fsync: false });
  const [{ apiKey: key, apiSecret: secret } = { apiKey: "", apiSecret: "" }] =
    world.sandbox.accounts;
  let atSending = "";
  const client = world.client({
    journal,
    fetch: (url, init) => {
      atSending = readFileSync(file, "utf8");
      return world.sandbox.fetch(url, init);
    },
  });
  expect(await client.tryPlaceOrder(resting)).toMatchObject({ kind: "placed" });
  expect(atSending).toContain('"price":"30000"');
  for (const hidden of [key, secret, "signature"]) {
    expect(readFileSync(file, "utf8")).not.toContain(hidden);
  }
  expect(await journal.pending()).toHaveLength(1);
  await world.clock.run(0);
  expect(await journal.pending()).toEqual([]);
  await journal.close();
});

/** Name, what goes wrong with the third placement, and what must become of it. */
const crashes: readonly (readonly [string, FaultRule | undefined, string | undefined])[] = [
  ["after the order was taken", { fault: "hang", accepted: true }, "placed"],
  ["before the exchange saw the order", { fault: "hang", accepted: false }, "rejected"],
  // A busy machine may bring it to the exchange when its window has closed.
  ["while the request is on its way", { fault: "delay", ms: 60 }, undefined],
  ["at any time", undefined, undefined],
];

test.concurrent.for(crashes)("a client that is killed %s leaves nothing unknown", async (row) => {
  const [, fault, kind] = row;
  const running = await startSandbox({ port: 0, now: Date.now });
  const { sandbox, baseUrl } = running;
  const [{ apiKey: key, apiSecret: secret, account } = { apiKey: "", apiSecret: "", account: "" }] =
    sandbox.accounts;
  if (fault !== undefined) {
    sandbox.faults.add({ ...fault, when: { operation: "placeOrder", nth: 3 } } as FaultRule);
  }
  const file = newFile();
  const script = new URL("placement-crash-child.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, baseUrl, key, secret, file]);
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const made = () =>
    recordedOrders(sandbox.exchange.state.accounts.get(account)).map((one) => one.clientOrderId);
  const isDue = (): boolean =>
    fault === undefined ? made().length > 20 : (sandbox.faults.list()[0]?.reached ?? 0) > 0;
  while (!isDue() && child.exitCode === null) await new Promise((r) => setTimeout(r, 2));
  await expect(openPlacementJournal(file)).rejects.toThrow("in use, here or by another process");
  child.kill("SIGKILL");
  await ended;

  const begun: readonly string[] = readFileSync(file, "utf8").match(/(?<="clientId":")\w+/g) ?? [];
  expect(made().filter((id) => !begun.includes(id))).toEqual([]);
  const journal = await openPlacementJournal(file);
  const pending = ids(await journal.pending());
  const client = createClient({ baseUrl, apiKey: key, apiSecret: secret, journal });
  const placements = await client.resolvePending();
  expect(placements.map(({ clientId }) => clientId)).toEqual(pending);
  for (const placement of placements) {
    const count = made().filter((id) => id === placement.clientId).length;
    expect({ kind: placement.kind, count }).toEqual(
      count === 1 ? { kind: "placed", count } : { kind: "rejected", count: 0 },
    );
  }
  if (kind !== undefined) {
    // An end is written a moment later: that of the placement before may not be written yet.
    const before = placements.length === 1 ? [] : ["placed"];
    expect(placements.map((one) => one.kind)).toEqual([...before, kind]);
  }
  // Whatever the client had reported before was true; on a busy machine it may be a rejection.
  const reported = said.split("\n").slice(0, -1);
  const truth = (id: string): string => (made().includes(id) ? "placed" : "rejected");
  const certain = reported.filter((line) => !line.startsWith("unknown "));
  const named = certain.map((line) => line.split(" ")[1] ?? "");
  expect(certain).toEqual(named.map((id) => `${truth(id)} ${id}`));
  expect(new Set(made()).size).toBe(made().length);
  // The new owner goes on.
  expect((await client.tryPlaceOrder(resting)).kind).toBe("placed");
  await turn();
  expect(await journal.pending()).toEqual([]);
  await journal.close();
  await running.close();
});
