/** `npm run bench`: ratios against floors and peers, interleaved in one run. */

import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";

import { coldImport, coldStart } from "../test/bench/cold-import.ts";
import type { Comparison } from "../test/bench/comparison.ts";
import { drawCurves } from "../test/bench/curves.ts";
import { matching } from "../test/bench/engine.ts";
import { fanOut, readersGrowth } from "../test/bench/fan-out.ts";
import { filterChecking } from "../test/bench/filters.ts";
import { generation } from "../test/bench/generation.ts";
import { bookGrowth, generationGrowth } from "../test/bench/growth.ts";
import { measure } from "../test/bench/measure.ts";
import { orderBooks } from "../test/bench/order-book.ts";
import { sandboxGrowth } from "../test/bench/sandbox-growth.ts";
import { asking, placing } from "../test/bench/sandbox-http.ts";
import { signing } from "../test/bench/signing.ts";
import { starting } from "../test/bench/start.ts";
import { streamReading } from "../test/bench/streams.ts";
import { inFlight, overFetch, overUndici, placingOnce } from "../test/bench/transport.ts";
import { readCommandLine, refuseValue } from "./shared/command-line.ts";

const help = `
npm run bench            measures everything
npm run bench -- WORD    measures only the comparisons with WORD in the title, such as growth

Writes test/bench/RESULTS.md, and the growth curves to test/bench/CURVES.md and docs/speed.svg. A
file is written only if all its figures were measured.
`;

const { positionals } = readCommandLine(help, {}, "words");
const results = [
  ...generation,
  signing,
  filterChecking,
  overFetch,
  overUndici,
  placingOnce,
  fanOut,
  ...orderBooks,
  ...streamReading,
  ...[matching, placing, asking, starting, coldStart, coldImport],
];
const curves = [generationGrowth, bookGrowth, inFlight, readersGrowth, ...sandboxGrowth];
const all = [...results, ...curves];
// A whole title names one comparison, though another one may contain it.
const named = all.filter(({ title }) => positionals.includes(title));
const chosen = named.length > 0 ? named : all.filter(({ title }) => hasWords(title, positionals));
if (chosen.length === 0) refuseValue(`No comparison has "${positionals.join(" ")}" in its title.`);
const sections = new Map<Comparison, string>();
for (const comparison of chosen) {
  const section = chosen.length === 1 ? await sectionOf(comparison) : sectionInProcess(comparison);
  sections.set(comparison, section);
  process.stdout.write(section);
}
await writeReport("Results", "test/bench/RESULTS.md", results);
const report = await writeReport("Curves", "test/bench/CURVES.md", curves);
if (report !== undefined) await writeFile("docs/speed.svg", drawCurves(report));

function hasWords(title: string, words: readonly string[]): boolean {
  return words.every((word) => title.toLowerCase().includes(word.toLowerCase()));
}

/** Writes the sections of some comparisons, when all of them were measured, and gives the text. */
async function writeReport(title: string, path: string, shown: readonly Comparison[]) {
  const measured = shown.flatMap((comparison) => sections.get(comparison) ?? []);
  if (measured.length < shown.length) return undefined;
  const head = `# ${title}\n\nWritten by \`npm run bench\`. Ratios compare within one run; the times`;
  const note = `${head} are for orientation only.\nNode ${process.version}, ${process.arch}.\n`;
  const text = [note, ...measured].join("\n");
  await writeFile(path, text);
  return text;
}

/** Measures one comparison and gives its section as Markdown. */
async function sectionOf({
  title,
  rounds,
  warmUps,
  unit = "ms",
  prepare,
}: Comparison): Promise<string> {
  process.stderr.write(`${title}: ${rounds} rounds\n`);
  const { floor, subjects, finish } = await prepare();
  const figures = await measure(subjects, rounds, warmUps);
  await finish?.();
  const base = figures.find(({ name }) => name === floor)?.ms ?? Number.NaN;
  const rows = figures.map(({ name, ms }) => {
    const hold = subjects.find((subject) => subject.name === name)?.hold ?? "";
    return `| ${name} | ${ms.toFixed(ms < 10 ? 2 : 1)} | ${(ms / base).toFixed(2)} | ${hold} |`;
  });
  const columns = `| subject | median ${unit} | ratio to the ${floor} | target |`;
  return `## ${title}\n\n${columns}\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

/** Measures in a new process, so that no comparison inherits the heap of another. */
function sectionInProcess({ title }: Comparison): string {
  const command = [...process.execArgv, import.meta.filename, title];
  return execFileSync(process.execPath, command, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}
