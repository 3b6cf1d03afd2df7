/** Proposes what traffic shows as a patch of spec/, and applies it on request. */

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import {
  inTemporaryFolder,
  makeFolder,
  putFiles,
  type TextFile,
} from "../../runtime/files.node.ts";
import { newRecordings, withEvidence } from "../../testing/observe/edits.ts";
import type { Observation } from "../../testing/observe/observe.ts";
import type { Traffic } from "../../testing/observe/traffic.ts";
import { loadRecordings } from "../../testing/recordings/files.node.ts";
import { refuseValue } from "../shared/command-line.ts";

/** The files of the spec that traffic changes, with their new text. */
export async function editedFiles(
  traffic: Traffic,
  observation: Observation,
  day: string,
): Promise<readonly TextFile[]> {
  const list = "spec/assumptions.yaml";
  const old = await readFile(list, "utf8");
  const recordings = newRecordings(traffic.calls, await loadRecordings("spec/examples"));
  const files = recordings.map(({ path, text }) => ({ path: `spec/examples/${path}`, text }));
  const text = withEvidence(old, observation, day);
  return [...(text === old ? [] : [{ path: list, text }]), ...files];
}

/** The edits as a patch that `git apply` takes. */
export function patchOf(files: readonly TextFile[]): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    await makeFolder(join(folder, "a"));
    await putFiles(join(folder, "b"), files);
    for (const { path } of files) {
      const text = await readFile(path, "utf8").catch(() => undefined);
      if (text !== undefined) await putFiles(join(folder, "a"), [{ path, text }]);
    }
    return difference(folder);
  });
}

/** git prints the differences of two folders, and exits 1 when there are any. */
function difference(folder: string): string {
  const words = ["diff", "--no-index", "--no-color", "--no-prefix", "a", "b"];
  const { stdout, error } = spawnSync("git", words, { cwd: folder, encoding: "utf8" });
  if (error !== undefined) return refuseValue("--write needs git, which makes the patch.");
  return stdout;
}
