/**
 * Runs commands of `scripts/`, as JSON in its input, one after another: what they share loads once.
 * Prints as JSON how each ended.
 */

import { json } from "node:stream/consumers";

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Exit extends Error {}

if (import.meta.main) {
  const commands = (await json(process.stdin)) as readonly (readonly string[])[];
  const print = process.stdout.write.bind(process.stdout);
  process.exit = (code) => {
    process.exitCode = code;
    throw new Exit();
  };
  const results: Ended[] = [];
  for (const command of commands) results.push(await run(command, results.length));
  process.exitCode = 0;
  print(JSON.stringify(results));
}

async function run([script = "", ...given]: readonly string[], index: number): Promise<Ended> {
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (text) => {
      written[name] += text;
      return true;
    };
  }
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...given);
  process.exitCode = 0;
  await import(`../../scripts/${script}.ts?${index}`).catch((error: Error) => {
    if (error instanceof Exit) return;
    process.exitCode = 1;
    written.stderr += error.stack;
  });
  return { status: Number(process.exitCode), ...written };
}
