/** A Redis for tests, where the machine has one. */

import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

import { isMissing } from "./parts.ts";

export const noRedis = isMissing("redis", spawnSync("redis-server", ["--version"]).status === 0);

/** Ends the server with the input of this shell: none outlives a test run that is killed. */
const script = `
exec 3<&0
redis-server "$@" & redis=$!
exec 2>/dev/null
(cat <&3; kill -KILL $redis) & wait $redis`;

/** Starts a server that keeps nothing; the result ends it at once. */
export async function startRedis(...where: readonly string[]): Promise<() => void> {
  const settings = [...where, "--save", "", "--appendonly", "no"];
  const child = spawn("sh", ["-c", script, "sh", ...settings], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      if (/ready to accept/iu.test(line)) resolve();
    });
    child.once("exit", () => reject(new Error("Redis ended too early.")));
  });
  return () => child.stdin.destroy();
}
