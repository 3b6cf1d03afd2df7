/** `npm run lint`: every check of the contract's sources and of the bundles made from them. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readCommandLine } from "./command-line.ts";
import { findingLine } from "./lint/findings.ts";
import { lint } from "./lint/lint.ts";

const help = `
Checks the contract: our own rules on each source, the rules of OpenAPI and AsyncAPI on sources
and bundles, the vocabulary of extensions, and the list of assumptions.
Prints each finding as file:line:column, rule and message; exits 1 when there is any.

  npm run lint                    spec/
  npm run lint -- --spec DIR      another spec in the same vocabulary
`;

const { values } = readCommandLine(help, { spec: { type: "string", default: "spec" } });
const workplace = await mkdtemp(join(tmpdir(), "tradespec-lint-"));
try {
  const { findings, files } = await lint(values.spec, workplace);
  for (const finding of findings) process.stdout.write(`${findingLine(finding)}\n`);
  const count = findings.length === 1 ? "1 finding" : `${findings.length || "no"} findings`;
  process.stderr.write(`lint: ${count} in ${files} files and 2 bundles\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  process.stderr.write(`lint: ${error.message}. Name a folder that holds a spec with --spec.\n`);
  process.exitCode = 2;
} finally {
  await rm(workplace, { recursive: true, force: true });
}
