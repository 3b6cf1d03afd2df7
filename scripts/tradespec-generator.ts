#!/usr/bin/env node
/** The command of the package `tradespec-generator`; `npx tradespec` runs it as well. */

import { parseArgs } from "node:util";

import { refuseValue, requireFolder } from "./shared/command-line.ts";
import { ofContract, runCommand } from "./shared/commands.ts";

const help = `
Usage: npx tradespec <command> [options]

  init DIR    write a small contract into a new folder
  lint        check a contract
  generate    write a typed client from a contract
  docs        render a contract as web pages
  diff        list what a change of a contract breaks

  sandbox     start a sandbox exchange that serves the operations whose roles it knows
  mock        serve the recorded responses of a contract on a port
  contract    run the contract tests: the recorded calls and the lists in scenarios/
  record      record the responses of a server, without secrets
  observe     check recorded traffic against a contract and its assumptions

--spec DIR is the folder of the contract. Without it, lint, generate, docs and diff read the folder
spec; the second group works with the contract of tradespec itself.

  -h, --help      print this text; after a command, print its options
  -v, --version   print the version of the package
`;

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`tradespec-generator needs Node 24; this is ${process.versions.node}.\n`);
  process.exit(2);
}
await runCommand(help, {
  init: () => import("./generate/init.ts"),
  lint: () => import("./lint.ts"),
  generate: () => import("./generate/run.ts"),
  docs: () => import("./docs.ts"),
  diff: () => import("./diff.ts"),
  ...Object.fromEntries(
    Object.entries(ofContract).map(([name, run]) => [name, () => withSpec(name, run)]),
  ),
});

async function withSpec(command: string, run: () => Promise<unknown>): Promise<void> {
  const options = { spec: { type: "string", default: "spec" } } as const;
  const { values, tokens } = parseArgs({ options, strict: false, tokens: true });
  const { spec: folder } = values;
  if (typeof folder !== "string") return refuseValue("--spec is given without a folder.");
  requireFolder("spec", folder);
  // The command does not know the option.
  for (const token of tokens.toReversed()) {
    if (token.kind !== "option" || token.name !== "spec") continue;
    process.argv.splice(2 + token.index, token.inlineValue ? 1 : 2);
  }
  const { build } = await import("../generators/contract/build.ts");
  const { openSpec } = await import("./shared/spec.ts");
  const { completed, useSpec } = await import("./generate/given-modules.ts");
  const { requireParts } = await import("./generate/needs.ts");
  const given = (option: string): boolean => process.argv.some((word) => word.startsWith(option));
  const tests = given("--sandbox") ? "sandbox" : "recordings";
  const records = command === "record" && !given("--base-url");
  const isSandbox = command === "sandbox" || tests === "sandbox" || records;
  const spec = openSpec(folder);
  const contract = build(spec.loaded);
  if (command !== "mock") requireParts(spec, contract, { command, isSandbox });
  useSpec(spec, completed(spec, contract, tests));
  await run();
}
