import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Comparison, Prepared } from "./comparison.ts";
import { writeLargeSpec } from "./large-spec.ts";

/** The operations of spec/, and 42 times as many. */
const sizes = [
  { times: 1, rounds: 7, time: "at most 1.5", memory: "at most 220 MiB" },
  { times: 42, rounds: 3, time: "at most 1.8", memory: "at most 450 MiB" },
];

/** The whole of generated/ against the openapi-typescript command alone on the same bundle. */
export const generation: readonly Comparison[] = sizes.flatMap(
  ({ times, rounds, time, memory }): readonly Comparison[] => [
    {
      title: `Generation, ${times * 24} operations`,
      rounds,
      prepare: () => compare(times, time, {}),
    },
    {
      title: `Peak memory of generation, ${times * 24} operations`,
      rounds,
      unit: "MiB",
      prepare: () => compare(times, memory, { measures: "itself" }),
    },
  ],
);

function compare(times: number, hold: string, measured: { measures?: "itself" }): Prepared {
  const folder = mkdtempSync(join(tmpdir(), "tradespec-bench-"));
  const generate = prepareGeneration(folder, times);
  generate.fromNothing();
  const bundle = join(folder, "openapi.json");
  renameSync(join(generate.out, "documents/openapi.json"), bundle);
  const cli = "node_modules/openapi-typescript/bin/cli.js";
  const peer = () => peakOf([cli, bundle, "-o", join(folder, "peer.ts")]);
  return {
    floor: "openapi-typescript command",
    subjects: [
      { name: "openapi-typescript command", ...measured, run: peer },
      { name: "generate, from nothing", hold, ...measured, run: generate.fromNothing },
      { name: "generate, spec unchanged", ...measured, run: generate.again },
    ],
    finish: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The command of `npm run generate` for spec/, or for a spec of `times` as many operations. */
export function prepareGeneration(folder: string, times: number) {
  const [out, spec] = [join(folder, "generated"), join(folder, "spec")];
  mkdirSync(folder, { recursive: true });
  if (times > 1) writeLargeSpec(spec, times);
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
  const [, ...command] = manifest.scripts.generate.split(" ");
  const again = () => peakOf([...command, ...(times > 1 ? ["--spec", spec] : []), "--out", out]);
  const fromNothing = () => {
    rmSync(out, { recursive: true, force: true });
    return again();
  };
  return { out, again, fromNothing };
}

interface Manifest {
  readonly scripts: { readonly generate: string };
}

/** Runs Node with some arguments and gives its peak memory, in MiB. */
function peakOf(args: readonly string[]): number {
  const print = 'process.on("exit", () => console.log(process.resourceUsage().maxRSS))';
  const text = execFileSync(process.execPath, [
    "--import",
    `data:text/javascript,${print}`,
    ...args,
  ]);
  return Number(text.toString().trim().split("\n").at(-1)) / 1024;
}
