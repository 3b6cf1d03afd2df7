import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readContract } from "../support/contract-of.ts";
import { writeLargeSpec } from "./large-spec.ts";

test("the large spec of the measurements is a valid one", () => {
  const folder = mkdtempSync(join(tmpdir(), "tradespec-"));
  try {
    const count = writeLargeSpec(folder, 2);
    expect(readContract(folder).operations).toHaveLength(count);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
