import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Comparison } from "./comparison.ts";

const rounds = 7;

/** The whole of generated/ against the openapi-typescript command alone on the same bundle. */
export const generation: Comparison = {
  title: "Generation",
  rounds,
  prepare: () => {
    const folder = mkdtempSync(join(tmpdir(), "tradespec-bench-"));
    const out = join(folder, "generated");
    const bundle = "generated/documents/openapi.json";
    cpSync(bundle, join(folder, "openapi.json"));
    const node = (...command: string[]) =>
      execFileSync(process.execPath, command, { stdio: "ignore" });
    const generate = () => node("scripts/generate.ts", "--out", out);
    return {
      floor: "openapi-typescript command",
      subjects: [
        {
          name: "openapi-typescript command",
          run: () =>
            node(
              "node_modules/openapi-typescript/bin/cli.js",
              bundle,
              "-o",
              join(folder, "peer.ts"),
            ),
        },
        {
          name: "generate, from nothing",
          hold: "at most 1.5",
          run: () => {
            rmSync(out, { recursive: true, force: true });
            generate();
          },
        },
        { name: "generate, spec unchanged", hold: "at most 0.33", run: generate },
      ],
      finish: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};
