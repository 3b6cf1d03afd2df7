import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";

import { build } from "esbuild";
import { expect, test } from "vitest";

import { newFolder } from "../../support/folder.ts";

const run = promisify(execFile);
const folder = newFolder();

const script = "test/sandbox/support/event-script.ts";

/** Machines as far as they can differ in one place. */
const places: readonly Readonly<Record<string, string>>[] = [
  { TZ: "UTC", LC_ALL: "C" },
  { TZ: "Asia/Kathmandu", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" },
];

async function logOf(node: string, program: string, env: Readonly<Record<string, string>>) {
  const options = { env: { PATH: "", ...env }, maxBuffer: 2 ** 28 };
  const { stdout } = await run(node, [program], options);
  return stdout;
}

/** Another Node on this machine, with its version; `undefined` when there is none. */
async function otherNode(): Promise<string | undefined> {
  for (const place of (process.env["PATH"] ?? "").split(":")) {
    const node = join(place, "node");
    const version = await run(node, ["--version"]).catch(() => undefined);
    if (version !== undefined && version.stdout.trim() !== process.version) return node;
  }
  return undefined;
}

test("one seed and one script give one log, byte for byte, wherever it runs", async () => {
  const logs = await Promise.all(places.map((env) => logOf(process.execPath, script, env)));
  const [first = ""] = logs;
  const lines = first.trim().split("\n");
  const words = new Set(lines.map((line) => /^\d+ (\w+) \{/u.exec(line)?.[1]));
  expect(words).toEqual(new Set(["command", "reply", "event", "listenKey", undefined]));
  const kinds = new Set(lines.map((line) => /"kind":"(\w+)"/u.exec(line)?.[1]));
  for (const kind of ["place", "cancel", "deposit", "maintenance", "order", "trade", "book"]) {
    expect(kinds).toContain(kind);
  }
  expect(new Set(logs.map(sum)).size).toBe(1);
  // Another Node cannot read our sources, but the same sources as one plain file.
  const node = await otherNode();
  if (node === undefined) return;
  const outfile = join(folder, "script.mjs");
  await build({ entryPoints: [script], outfile, bundle: true, platform: "node", format: "esm" });
  expect(sum(await logOf(node, outfile, places[1] ?? {}))).toBe(sum(first));
});

function sum(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
