/** What the test files of one run share: a folder for what is made once, and the environment. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly sharedFolder: string;
  }
}

let folder = "";

export async function setup({ provide }: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "tradespec-tests-"));
  provide("sharedFolder", folder);
  // Workers and the commands that they run load the same modules, which Node then compiles once.
  process.env["NODE_COMPILE_CACHE"] = join(folder, "compiled");
  // Tests compare what commands print, and a CI server may ask for colors.
  delete process.env["FORCE_COLOR"];
}

export async function teardown(): Promise<void> {
  // A process that ends may still write what it has compiled.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
