/** Runs a command against the sandbox, as in `npx tradespec sandbox -- npm test`. */

import { spawn } from "node:child_process";
import { constants } from "node:os";

import type { RunningSandbox } from "../../sandbox/index.node.ts";
import { onParentGone } from "../shared/lifetime.ts";
import { runnable } from "../shared/runnable.ts";

/** Runs a command until it ends; returns its exit code, as a shell gives it. */
export function runCommand(
  [name = "", ...words]: readonly string[],
  { baseUrl, streamUrl, sandbox }: RunningSandbox,
): Promise<number> {
  const [account] = sandbox.accounts;
  const env = {
    ...process.env,
    TRADESPEC_BASE_URL: baseUrl,
    TRADESPEC_STREAM_URL: `${streamUrl}/stream`,
    TRADESPEC_KEY: account?.apiKey,
    TRADESPEC_SECRET: account?.apiSecret,
  };
  // Before the command starts: a signal that nobody handles would leave it without this process.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  const { file, args, shell } = runnable(name, words);
  const child = spawn(file, args, { stdio: "inherit", env, shell });
  onParentGone(() => child.kill());
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      process.stderr.write(`${name} cannot be run: ${error.message}.\n`);
      resolve(error.code === "ENOENT" ? 127 : 126);
    });
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
