import { execFile, spawn } from "node:child_process";
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, test } from "vitest";

import type { SpecFile } from "../../generators/contract/documents/spec-files.ts";
import { generate } from "../../generators/pipeline.ts";
import { readOutputs } from "../../generators/write/files.ts";
import type { Edit } from "../support/edited-files.ts";
import { newFolder } from "../support/folder.ts";
import { location, specFiles } from "../support/given-spec.ts";

const project = resolve(import.meta.dirname, "../..");

test("the same spec gives the same bytes, whatever the order of its files", async () => {
  const spec = specFiles();
  const first = await generate({ location, spec });
  const second = await generate({ location, spec: [...spec].reverse() });
  expect(second.files).toEqual(first.files);
  expect(second.notes).toEqual(first.notes);
});

/** What is asked of the command on a spec in a folder of its own, and what comes of it. */
interface Step {
  readonly edit?: Edit;
  readonly touch?: (out: string) => Promise<unknown>;
  readonly options?: readonly string[];
  readonly code?: number;
  readonly says: RegExp;
  /** Whether the output stays as it was. */
  readonly keeps?: true;
}

const check = ["--check"];
const hold: Edit = ["schemas/Side.yaml", "SELL]", "SELL, HOLD]"];
const typo: Edit = ["schemas/Order.yaml", "status]", "statuss]"];
const old = "// Generated from spec/old.yaml by an emitter.\n";

/** Edits one file by hand, cuts and removes one, and leaves some that nothing writes. */
async function disarrange(out: string): Promise<void> {
  const texts = { "errors.ts": "// mine\n", "note.txt": "mine", "old.ts": old, "old.ts.map": "{}" };
  for (const [path, text] of Object.entries(texts)) await writeFile(join(out, path), text);
  const [first = ""] = (await readFile(join(out, "features.ts"), "utf8")).split("\n");
  await writeFile(join(out, "features.ts"), first);
  await rm(join(out, "limits.ts"));
}

/** Beside the output, the pages and the output of another contract are nobody's concern. */
const others = ["docs/a.html", "other/client.ts"].map((path) => ({ path, text: old }));
const addOthers = (out: string): Promise<void> => writeFiles(out, others);

/** Leaves a user's folder that has a file with the name of one that is generated. */
async function ownFolder(out: string): Promise<void> {
  await rm(out, { recursive: true });
  await writeFiles(out, [...others, { path: "client.ts", text: "// mine" }]);
}

/** The first row writes its output, the others begin with a copy of it. */
const commands: readonly (readonly [name: string, ...steps: Step[]])[] = [
  [
    "a first run writes, a second leaves everything as it is",
    { says: /^\d+ files written, 0 unchanged, 0 deleted/ },
    { touch: addOthers, says: /^0 files written/, keeps: true },
  ],
  [
    "what does not follow from the spec is reported, then written; what is foreign is kept",
    {
      ...{ edit: hold, touch: disarrange, options: check, code: 1, keeps: true },
      says: RegExp(
        "errors.ts:1 {2}The file is not what[^]*features.ts:2 {2}The file is not what" +
          "[^]*limits.ts {2}The file is missing. Fix: run it " +
          "without[^]*note.txt {2}No emitter wrote it[^]*old.ts {2}Nothing writes it any more.*\n.*old.ts.map {2}Nothing[^]*" +
          "types\\.ts:\\d+ {2}The file is not what the spec gives",
      ),
    },
    { edit: hold, says: /^\d+ files written, \d+ unchanged, 2 deleted/ },
    {
      ...{ edit: hold, options: check, says: /^0 files written/, keeps: true },
      touch: (out) => rm(join(out, "note.txt")),
    },
  ],
  [
    "a file of the user is not replaced",
    { touch: ownFolder, code: 2, keeps: true, says: /--out has a file client.ts of yours; give / },
  ],
  [
    "what the disk refuses is an error",
    { options: ["--out", "out/client.ts/x"], code: 1, keeps: true, says: /^ENOTDIR: .* mkdir/m },
  ],
  [
    "a faulty spec leaves the output as it was",
    {
      ...{ edit: typo, code: 1, keeps: true },
      says: /^spec\/schemas\/Order\.yaml:3:29 {2}The required property statuss .*Did you mean status\?\n1 problem;/s,
    },
  ],
];

const home = newFolder();

for (const [index, [name, ...steps]] of commands.entries()) {
  test(`generate: ${name}`, async () => {
    const folder = join(home, String(index));
    const out = join(folder, "out");
    if (index > 0) await cp(join(home, "0/out"), out, { recursive: true });
    for (const { edit, touch, options = [], code = 0, says, keeps } of steps) {
      await writeFiles(join(folder, "spec"), specFiles(edit === undefined ? [] : [edit]));
      await touch?.(out);
      const before = await snapshot(out);
      const run = await command(["--spec", "spec", "--out", "out", ...options], { cwd: folder });
      expect(run).toEqual({ code, text: expect.stringMatching(says) });
      if (keeps) expect(await snapshot(out)).toEqual(before);
    }
  });
}

test("a watch runs at once and after a change, also of a replaced file", async () => {
  const folder = join(home, "watch");
  await writeFiles(join(folder, "spec"), specFiles());
  const options = ["--watch", "--spec", "spec", "--out", "out"];
  const script = join(project, "scripts/generate.js");
  const child = spawn(process.execPath, [script, ...options], { cwd: folder });
  let text = "";
  child.stdout.on("data", (part: Buffer) => {
    text += part.toString();
  });
  const says = (words: string): Promise<void> =>
    expect.poll(() => text, { timeout: 60_000 }).toContain(words);
  try {
    await says("watching");
    // While the first run works, and once more after it.
    await setTimeout(500);
    for (const weight of ["weight: 7", "weight: 9"]) {
      const edits = specFiles([["paths/depth.yaml", "weight: 5", weight]]);
      const edited = edits.find(({ path }) => path === "paths/depth.yaml");
      await writeFile(join(folder, "new"), edited?.text ?? "");
      await rename(join(folder, "new"), join(folder, "spec/paths/depth.yaml"));
      const written = () => readFile(join(folder, "out/operations.ts"), "utf8").catch(String);
      await expect.poll(written, { timeout: 60_000 }).toContain(weight);
    }
    // On a slow machine the first run may read the first change already.
    expect(text.match(/files written/gu)?.length).toBeLessThanOrEqual(3);
  } finally {
    child.kill();
  }
});

test("another locale, time zone and folder give the bytes of generated/", async () => {
  const folder = join(home, "bytes");
  const locale = { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", NODE_ICU_DATA: "" };
  // The runtime beside it, as in this project.
  await mkdir(folder);
  await symlink(join(project, "runtime"), join(folder, "runtime"));
  const out = join(folder, "out");
  const options = ["--out", out];
  const run = await command(options, { cwd: folder, env: { ...locale, TZ: "Asia/Kathmandu" } });
  expect(run).toMatchObject({ code: 0 });
  const toSpec = `"${relative(out, join(project, "spec"))}/`;
  const committed = [...(await readOutputs(join(project, "generated")))].map(([path, code]) => [
    path,
    path.endsWith(".map") ? code.replaceAll('"../spec/', toSpec) : code,
  ]);
  // Git on Windows writes CRLF.
  const text = await readFile(join(out, "client.ts"), "utf8");
  await writeFile(join(out, "client.ts"), text.replaceAll("\n", "\r\n"));
  expect([...(await readOutputs(out))]).toEqual(committed);
});

test("run from wherever, files lead to the spec of their project", async () => {
  const folder = join(home, "project");
  await writeFiles(join(folder, "contracts/spec"), specFiles());
  await writeFile(join(folder, "package.json"), "{}");
  const steps = [
    ["", "--spec", "contracts/spec", "--out", "src/exchange"],
    ["src", "--spec", "../contracts/spec", "--out", "exchange", "--check"],
  ] as const;
  for (const [from, ...options] of steps) {
    const run = await command(options, { cwd: join(folder, from) });
    expect(run).toMatchObject({ code: 0 });
  }
  const { sources } = JSON.parse(
    await readFile(join(folder, "src/exchange/types.ts.map"), "utf8"),
  ) as { sources: readonly string[] };
  expect(sources[0]).toMatch(/^\.\.\/\.\.\/contracts\/spec\//);
});

function command(
  options: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Record<string, string> },
): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((done) => {
    const script = join(project, "scripts/generate.js");
    const child = execFile(
      process.execPath,
      [script, ...options],
      { cwd, env: { ...process.env, ...env } },
      (_, out, err) => done({ code: child.exitCode ?? -1, text: out + err }),
    );
  });
}

async function writeFiles(folder: string, files: readonly SpecFile[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Names, times and texts: what a run that changes nothing leaves alone. */
async function snapshot(folder: string): Promise<unknown> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files
      .sort()
      .map(async (path) => [path, (await stat(path)).mtimeMs, await readFile(path, "utf8")]),
  );
}
