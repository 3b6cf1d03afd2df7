#!/usr/bin/env node
/** The command of the package `tradespec-generator`; `npx tradespec` runs it as well. */

import { requireFolder } from "./shared/command-line.ts";
import { type Commands, runCommand } from "./shared/commands.ts";

const help = `
Usage: npx tradespec <command> [options]

  init DIR    write a small contract into a new folder
  lint        check a contract
  generate    write a typed client from a contract
  docs        render a contract as web pages
  diff        list what a change of a contract breaks

  mock        serve the recorded responses of a contract on a port
  contract    run the contract tests: the recorded calls and the lists in scenarios/
  record      record the responses of a server, without secrets
  observe     check recorded traffic against a contract and its assumptions

Every command but init takes --spec DIR, the folder of the contract (default spec).

  -h, --help      print this text; after a command, print its options
  -v, --version   print the version of the package
`;

/** Commands that work with what is generated, which is made from the given spec first. */
const working: Commands = {
  mock: () => import("./mock.ts"),
  contract: () => import("./contract.ts"),
  record: () => import("./record.ts"),
  observe: () => import("./observe.ts"),
};

await runCommand(help, {
  init: () => import("./init.ts"),
  lint: () => import("./lint.ts"),
  generate: () => import("./generate.ts"),
  docs: () => import("./docs.ts"),
  diff: () => import("./diff.ts"),
  ...Object.fromEntries(
    Object.entries(working).map(([name, command]) => [name, () => withSpec(command)]),
  ),
});

async function withSpec(command: () => Promise<unknown>): Promise<void> {
  const at = process.argv.indexOf("--spec");
  const [, folder = "spec"] = at < 0 ? [] : process.argv.splice(at, 2);
  requireFolder("spec", folder);
  const { useSpec } = await import("./generate/given-modules.ts");
  await useSpec(folder);
  await command();
}
