/** `npm run bench`: ratios against floors and peers, interleaved in one run. */

import { writeFile } from "node:fs/promises";

import { calling } from "../test/bench/calls.ts";
import { matching } from "../test/bench/engine.ts";
import { fanOut } from "../test/bench/fan-out.ts";
import { filterChecking } from "../test/bench/filters.ts";
import { generation } from "../test/bench/generation.ts";
import { measure } from "../test/bench/measure.ts";
import { orderBooks } from "../test/bench/order-book.ts";
import { asking, placing } from "../test/bench/sandbox-http.ts";
import { signing } from "../test/bench/signing.ts";
import { overFetch, overUndici } from "../test/bench/transport.ts";
import { streamReading } from "../test/bench/streams.ts";
import { starting } from "../test/bench/start.ts";
import { readCommandLine } from "./command-line.ts";

const help = `
npm run bench            measures everything and writes test/bench/RESULTS.md
npm run bench -- WORD    only the comparisons whose title contains WORD; writes nothing
`;

const { positionals } = readCommandLine(help, {}, "words");
const exchange = [matching, placing, asking, starting];
const all = [
  generation,
  signing,
  filterChecking,
  calling,
  overFetch,
  overUndici,
  fanOut,
  ...orderBooks,
  streamReading,
  ...exchange,
];
const chosen = all.filter(({ title }) =>
  positionals.every((word) => title.toLowerCase().includes(word.toLowerCase())),
);
const sections: string[] = [];
for (const { title, rounds, warmUps, prepare } of chosen) {
  process.stderr.write(`${title}: ${rounds} rounds\n`);
  const { floor, subjects, finish } = await prepare();
  const figures = await measure(subjects, rounds, warmUps);
  await finish?.();
  const base = figures.find(({ name }) => name === floor)?.ms ?? Number.NaN;
  const rows = figures.map(({ name, ms }) => {
    const hold = subjects.find((subject) => subject.name === name)?.hold ?? "";
    return `| ${name} | ${ms.toFixed(1)} | ${(ms / base).toFixed(2)} | ${hold} |`;
  });
  const columns = `| subject | median ms | ratio to the ${floor} | to hold |`;
  const head = `## ${title}\n\n${columns}\n|---|---|---|---|`;
  sections.push(`${head}\n${rows.join("\n")}\n`);
  process.stdout.write(`\n${sections.at(-1)}\n`);
}
if (positionals.length === 0) {
  const head = "# Results\n\nWritten by `npm run bench`. Ratios compare within one run; the times";
  const note = `${head} are for orientation only.\nNode ${process.version}, ${process.arch}.\n`;
  await writeFile("test/bench/RESULTS.md", `${[note, ...sections].join("\n")}`);
}
