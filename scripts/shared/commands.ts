/** The commands of both packages. */

// As a whole: the cache is there from Node 22 on, and not in Deno.
import * as nodeModule from "node:module";

import { nearestName } from "../../runtime/encoding/field-issue.ts";
import { endWithReader } from "./command-line.ts";
import { packageVersion } from "./package-root.ts";

export type Commands = Readonly<Record<string, () => Promise<unknown>>>;

/** Commands that work with what is generated: from the package's own contract, or from another. */
export const ofContract = {
  sandbox: () => import("../sandbox/run.ts"),
  mock: () => import("../mock.ts"),
  contract: () => import("../contract.ts"),
  record: () => import("../record.ts"),
  observe: () => import("../observe.ts"),
} satisfies Commands;

/** Runs the command that the first word names; without one, prints the help. */
export async function runCommand(help: string, commands: Commands): Promise<void> {
  endWithReader();
  const [name = "--help"] = process.argv.splice(2, 1);
  if (Object.hasOwn(commands, name)) {
    // What Node makes of a command's code is kept for its next start, which is then twice as quick.
    nodeModule.enableCompileCache?.();
    await commands[name]?.().catch(endWithSentence);
  } else if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(`${help.trim()}\n`);
  } else if (name === "--version" || name === "-v") {
    process.stdout.write(`${packageVersion()}\n`);
  } else {
    const nearest = nearestName(name, Object.keys(commands));
    const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    process.stderr.write(`There is no command ${name}.${hint}\n\n${help.trim()}\n`);
    process.exitCode = 2;
  }
}

/** Ends a command that a contract or the system stops: a trace says no more than the sentence. */
export function endWithSentence(error: NodeJS.ErrnoException): void {
  const isOfContract = "problems" in error;
  if (!isOfContract && error.errno === undefined) throw error;
  process.stderr.write(`${error.message}${isOfContract ? "" : "."}\n`);
  process.exitCode = 1;
}
