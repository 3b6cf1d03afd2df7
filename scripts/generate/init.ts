/** `tradespec init`: a small contract to begin with. */

import { cp, readdir } from "node:fs/promises";
import { relative, resolve } from "node:path";

import { isInstalled, readCommandLine, refuseValue } from "../shared/command-line.ts";

const help = `
Usage: npx tradespec init DIR

Writes a small contract into DIR, which must be empty or new: six operations, two filters, a stream,
signing, errors and limits, each with comments. It passes lint, and the mock serves it.
`;

const { positionals } = readCommandLine(help, {}, "words");
const [folder, ...others] = positionals;
if (folder === undefined || others.length > 0) refuseValue("Give one folder to write into.");
const there = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) =>
  code === "ENOENT" ? [] : refuseValue(`${folder} cannot be read as a folder (${code}).`),
);
if (there.length > 0) refuseValue(`${folder} is not empty; give a new folder.`);
const template = isInstalled ? "../../../template" : "../../generators/template";
await cp(resolve(import.meta.dirname, template), folder, { recursive: true });
const path = relative(process.cwd(), resolve(folder)) || ".";
// A shell takes it as one word.
const shown = /^[\w./-]+$/u.test(path) ? path : JSON.stringify(path);
const isHere = path === ".";
// The output may not be in the folder of the contract.
const out = isHere ? "../generated" : "generated";
process.stdout.write(`A contract is in ${isHere ? "this folder" : shown}. Next:

  npx tradespec lint --spec ${shown}
  npx tradespec generate --spec ${shown} --out ${out}
  npx tradespec mock --spec ${shown} --lenient
`);
