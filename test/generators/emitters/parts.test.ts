import { expect, test } from "vitest";

import { core } from "../../../generators/emitters/core.ts";
import { parts } from "../../../generators/emitters/parts.ts";
import type { Emitter } from "../../../generators/write/source.ts";
import { type EmitterCase, emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const operation = given.operation({
  id: "getDepth",
  method: "GET",
  path: "/api/v1/depth",
  security: { ...given.operation().security, sendsKey: true, signed: false },
});

const cases: readonly (EmitterCase & { readonly emitter: Emitter })[] = [
  {
    name: "a call is a short text of its own",
    emitter: parts,
    path: "calls.ts",
    given: given.contract({ operations: [operation] }),
    want: `export const getDepth = "GET /api/v1/depth key`,
  },
  {
    name: "all calls stand together as well",
    emitter: parts,
    path: "calls.ts",
    given: given.contract({ operations: [operation] }),
    want: "export const calls = { getDepth: getDepth };",
  },
  {
    name: "a part is dropped where nobody asks for it",
    emitter: parts,
    path: "parts.ts",
    given: given.contract({ operations: [operation] }),
    want: "export const fieldChecks = /* @__PURE__ */ callerPart({",
  },
  {
    name: "of statuses that overlap the first counts, and what goes without saying is left out",
    emitter: parts,
    path: "parts.ts",
    given: given.contract({
      statuses: [
        { ...given.contract().statuses[0], from: 500, to: 599, advice: "backOff" },
        { ...given.contract().statuses[0], from: 501, to: 501, advice: "stop" },
        { ...given.contract().statuses[0], from: 403, to: 404, advice: "stop" },
      ] as never,
    }),
    want: `export const statuses = { stop: "403 404" } as const;`,
  },
  {
    name: "the core hands its parts through",
    emitter: core,
    path: "core.ts",
    given: given.contract({ operations: [operation] }),
    want: "assemble(base, texts, settings.parts ?? [], settings)",
  },
];

for (const { name, emitter, given: contract, path, want } of cases) {
  test(name, async () => {
    expect(trimmed(await emitted(emitter, contract, path))).toContain(trimmed(want));
  });
}
