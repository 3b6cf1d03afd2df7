/** A folder that the test files of one run share, for what is made once for all of them. */

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
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
