import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Comparison, Prepared } from "./comparison.ts";
import { writeLargeSpec } from "./large-spec.ts";

const coldHold =
  "at most 1.7; missed: Node strips and compiles all, and layout with checks adds 0.6";

const largeHold = "at most 450 MiB; missed when cold: the checks of all files add 45";

/** The operations of spec/, and 42 times as many. */
const sizes = [
  { times: 1, rounds: 7, cold: coldHold, again: "at most 1.4", memory: "at most 240 MiB" },
  { times: 42, rounds: 3, cold: "", again: "at most 1.8", memory: largeHold },
];

/** The whole of generated/ against the openapi-typescript command alone on the same bundle. */
export const generation: readonly Comparison[] = sizes.flatMap(
  ({ times, rounds, cold, again, memory }): readonly Comparison[] => [
    {
      title: `Generation, ${times * 24} operations`,
      rounds,
      warmUps: 0,
      prepare: () => compare(times, { cold, again }, {}),
    },
    {
      title: `Peak memory of generation, ${times * 24} operations`,
      // It hardly differs from run to run.
      rounds: Math.ceil(rounds / 3),
      warmUps: 0,
      unit: "MiB",
      prepare: () => compare(times, { cold: memory, again: memory }, { measures: "itself" }),
    },
  ],
);

function compare(
  times: number,
  { cold, again }: { readonly cold: string; readonly again: string },
  measured: { measures?: "itself" },
): Prepared {
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
      { name: "generate, cold: no cache", hold: cold, ...measured, run: generate.cold },
      { name: "generate again, cached", hold: again, ...measured, run: generate.fromNothing },
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
  /** All files, with the layout and the compiled code of the last run. */
  const fromNothing = () => {
    rmSync(out, { recursive: true, force: true });
    return again();
  };
  /** As on a new machine: nothing laid out, nothing compiled. */
  const cold = () => {
    rmSync("node_modules/.cache/tradespec", { recursive: true, force: true });
    process.env["NODE_COMPILE_CACHE"] = mkdtempSync(join(folder, "compiled-"));
    try {
      return fromNothing();
    } finally {
      delete process.env["NODE_COMPILE_CACHE"];
    }
  };
  return { out, again, fromNothing, cold };
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
