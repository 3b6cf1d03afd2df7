/** Proposes what traffic shows as a patch of spec/, and applies it on request. */

import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { newRecordings, withEvidence } from "../../testing/observe/edits.ts";
import type { Observation } from "../../testing/observe/observe.ts";
import type { Traffic } from "../../testing/observe/traffic.ts";
import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { inTemporaryFolder } from "../shared/temporary-folder.ts";

/** The files of the spec that traffic changes, with their new text. */
export async function editedFiles(
  traffic: Traffic,
  observation: Observation,
  day: string,
): Promise<ReadonlyMap<string, string>> {
  const list = "spec/assumptions.yaml";
  const old = await readFile(list, "utf8");
  const recordings = newRecordings(traffic.calls, await loadRecordings("spec/examples"));
  const files = recordings.map(({ path, text }) => [`spec/examples/${path}`, text] as const);
  const text = withEvidence(old, observation, day);
  return new Map([...(text === old ? [] : [[list, text] as const]), ...files]);
}

/** The edits as a patch that `git apply` takes. */
export function patchOf(files: ReadonlyMap<string, string>): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    for (const [path, text] of files) {
      const old = await readFile(path, "utf8").catch(() => undefined);
      await put(join(folder, "b", path), text);
      if (old !== undefined) await put(join(folder, "a", path), old);
    }
    await mkdir(join(folder, "a"), { recursive: true });
    return difference(folder);
  });
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** git prints the differences of two folders, and exits 1 when there are any. */
function difference(folder: string): string {
  const words = ["diff", "--no-index", "--no-color", "--no-prefix", "a", "b"];
  const { stdout, error } = spawnSync("git", words, { cwd: folder, encoding: "utf8" });
  if (error !== undefined) throw new Error("git is not installed; it makes the patch.");
  return stdout;
}
