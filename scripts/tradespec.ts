#!/usr/bin/env node
/** The package's command, `npx tradespec sandbox | mock | contract | record | observe`. */

import { readFileSync } from "node:fs";

import { nearestName } from "../runtime/encoding/field-issue.ts";
import { packageFile } from "./shared/package-root.ts";

const help = `
Usage: npx tradespec <command> [options]

  sandbox     start a sandbox exchange on this machine
  mock        serve recorded responses on a port, for clients in any language
  contract    run the contract tests against recordings, a sandbox or any server
  record      record the responses of a sandbox or any server, without secrets
  observe     check recorded traffic against the contract and its assumptions

  -h, --help      print this text; after a command, print its options
  -v, --version   print the version of the package
`;

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  sandbox: () => import("./sandbox.ts"),
  mock: () => import("./mock.ts"),
  contract: () => import("./contract.ts"),
  record: () => import("./record.ts"),
  observe: () => import("./observe.ts"),
};

const [name = "--help"] = process.argv.splice(2, 1);
if (Object.hasOwn(commands, name)) {
  await commands[name]?.();
} else if (name === "--help" || name === "-h" || name === "help") {
  process.stdout.write(`${help.trim()}\n`);
} else if (name === "--version" || name === "-v") {
  const manifest = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as Version;
  process.stdout.write(`${manifest.version}\n`);
} else {
  const nearest = nearestName(name, Object.keys(commands));
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  process.stderr.write(`There is no command ${name}.${hint}\n\n${help.trim()}\n`);
  process.exitCode = 2;
}

interface Version {
  readonly version: string;
}
