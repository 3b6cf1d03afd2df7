import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { compiler } from "../../scripts/shared/compiler.ts";

/** What the compiler prints: nothing, where all is well. Rejects if it ends without a word. */
export async function compile(folder: string, ...options: readonly string[]): Promise<string> {
  const words = [...compiler, ...options];
  const compiled = promisify(execFile)(process.execPath, words, { cwd: folder });
  const { stdout } = await compiled.catch((error: { readonly stdout?: string }) => {
    if (!error.stdout) throw error;
    return { stdout: error.stdout };
  });
  return stdout;
}
