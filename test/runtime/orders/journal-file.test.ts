/** The file under the journals of placements and of a sandbox, on a real disk. */

import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { Worker } from "node:worker_threads";

import { expect, test } from "vitest";

import { openJournalFile } from "../../../runtime/orders/journal-file.node.ts";
import { newFolder } from "../../support/folder.ts";

const source = (name: string): string =>
  JSON.stringify(new URL(`../../../runtime/orders/${name}.node.ts`, import.meta.url).href);
const folder = newFolder();
let files = 0;
const newPath = (): string => join(folder, `journal-${(files += 1)}`);

/** Opens a journal, reads it, and closes it again; what is found is an event with its path. */
function contentOf(path: string): { lines: readonly string[]; notes: readonly string[] } {
  const notes: string[] = [];
  const journal = openJournalFile(path, "test", ({ reason, ...from }) => {
    expect(from).toEqual({ kind: "journal", path });
    notes.push(reason);
  });
  const { lines } = journal;
  journal.close();
  return { lines, notes };
}

/** A closed journal with these lines, split at the line ends. */
function written(lines: readonly string[]): { path: string; rows: string[] } {
  const path = newPath();
  const journal = openJournalFile(path, "test");
  for (const line of lines) journal.append(line);
  journal.close();
  return { path, rows: readFileSync(path, "utf8").split("\n").slice(0, -1) };
}

const cutTail = "The last line is incomplete";
const notClosed = "It was not closed: its process was ended, or lines are missing at the end.";

test("lines are there again, whatever they hold, and are replaced as a whole", () => {
  const path = newPath();
  const journal = openJournalFile(path, "test", ({ reason }) => expect.fail(reason));
  expect(journal.lines).toEqual([]);
  for (const line of ["one", "zwei ü", '{"a":1}', " "]) journal.append(line);
  journal.close();
  const all = ["one", "zwei ü", '{"a":1}', " "];
  expect(contentOf(path)).toEqual({ lines: all, notes: [] });
  const again = openJournalFile(path, "test");
  again.append("two");
  again.replace(["short"]);
  again.append("er");
  again.close();
  expect(contentOf(path)).toEqual({ lines: ["short", "er"], notes: [] });
  expect(existsSync(`${path}.new`)).toBe(false);
});

test("a journal that was closed writes nothing more, whoever owns the file", () => {
  const path = newPath();
  const journal = openJournalFile(path, "test");
  journal.append("one");
  journal.close();
  journal.close();
  const next = openJournalFile(path, "test");
  expect(() => journal.append("two")).toThrow(`${path} is closed.`);
  expect(() => journal.replace(["two"])).toThrow(`${path} is closed.`);
  next.append("three");
  next.close();
  expect(contentOf(path)).toEqual({ lines: ["one", "three"], notes: [] });
});

test("the last line may be cut at any byte, and that is announced", () => {
  const { path } = written(["one", "two with a ü"]);
  const whole = readFileSync(path);
  const ends = [...whole.keys()].filter((at) => whole[at] === 10).map((at) => at + 1);
  const [head = 0, first = 0, second = 0, closed = 0] = ends;
  for (let length = head; length <= whole.length; length += 1) {
    writeFileSync(path, whole.subarray(0, length));
    const count = [first, second].filter((end) => end <= length).length;
    const { lines, notes } = contentOf(path);
    expect(lines).toEqual(["one", "two with a ü"].slice(0, count));
    const isWhole = length === closed;
    const bytes = length - Math.max(...ends.filter((end) => end <= length));
    const note = bytes === 0 ? notClosed : `${cutTail}; its ${bytes} bytes are dropped.`;
    expect(notes).toEqual(isWhole ? [] : [note]);
    // Who only reads changes nothing; the next lines stand behind those before.
    expect(readFileSync(path)).toEqual(whole.subarray(0, length));
    const journal = openJournalFile(path, "test");
    journal.append("next");
    journal.close();
    expect(contentOf(path)).toEqual({ lines: [...lines, "next"], notes: [] });
  }
});

test("every byte of a whole line counts", () => {
  const { path } = written(["one", "two"]);
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length - 1; at += 1) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(() => contentOf(path), `byte ${at}`).toThrow(/is not a journal|:[234] is damaged/u);
    expect(readFileSync(path)).toEqual(bytes);
  }
});

/** What was done to the lines head, a, b, c and the closing line, and the line that is reported. */
const damages: readonly (readonly [string, (rows: string[]) => string[], number | string])[] = [
  ["the first is deleted", ([h = "", , ...rest]) => [h, ...rest], 2],
  ["one is deleted", ([h = "", a = "", , ...rest]) => [h, a, ...rest], 3],
  ["the last is deleted", ([h = "", a = "", b = "", , end = ""]) => [h, a, b, end], 4],
  ["one is doubled", ([h = "", a = "", ...rest]) => [h, a, a, ...rest], 3],
  ["two are swapped", ([h = "", a = "", b = "", ...rest]) => [h, b, a, ...rest], 2],
  ["one is empty", ([h = "", ...rest]) => [h, "", ...rest], 2],
  ["lines are cut off the end", (rows) => rows.slice(0, -2), notClosed],
  ["the closing line is cut off", (rows) => rows.slice(0, -1), notClosed],
  ["it is doubled as a whole", (rows) => [...rows, ...rows], 6],
];

for (const [name, damage, want] of damages) {
  test(`whole lines are missed: ${name}`, () => {
    const { path, rows } = written(["a", "b", "c"]);
    writeFileSync(path, `${damage(rows).join("\n")}\n`);
    if (typeof want === "number") {
      const mend = "move the file away, and check its contents by hand";
      const what = "is damaged, or lines before it were deleted, duplicated or moved";
      expect(() => contentOf(path)).toThrow(`${path}:${want} ${what}; ${mend}.`);
    } else {
      expect(contentOf(path).notes[0]).toContain(want);
    }
  });
}

/** What is no journal, with and without a line end. */
const others = [
  "notes of mine",
  "notes of mine\n",
  "{}",
  '{"begin":{}}\n',
  "\n",
  "\0",
  "tradespec test 1",
  "tradespec test 2\n",
  "tradespec other 1\n",
];

test.for(others)("a file that is not a journal is refused, and stays as it is: %j", (text) => {
  const path = newPath();
  writeFileSync(path, text);
  for (let time = 0; time < 2; time += 1) {
    expect(() => contentOf(path)).toThrow(`${path} is not a journal`);
    expect(readFileSync(path, "utf8")).toBe(text);
  }
});

test("an empty file is no new journal, and a folder is none", () => {
  const path = newPath();
  writeFileSync(path, "");
  const mend = "restore it, or delete it if it never was a journal";
  expect(() => contentOf(path)).toThrow(`${path} is empty, which no journal is; ${mend}.`);
  expect(statSync(path).size).toBe(0);
  // A device, too: it would be replaced.
  expect(() => contentOf(folder)).toThrow("is not a file");
  // A link to a disk that is not mounted must lead there again later.
  symlinkSync(newPath(), `${path}-link`);
  expect(() => contentOf(`${path}-link`)).toThrow("is not a file, nor a link to one");
  expect(() => contentOf(join(folder, "missing", "a"))).toThrow("does not exist; create it first.");
});

/** Files of this process that are open at the path or were. */
function openAt(path: string): number {
  const links = readdirSync("/proc/self/fd").map((name) => join("/proc/self/fd", name));
  return links.filter((link) => existsSync(link) && readlinkSync(link).startsWith(path)).length;
}

test.runIf(process.platform === "linux")("a replacement that fails changes nothing", () => {
  const path = newPath();
  const journal = openJournalFile(path, "test");
  journal.append("one");
  // There is no room for the new file, or its name is taken by a folder.
  mkdirSync(`${path}.new`);
  expect(() => journal.replace(["other"])).toThrow("EISDIR");
  rmSync(`${path}.new`, { recursive: true });
  expect([openAt(path), existsSync(`${path}.new`)]).toEqual([1, false]);
  journal.append("two");
  journal.close();
  expect(contentOf(path)).toEqual({ lines: ["one", "two"], notes: [] });
});

test.runIf(process.platform === "linux")("Windows replaces no open file, but a journal", () => {
  const script = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    Object.defineProperty(process, "platform", { value: "win32" });
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      const open = fs.readdirSync("/proc/self/fd").map((name) => "/proc/self/fd/" + name);
      const isOpen = (name) => fs.existsSync(name) && fs.readlinkSync(name) === to;
      renameSync(from, open.some(isOpen) ? "/EPERM/" : to);
    };
    syncBuiltinESMExports();
    const { openJournalFile } = await import(${source("journal-file")});
    const journal = openJournalFile(process.cwd() + "/windows", "test");
    journal.replace(["one"]);
    fs.mkdirSync("windows.new");
    try { journal.replace(["other"]); } catch { journal.append("two"); }
    journal.close();
  `;
  execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
  expect(contentOf(join(folder, "windows"))).toEqual({ lines: ["one", "two"], notes: [] });
});

test("nobody else can read the file", () => {
  const path = newPath();
  // What another process has left there, open to all, is not used.
  writeFileSync(`${path}.new`, "left");
  chmodSync(`${path}.new`, 0o666);
  const journal = openJournalFile(path, "test");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  journal.replace(["a"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  journal.close();
});

type Change = (path: string) => void;
const away: Change = (path) => renameSync(path, `${path}.1`);
const back: Change = (path) => renameSync(`${path}.1`, path);
const keep: Change = (path) => copyFileSync(path, `${path}.1`);
const restore: Change = (path) => writeFileSync(path, readFileSync(`${path}.1`));
const changed = "was changed by another program while it was open";
const replaced = "was replaced by another file while it was open";
const linked = "has another name, a hard link; delete one of the two.";

/** What somebody does to the open file, how that is reported, and how it is undone. */
const moves: readonly (readonly [name: string, change: Change, error: string, undo: Change])[] = [
  ["moved", away, "was moved while it was open", back],
  ["replaced by a copy", (path) => (away(path), copyFileSync(`${path}.1`, path)), replaced, back],
  [
    "given another name",
    (path) => linkSync(path, `${path}.1`),
    linked,
    (path) => rmSync(`${path}.1`),
  ],
  ["emptied, as by logrotate", (path) => (keep(path), truncateSync(path)), changed, restore],
  ["written to", (path) => (keep(path), appendFileSync(path, "x")), changed, restore],
];

for (const [name, change, error, undo] of moves) {
  test(`a journal that was ${name} takes nothing until that is undone`, () => {
    const path = newPath();
    const journal = openJournalFile(path, "test");
    journal.append("one");
    change(path);
    const before = [path, `${path}.1`].map(
      (each) => existsSync(each) && readFileSync(each, "utf8"),
    );
    const check = () => journal.check();
    for (const act of [() => journal.append("x"), () => journal.replace(["x"]), check]) {
      expect(act).toThrow(`${path} ${error}`);
    }
    const after = [path, `${path}.1`].map((each) => existsSync(each) && readFileSync(each, "utf8"));
    expect(after).toEqual(before);
    undo(path);
    journal.append("two");
    journal.replace(["one", "2"]);
    journal.close();
    expect(contentOf(path)).toEqual({ lines: ["one", "2"], notes: [] });
  });
}

test("a journal that was deleted takes nothing, and is not made anew", () => {
  const path = newPath();
  const journal = openJournalFile(path, "test");
  rmSync(path);
  expect(() => journal.append("x")).toThrow(
    `${path} was deleted while it was open; undo that, or close the journal and open it again.`,
  );
  journal.close();
  expect(existsSync(path)).toBe(false);
});

test("a file has one owner under all of its names, also after it was replaced", async ({
  onTestFinished,
}) => {
  const path = newPath();
  const journal = openJournalFile(path, "test");
  for (const replace of [false, true]) {
    if (replace) journal.replace(["one"]);
    for (const give of [linkSync, renameSync]) {
      give(path, `${path}.1`);
      const other = startProcess(`${path}.1`, 0);
      onTestFinished(other.stop);
      const words = `${path}.1 is in use, here or by another process`;
      expect(() => openJournalFile(`${path}.1`, "test")).toThrow(words);
      expect(await other.said).toContain(words);
      renameSync(`${path}.1`, path);
      rmSync(`${path}.1`, { force: true });
    }
  }
  journal.close();
  linkSync(path, `${path}.1`);
  for (const name of [path, `${path}.1`]) {
    expect(() => contentOf(name)).toThrow(`${name} has another name, a hard link`);
  }
  rmSync(path);
  expect(contentOf(`${path}.1`)).toEqual({ lines: ["one"], notes: [] });
}, 60_000);

test("one of any number of openers in a process wins, by whichever name", () => {
  const path = newPath();
  const journal = openJournalFile(path, "test");
  symlinkSync(path, `${path}-link`);
  for (const name of [path, relative(process.cwd(), path), `${path}-link`]) {
    expect(() => openJournalFile(name, "test")).toThrow(`${path.slice(-9)} is in use, here or by`);
  }
  journal.append("a");
  journal.close();
  const link = openJournalFile(`${path}-link`, "test");
  link.replace(["b"]);
  link.close();
  expect(contentOf(path).lines).toEqual(["b"]);
  expect(() => link.append("c")).toThrow("is closed");
});

/** Opens the file at a time, says how it went, and keeps it until it or its parent is killed. */
const opener = `
  import { openJournalFile } from ${source("journal-file")};
  import { parentPort } from "node:worker_threads";
  const [path, atMs] = process.argv.slice(-2);
  // All but the last moment is slept: who spins takes time from the others.
  const lock = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(lock, 0, 0, Math.max(0, Number(atMs) - Date.now() - 20));
  while (Date.now() < Number(atMs));
  let said = "won";
  try { openJournalFile(path, "test").append(String(process.pid)); } catch (error) { said = error.message; }
  if (parentPort) parentPort.postMessage(said); else process.stdout.write(said + "\\n");
  if (parentPort) setInterval(() => {}, 1000); else process.stdin.resume();
`;

function startProcess(path: string, atMs: number) {
  const args = ["--input-type=module", "-e", opener, "--", path, String(atMs)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const said = new Promise<string>((resolve) =>
    child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim())),
  );
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  return { said, stop };
}

function startThread(path: string, atMs: number) {
  const url = new URL(`data:text/javascript,${encodeURIComponent(opener)}`);
  const worker = new Worker(url, { argv: [path, String(atMs)] });
  const said = new Promise<string>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  return { said, stop: () => worker.terminate() };
}

test("of processes and threads that race for the file of an ended one, exactly one wins", async () => {
  const path = newPath();
  for (let round = 0; round < 4; round += 1) {
    const starts = [startProcess, startThread, startProcess, startThread];
    const racers = starts.map((start) => start(path, Date.now() + 700));
    const said = await Promise.all(racers.map((one) => one.said));
    expect(said.filter((one) => one === "won")).toHaveLength(1);
    for (const one of said) if (one !== "won") expect(one).toContain("is in use, here or by");
    expect(() => openJournalFile(path, "test")).toThrow("is in use");
    await Promise.all(racers.map((one) => one.stop()));
    // Only the winner has written.
    const { lines, notes } = contentOf(path);
    expect(lines).toHaveLength(round + 1);
    expect(notes[0]).toContain(notClosed);
  }
}, 60_000);

test("what does not fit on the disk is not kept, and the rest is", () => {
  const path = newPath();
  // The shell lets no file grow beyond 4 KiB: the write that crosses it is a partial one.
  const script = `
    import { openJournalFile } from ${source("journal-file")};
    import { openSync } from "node:fs";
    const journal = openJournalFile(${JSON.stringify(basename(path))}, "test");
    let kept = 0;
    for (let at = 0; at < 9; at += 1) {
      try { journal.append("x".repeat(1500) + at); kept += 1; } catch (error) { console.log(error.message); break; }
    }
    process.chdir("/");
    journal.append("small");
    try { for (;;) openSync("/dev/null"); } catch {}
    try { openJournalFile("other", "test"); } catch (error) { console.log(error.code); }
    console.log(kept);
    process.exit(0);
  `;
  const limited = 'trap "" XFSZ; ulimit -f 4 -n 99; exec "$0" --input-type=module -e "$1"';
  const args = ["-c", limited, process.execPath, script];
  const said = execFileSync("bash", args, { cwd: folder }).toString();
  const [error, code, kept] = said.trim().split("\n");
  expect([error, code]).toEqual([`${path}: EFBIG: file too large, write.`, "EMFILE"]);
  const { lines } = contentOf(path);
  expect([kept, lines.length, lines[2]]).toEqual(["2", 3, "small"]);
});

/** Logs what is written and waited for, by the names of the files. */
const observedDisk = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  import { basename, dirname } from "node:path";
  const log = [];
  const names = new Map();
  const real = { ...fs };
  fs.openSync = (path, ...rest) => {
    const file = real.openSync(path, ...rest);
    names.set(file, basename(String(path)));
    return file;
  };
  let broken;
  for (const name of ["writeSync", "fsyncSync", "fdatasyncSync"]) {
    fs[name] = (file, ...rest) => {
      log.push(name.replace("Sync", " ") + names.get(file));
      if (names.get(file) === broken) throw Object.assign(new Error("broken"), { code: "EIO" });
      return real[name](file, ...rest);
    };
  }
  fs.renameSync = (from, to) => {
    log.push("rename " + basename(from) + " " + basename(to));
    real.renameSync(from, to);
    for (const [file, name] of names) if (name === basename(from)) names.set(file, basename(to));
  };
  fs.fdatasync = (file, done) => {
    log.push("fdatasync " + names.get(file));
    real.fdatasync(file, (error) => (log.push("done"), done(error)));
  };
  syncBuiltinESMExports();
`;

test("the disk is waited for before anybody goes on, in this order", () => {
  const path = newPath();
  const script = `
    ${observedDisk}
    const { openPlacementJournal } = await import(${source("journal")});
    const path = ${JSON.stringify(path)};
    const next = () => log.push("--");
    const journal = await openPlacementJournal(path);
    next();
    const entry = { operation: "o", clientId: "a", isOwnId: true, fields: {}, stampMs: 1 };
    await journal.begin(entry);
    next();
    const first = journal.begin({ ...entry, clientId: "b" });
    for (let turn = 0; turn < 20; turn += 1) await null;
    // What comes while the disk is busy with the first is written at once.
    const others = ["c", "d"].map((clientId) => journal.begin({ ...entry, clientId }));
    await Promise.all([first, journal.end("a", "placed"), ...others]);
    next();
    await journal.end("b", "placed");
    await journal.close();
    next();
    const other = await openPlacementJournal(path, { fsync: false });
    next();
    broken = basename(dirname(path));
    log.push(await other.begin(entry).catch((error) => error.message));
    broken = undefined;
    next();
    await other.begin(entry);
    await other.close();
    console.log(JSON.stringify(log));
  `;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script]).toString();
  const file = basename(path);
  const log = (JSON.parse(said) as string[]).join(", ").replaceAll(file, "F");
  const steps = log.split("--").map((step) => step.replaceAll(/^, |, $/gu, ""));
  const made = `write F.new, fsync F.new, rename F.new F, fsync ${basename(folder)}`;
  const synced = "write F, fdatasync F, done";
  expect(steps).toEqual([
    made,
    synced,
    `${synced}, ${synced}`,
    // The end of a placement waits for the disk when the journal is closed.
    `${synced}, write F`,
    // Who opens the file changes nothing; its first entry makes it anew.
    "",
    // Without the folder on the disk a power loss could bring back the lines before.
    `${made}, ${folder}: broken.`,
    `${made}, write F, write F`,
  ]);
});
