#!/usr/bin/env node
/** The package's command, `npx tradespec <command>`. */

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import type { HandCommand } from "./hand/call.ts";
import { type Commands, ofContract, runCommand } from "./shared/commands.ts";
import { packageVersion } from "./shared/package-root.ts";

const help = `
Usage: npx tradespec <command> [options]

  sandbox     start a sandbox exchange on this machine
  mock        serve recorded responses on a port, for clients in any language
  contract    run the contract tests against recordings, a sandbox or any server
  record      record the responses of a sandbox or any server, without secrets
  observe     check recorded traffic against the contract and its assumptions

  book        print an order book
  balances    print the account's balances
  order       place an order
  cancel      cancel an order
  watch       print trades, and the account's orders and balances, as they change
  mcp         serve the exchange's operations to an assistant, by the Model Context Protocol

For the contract of another exchange, with the package tradespec-generator:

  init, lint, generate, docs, diff; sandbox, mock, contract, record, observe with --spec DIR

  -h, --help      print this text; after a command, print its options
  -v, --version   print the version of the package
`;

const commands: Commands = {
  ...ofContract,
  book: () => byHand("book"),
  balances: () => byHand("balances"),
  order: () => byHand("order"),
  cancel: () => byHand("cancel"),
  watch: () => import("./hand/watch.ts"),
  mcp: () => import("./mcp/run.ts"),
};

const ofGenerator = ["init", "lint", "generate", "docs", "diff"];
const [, , name = "", ...words] = process.argv;
// What follows "--" belongs to the command that a sandbox runs.
const own = words.slice(0, [...words, "--"].indexOf("--"));
const hasSpec = Object.hasOwn(ofContract, name) && own.some((word) => /^--spec(?:=|$)/u.test(word));
if (hasSpec || ofGenerator.includes(name)) await runGenerator();
else await runCommand(help, commands);

/** Runs the command in the package that works with contracts of other exchanges. */
async function runGenerator(): Promise<void> {
  const project = createRequire(resolve("package.json"));
  const command = ((): string | undefined => {
    try {
      return project.resolve("tradespec-generator");
    } catch {
      return undefined;
    }
  })();
  if (command !== undefined) return void (await import(pathToFileURL(command).href));
  process.stderr.write(
    `tradespec ${name} needs a package: npm install --save-dev tradespec-generator@${packageVersion()}\n`,
  );
  process.exitCode = 2;
}

async function byHand(command: HandCommand): Promise<void> {
  const { runByHand } = await import("./hand/call.ts");
  await runByHand(command);
}
