#!/usr/bin/env node
/** The package's command, `npx tradespec <command>`. */

import { nearestName } from "../runtime/encoding/field-issue.ts";
import type { HandCommand } from "./hand/call.ts";
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

  -h, --help      print this text; after a command, print its options
  -v, --version   print the version of the package
`;

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  sandbox: () => import("./sandbox.ts"),
  mock: () => import("./mock.ts"),
  contract: () => import("./contract.ts"),
  record: () => import("./record.ts"),
  observe: () => import("./observe.ts"),
  book: () => byHand("book"),
  balances: () => byHand("balances"),
  order: () => byHand("order"),
  cancel: () => byHand("cancel"),
  watch: () => import("./hand/watch.ts"),
  mcp: () => import("./mcp.ts"),
};

const [name = "--help"] = process.argv.splice(2, 1);
if (Object.hasOwn(commands, name)) {
  await commands[name]?.();
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

async function byHand(command: HandCommand): Promise<void> {
  const { runByHand } = await import("./hand/call.ts");
  await runByHand(command);
}
