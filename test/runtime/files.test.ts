/** Files that are written whole or not at all, and what is left of runs that were killed. */

import { mkdir, open, readdir, readFile, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { inTemporaryFolder, writeFiles, writeWhole } from "../../runtime/files.node.ts";

const list = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

test("of files one of which cannot be written, none changes", async () => {
  await inTemporaryFolder(async (folder) => {
    await writeFiles(folder, [{ path: "a", text: "old" }]);
    const files = ["a", "b", "b/c"].map((path) => ({ path, text: "new" }));
    await expect(writeFiles(folder, files, ["a"])).rejects.toThrow("ENOTDIR");
    expect([await list(folder), await readFile(join(folder, "a"), "utf8")]).toEqual([["a"], "old"]);
  });
});

test("a run removes what those have left that were killed, and nothing else", async () => {
  await inTemporaryFolder(async (folder) => {
    // A process has no number as high.
    const names = [".writing-99999999-ab", `.writing-${process.pid}-ab`, ".writing-it", "a"];
    for (const name of names) await mkdir(join(folder, name, "b"), { recursive: true });
    await writeFiles(folder, []);
    expect(await readdir(folder)).toEqual(names.slice(1).sort());
  });
});

test("one file is exchanged for another, and a link leads on to where it led", async () => {
  await inTemporaryFolder(async (folder) => {
    const [file, link] = [join(folder, "new", "file"), join(folder, "link")];
    await writeWhole(file, "one");
    const reader = await open(file);
    await writeWhole(file, "two");
    // Who reads the first is not disturbed by the second.
    expect(await reader.readFile("utf8")).toBe("one");
    await reader.close();
    await symlink(file, link);
    await writeWhole(link, "three");
    expect([await readlink(link), await readFile(file, "utf8")]).toEqual([file, "three"]);
    expect(await list(folder)).toEqual(["link", "new", "new/file"]);
  });
});
