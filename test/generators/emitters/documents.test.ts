import { expect, test } from "vitest";

import { documents } from "../../../generators/emitters/documents.ts";
import { type EmitterCase, emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const cases: readonly EmitterCase[] = [
  {
    name: "the REST bundle as it is",
    path: "documents/openapi.json",
    given: given.contract(),
    want: `"openapi": "3.1.0",`,
  },
  {
    name: "the stream bundle as it is",
    path: "documents/asyncapi.json",
    given: given.contract(),
    want: `"asyncapi": "3.0.0",`,
  },
];

for (const { name, given: contract, path, want, not } of cases) {
  test(name, async () => {
    const text = trimmed(await emitted(documents, contract, path));
    expect(text).toContain(trimmed(want));
    if (not !== undefined) expect(text).not.toContain(not);
  });
}
