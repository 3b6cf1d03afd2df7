/** A server of a measurement in a process of its own, which ends with this one. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Starts a file of this folder, whose first message says that it listens. */
export async function startServer<Ready>(file: string, ...words: readonly string[]) {
  // Handed on, so that `--cpu-prof` shows where the servers' time goes.
  const execArgv = [...process.execArgv, "--expose-gc"];
  const child = fork(join(import.meta.dirname, file), words, { execArgv });
  const next = async <Answer>(): Promise<Answer> => (await once(child, "message"))[0];
  const ready = await next<Ready>();
  const ask = (question: object): Promise<number> => {
    const answered = next<number>();
    child.send(question);
    return answered;
  };
  return { ready, ask, stop: () => child.disconnect() };
}
