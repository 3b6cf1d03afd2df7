import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { readSetup } from "../../../sandbox/config/setup.ts";
import { nextText, seedRandom } from "../../../sandbox/engine/random.ts";
import {
  createSandboxExchange,
  createServerState,
  type Exchange,
} from "../../../sandbox/exchange/exchange.ts";
import { JournalError, openJournaledState } from "../../../sandbox/exchange/journal.ts";
import { decodePlain, encodePlain } from "../../../sandbox/exchange/plain-data.ts";
import { openJournal } from "../../../sandbox/index.node.ts";
import { createSandbox, type SandboxOptions, usualSymbols } from "../../../sandbox/index.ts";
import { newFolder } from "../../support/folder.ts";
import { propertyTimeoutMs, Reached, runs } from "../../support/runs.ts";
import { openingDeposits, sequence } from "../support/commands.ts";
import { codeOf, foreignClient, messageOf } from "../support/foreign-client.ts";
import { memoryJournal } from "../support/memory-journal.ts";
import { smallExchange } from "../support/scenario.ts";

const folder = newFolder();

/** What is done beside commands of the engine, by a random number. */
const calls: readonly (readonly [string, (exchange: Exchange, keys: string[]) => void])[] = [
  ["create", ({ listenKeys, now }, keys) => keys.push(listenKeys.create("ann", now()))],
  ["keepAlive", ({ listenKeys, now }, [key = ""]) => listenKeys.keepAlive("ann", key, now())],
  ["close", ({ listenKeys, now }, [key = ""]) => listenKeys.close("ann", key, now())],
  ["charge", ({ limits, now }) => limits.charge("10.0.0.1", 7, now())],
  ["over", ({ limits, now }) => limits.charge("10.0.0.2", 700, now())],
  ["own", ({ limits, now }) => limits.chargeAccount("ann", 7, now())],
  ["ban", ({ limits, now }) => limits.ban("10.0.0.3", now() + 1000, now())],
  ["count", ({ limits, now }) => limits.countOrder("ann", 1, now())],
];

test("what a journal holds is the state that wrote it", { timeout: propertyTimeoutMs }, () => {
  const reached = new Reached();
  fc.assert(
    fc.property(sequence, sequence, fc.nat(), (first, second, salt) => {
      const journal = memoryJournal();
      const one = open(journal);
      for (const command of openingDeposits) one.exchange.execute(command);
      live(one, first, salt, reached);
      // It is opened again while the first goes on, as after a kill.
      const lines = [...journal.kept];
      const other = open(memoryJournal(lines));
      expect(other.server).toEqual(one.server);
      other.setTime(one.exchange.now());
      const again = open(memoryJournal(other.journal.kept));
      expect(again.server).toEqual(one.server);
      again.setTime(one.exchange.now());
      // And what is shared in it is still shared: both go on alike.
      expect(live(again, second, salt, reached)).toEqual(live(one, second, salt, reached));
      expect(again.server).toEqual(one.server);
    }),
    { numRuns: runs({ commit: 5, gate: 3_000, release: 30_000 }) },
  );
  const names = calls.map(([name]) => name);
  expect(reached.missing([...names, "rejected", "placed"])).toEqual([]);
});

test("a journal with changes is replaced when it is opened, and another is not touched", () => {
  const journal = memoryJournal();
  const { exchange } = open(journal);
  expect(journal.kept).toHaveLength(2);
  const kept = [...journal.kept];
  open({ ...journal, replace: () => expect.fail("It was replaced.") });
  expect(journal.kept).toEqual(kept);
  exchange.limits.charge("10.0.0.1", 1, exchange.now());
  expect(journal.kept).toHaveLength(3);
  const before = [...journal.kept];
  const { server } = open(journal);
  expect(journal.kept).toHaveLength(2);
  expect(open(memoryJournal(before)).server).toEqual(server);
});

test("a count of requests that cannot be written is lost, and anything else is refused", () => {
  const journal = memoryJournal();
  const faults: string[] = [];
  const { exchange } = open(journal, (text) => faults.push(text));
  journal.isFull = true;
  for (const [name, call] of calls.filter(([name]) => ["charge", "ban", "count"].includes(name))) {
    expect(() => call(exchange, []), name).not.toThrow();
  }
  expect(faults).toEqual(Array(3).fill("the journal cannot be written: no space left on device"));
  const what = "the exchange cannot write its journal and accepts no requests; try again later.";
  expect(() => exchange.listenKeys.create("ann", exchange.now())).toThrow(what);
});

test("a journal that cannot be shortened goes on, and is shortened when it has grown again", () => {
  const journal = memoryJournal();
  const faults: string[] = [];
  const { exchange, server } = open(journal, (text) => faults.push(text));
  const { replace } = journal;
  const full = (): never => expect.fail("no space");
  const address = "x".repeat(3_000_000);
  const ban = () => exchange.limits.ban(address, 1, exchange.now());
  Object.assign(journal, { replace: full });
  for (let count = 0; count < 4; count += 1) ban();
  expect(faults).toEqual(["the journal cannot be shortened: no space"]);
  expect(journal.kept).toHaveLength(6);
  Object.assign(journal, { replace });
  for (let count = 0; count < 4; count += 1) ban();
  // The state, and the changes since.
  expect(journal.kept.length).toBeLessThan(6);
  expect(faults).toHaveLength(1);
  expect(open(memoryJournal(journal.kept)).server).toEqual(server);
});

test("plain data keeps what is shared, and refuses what is not data", () => {
  const shared = { id: 1, amount: 10n ** 30n };
  const value = { list: [shared, undefined, null, "a\n"], map: new Map([[shared, shared]]) };
  const back = decodePlain(encodePlain(value)) as typeof value;
  expect(back).toEqual(value);
  expect(back.list[0]).toBe([...back.map.keys()][0]);
  for (const bad of [() => 1, new Date(0), Number.NaN, Symbol("a"), new (class A {})()]) {
    expect(() => encodePlain({ bad })).toThrow("not plain data");
  }
});

test("a sandbox goes on where the one before it was, by its clock, its maker and its log", () => {
  const journal = memoryJournal();
  const whole: string[] = [];
  const parts: string[] = [];
  const options = { maker: { everyMs: 5000 } } as const;
  const one = createSandbox({ ...options, onLog: (line) => whole.push(line) });
  const before = createSandbox({ ...options, journal, onLog: (line) => parts.push(line) });
  for (const sandbox of [one, before]) sandbox.clock?.advance(60_000);
  // The maker's next look comes a whole pace after the start, so the cut is at a look.
  before.close();
  const after = createSandbox({ ...options, journal, onLog: (line) => parts.push(line) });
  expect(after.exchange.now()).toBe(before.exchange.now());
  for (const sandbox of [one, after]) sandbox.clock?.advance(60_000);
  expect(parts).toEqual(whole);
  expect(encodePlain(after.exchange.state)).toBe(encodePlain(one.exchange.state));
});

test("the time of a journal outlasts a sandbox that changed nothing", () => {
  const journal = memoryJournal();
  const first = createSandbox({ journal });
  first.clock?.advance(5000);
  first.exchange.execute({ kind: "deposit", account: "alice", asset: "BTC", amount: 1n });
  first.clock?.advance(5000);
  first.exchange.limits.charge("10.0.0.1", 1, first.exchange.now());
  const times = [1, 2, 3].map(() => createSandbox({ journal }).exchange.now());
  expect(new Set(times)).toEqual(new Set([first.exchange.now()]));
  const startTime = first.exchange.now() + 1;
  expect(createSandbox({ journal, startTime }).exchange.now()).toBe(startTime);
});

test("accounts of deposits and new settings hold after a restart, and so do new fees", async () => {
  const journal = memoryJournal();
  const { control } = createSandbox({ journal });
  await control({ command: "deposit", account: "cat", asset: "BTC", amount: "1" });
  const dan = { name: "dan", apiKey: "sandbox-key-of-bob", balances: { BTC: "2" } };
  const options = { journal, accounts: [dan], fees: { taker: "0.5" }, history: 7 };
  for (const { exchange, accounts: keys } of [createSandbox(options), createSandbox(options)]) {
    const named = keys.map(({ account, apiKey }) => apiKey.replace("sandbox-key", account));
    expect(named).toEqual(["dan-of-bob", "alice-of-alice", "cat-of-cat"]);
    const { accounts, rates, keep } = exchange.state;
    const { balances, takerRate } = accounts.get("dan") ?? {};
    expect(balances?.get("BTC")).toEqual({ free: 200_000_000n, locked: 0n });
    expect([takerRate, rates.takerRate, keep]).toEqual([50_000_000n, 50_000_000n, 7]);
  }
});

test("a journal is not continued under other symbols, limits or choices", () => {
  const journal = memoryJournal();
  createSandbox({ journal });
  createSandbox({ journal });
  const others: readonly SandboxOptions[] = [
    { symbols: usualSymbols.slice(1) },
    { limits: { weight1m: 25 } },
    { choices: { "duplicate-client-id": "answered" } },
  ];
  for (const options of others) {
    expect(() => createSandbox({ ...options, journal }), JSON.stringify(options)).toThrow(
      "written under other rules: symbols, limits or choices, or those of another version; give",
    );
  }
});

test("another seed, an older version or no journal at all are rejected with a message", () => {
  const journal = memoryJournal();
  createSandbox({ seed: "a", journal });
  const seed = 'the journal belongs to the seed "a", not "b"; give that seed or another file';
  expect(() => createSandbox({ seed: "b", journal })).toThrow(new JournalError(seed));
  const older = memoryJournal([JSON.stringify({ journal: 5, seed: "a", rules: "r" })]);
  expect(() => createSandbox({ seed: "a", journal: older })).toThrow(
    "the journal was written by another version of the sandbox, in format 5; this one continues " +
      "format 6 only. Give another file to start anew, or use that version; the file was not changed",
  );
  expect(older.kept).toHaveLength(1);
  for (const other of ["{}", "no JSON", '{"journal":"6"}']) {
    expect(() => createSandbox({ journal: memoryJournal([other]) })).toThrow("not a journal");
  }
  const cut = memoryJournal(journal.kept.slice(0, 1));
  expect(() => createSandbox({ seed: "a", journal: cut })).toThrow("ends after its first line");
});

test("a state of another shape has another format", async () => {
  const journal = memoryJournal();
  await foreignClient(createSandbox({ journal })).place();
  createSandbox({ journal });
  const [head = "", state = ""] = journal.kept;
  const names = [...new Set(state.match(/"\w+":/gu))].sort();
  const shape = nextText(seedRandom(names.join("")), 8);
  // Of another shape, raise the format: older journals do not hold such a state.
  expect([JSON.parse(head).journal, shape]).toEqual([6, "gz1A9FQV"]);
});

test("what cannot be kept is rejected and changes nothing, and reading goes on", async () => {
  const journal = memoryJournal();
  const faults: string[] = [];
  const sandbox = createSandbox({ journal, report: (text) => faults.push(text) });
  const { place, open, alice } = foreignClient(sandbox);
  expect((await place()).status).toBe(200);
  const before = encodePlain(sandbox.exchange.state);
  journal.isFull = true;
  expect(() => createSandbox({ journal })).toThrow(
    "the journal cannot be written: no space left on device; make room for it, or give another file",
  );
  const rejected = await place();
  expect([rejected.status, codeOf(rejected)]).toEqual([400, -1001]);
  expect(messageOf(rejected)).toContain("cannot write its journal");
  expect(codeOf(await open("/api/v1/listenKey", "POST", alice.apiKey))).toBe(-1001);
  expect(encodePlain(sandbox.exchange.state)).toBe(before);
  expect((await open("/api/v1/depth?symbol=BTCUSDT")).status).toBe(200);
  expect(faults).toContain("the journal cannot be written: no space left on device");
  journal.isFull = false;
  expect((await place()).status).toBe(200);
  const next = createSandbox({ journal: memoryJournal(journal.kept) });
  expect(encodePlain(next.exchange.state)).toBe(encodePlain(sandbox.exchange.state));
});

test("a sandbox continues from a file, and says what is wrong with one that it cannot use", () => {
  const path = join(folder, "file");
  const first = openJournal(path, { sync: true });
  first.replace(["short"]);
  first.append("er");
  expect(() => openJournal(path)).toThrow(JournalError);
  expect(() => openJournal(path)).toThrow(/is in use, here or by another process/u);
  first.close();
  const next = openJournal(path);
  expect([...next.lines()]).toEqual(["short", "er"]);
  next.close();
  writeFileSync(path, "notes of mine");
  expect(() => openJournal(path)).toThrow(/is not a journal: .* not changed$/u);
  expect(readFileSync(path, "utf8")).toBe("notes of mine");
});

/** The small exchange behind a journal. */
function open(
  journal: ReturnType<typeof memoryJournal>,
  report: (text: string) => void = (text) => expect(text).toBe(""),
) {
  const begin = () => createServerState("small", smallExchange());
  const beginning = { seed: "small", setup: readSetup(), begin, report };
  const { server, record } = openJournaledState(journal, beginning);
  let time = server.exchange.now;
  const parts = { listings: [], exchangeFilters: [], keys: [], report: () => {} };
  const clock = { now: () => time, after: () => () => {} };
  const exchange = createSandboxExchange({ ...parts, ...clock, server, record });
  return { exchange, server, journal, setTime: (to: number) => void (time = to) };
}

type Sequence = typeof sequence extends fc.Arbitrary<infer Value> ? Value : never;

function live(
  { exchange, setTime }: ReturnType<typeof open>,
  commands: Sequence,
  salt: number,
  reached: Reached,
) {
  const keys: string[] = [];
  return commands.map(({ command, waitMs }, index) => {
    setTime(exchange.now() + waitMs);
    const chosen = calls[(salt + index * 5) % (calls.length * 3)];
    try {
      chosen?.[1](exchange, keys);
      if (chosen !== undefined) reached.add(chosen[0]);
    } catch {
      reached.add("rejected");
    }
    const reply = exchange.execute(command);
    reached.add(reply.kind);
    return reply;
  });
}
