import { expect, test } from "vitest";

import { readContract } from "../support/contract-of.ts";
import { newFolder } from "../support/folder.ts";
import { writeLargeSpec } from "./large-spec.ts";

test("the large spec of the measurements is a valid one", () => {
  const folder = newFolder();
  const count = writeLargeSpec(folder, 2);
  expect(readContract(folder).operations).toHaveLength(count);
});
