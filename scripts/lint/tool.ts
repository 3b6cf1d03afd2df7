import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire, getCompileCacheDir } from "node:module";
import { delimiter, dirname, join } from "node:path";

/** Settings that keep the tools from reporting usage and from looking for updates. */
const settings = {
  CI: "true",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  SUPPRESS_NO_CONFIG_WARNING: "1",
  NODE_ENV: "development",
};

/**
 * Runs a command of a node_modules/.bin. Gives its output and exit code; rejects if it cannot run.
 */
export function runTool(
  tool: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly output: string; readonly code: number }> {
  const path = pathOf(tool) ?? tool;
  // The tools start with the first `node` on the path, and need the one of this project.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`;
  const kept = getCompileCacheDir();
  const cache = kept === undefined ? {} : { NODE_COMPILE_CACHE: dirname(kept) };
  const env = { ...process.env, PATH, ...cache, ...settings, ...environment };
  const options = { env, maxBuffer: 64_000_000, shell: process.platform === "win32" };
  return new Promise((done, fail) => {
    execFile(path, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code !== "number") fail(error);
      else done({ output: stdout === "" ? stderr : stdout, code });
    });
  });
}

/** Whether a tool is installed; some are large, and a user may do without. */
export function hasTool(tool: string): boolean {
  return pathOf(tool) !== undefined;
}

/** A tool that a package manager put beside this package or above it. */
function pathOf(tool: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(tool) ?? [];
  return folders.map((folder) => join(folder, ".bin", tool)).find(existsSync);
}
