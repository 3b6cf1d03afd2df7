/** What the comparison reads from git. */

import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test, vi } from "vitest";

import { specAt, usualRevision } from "../../../scripts/diff/revision.ts";
import { newFolder } from "../../support/folder.ts";

const repository = newFolder();
const project = join(repository, "inner");
const location = { folder: join(project, "spec"), root: project };
afterAll(() => void vi.unstubAllEnvs());

// As on Windows, tar reads a tape unless asked for another file.
vi.stubEnv("TAPE", join(repository, "no-tape"));
write("README.md", "Nothing yet.\n");
git("init", "--quiet");
commit("first");
write("spec/openapi.yaml", "openapi: 3.1.0\r\ninfo: {}\r\n");
write("spec/paths/größe.yaml", "get: {}\n");
write("spec/lint/source.yaml", "rules: {}\n");
write("spec/lint/vocabulary/weight.yaml", "title: x-weight\n");
write("spec/notes.md", "Notes.\n");
symlinkSync("openapi.yaml", join(project, "spec/link.yaml"));
commit("second");

test("the files of a revision are those that are read from a disk", async () => {
  expect(await specAt(location, "HEAD")).toEqual([
    { path: "lint/vocabulary/weight.yaml", text: "title: x-weight\n" },
    { path: "openapi.yaml", text: "openapi: 3.1.0\ninfo: {}\n" },
    { path: "paths/größe.yaml", text: "get: {}\n" },
  ]);
});

const refused: readonly (readonly [revision: string, message: string])[] = [
  ["HEAD~9", 'git knows no revision "HEAD~9" here'],
  ["nonsense", 'git knows no revision "nonsense" here'],
  ["--output=x", 'git knows no revision "--output=x" here'],
  ["", 'git knows no revision "" here'],
  ["HEAD~1", "There is no spec/ at HEAD~1"],
];

test.each(refused)("%j is refused with a sentence", async (revision, message) => {
  await expect(specAt(location, revision)).rejects.toThrow(message);
});

test("what is not installed is named", async () => {
  const tools = newFolder();
  const path = process.env["PATH"];
  try {
    process.env["PATH"] = tools;
    await expect(specAt(location, "HEAD")).rejects.toThrow("git is not installed.");
    symlinkSync(
      execFileSync("/bin/sh", ["-c", "command -v git"], { env: { PATH: path } })
        .toString()
        .trim(),
      join(tools, "git"),
    );
    await expect(specAt(location, "HEAD")).rejects.toThrow("tar is not installed.");
  } finally {
    process.env["PATH"] = path;
  }
});

test("a spec that git cannot read is not called absent", async () => {
  const blob = execFileSync("git", ["-C", project, "rev-parse", "HEAD:./spec/openapi.yaml"]);
  const [, folder = "", file = ""] = /^(..)(.+)$/u.exec(blob.toString().trim()) ?? [];
  const object = join(repository, ".git/objects", folder, file);
  renameSync(object, `${object}.away`);
  try {
    await expect(specAt(location, "HEAD")).rejects.toThrow("spec/ at HEAD cannot be unpacked");
  } finally {
    renameSync(`${object}.away`, object);
  }
});

test("the usual revision is the newest tag, or what is checked out", () => {
  expect(usualRevision(project)).toBe("HEAD");
  git("tag", "v1");
  expect(usualRevision(project)).toBe("v1");
});

function write(path: string, text: string): void {
  const place = join(project, path);
  mkdirSync(join(place, ".."), { recursive: true });
  writeFileSync(place, text);
}

function commit(message: string): void {
  git("add", "--all");
  const author = ["-c", "user.name=Test", "-c", "user.email=test@localhost"];
  git(...author, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", message);
}

function git(...given: readonly string[]): void {
  execFileSync("git", ["-C", repository, ...given], { stdio: "ignore" });
}
