/** Extensions against the vocabulary, and marks against the ledger, each told at its own place. */

import { expect, test } from "vitest";

import { load } from "../../generators/contract/documents/load.ts";
import { findBadExtensions } from "../../scripts/lint/extensions.ts";
import { findingLine, inOrder } from "../../scripts/lint/finding.ts";
import { findLedgerFaults } from "../../scripts/lint/ledger.ts";

const entry = (text: string): string => `openapi: 3.1.0\ninfo: { title: A, version: v1 }\n${text}`;
const entries = "x-assumptions: { $ref: assumptions.yaml }\n";
const ledger = "gap-a: { kind: assumed }\ngap-b: { kind: open }\n";
const marks = "x-a: { x-assumed: gap-a }\nx-b: { x-unstated: gap-b }\n";

interface Row {
  readonly name: string;
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly ledger?: string;
  readonly want: readonly string[];
}

const rows: readonly Row[] = [
  { name: "what fits passes", openapi: "x-weight: { ip: 1 }\n", want: [] },
  {
    name: "an unknown extension",
    openapi: "x-wight: { ip: 1 }\n",
    want: ["spec/openapi.yaml:3:1 extension-is-in-the-vocabulary "],
  },
  {
    name: "an unknown extension deep in a list",
    openapi: "tags:\n  - name: A\n    x-colour: red\n",
    want: ["spec/openapi.yaml:5:5 extension-is-in-the-vocabulary "],
  },
  {
    name: "a value of the wrong type, at its own place",
    openapi: "x-weight:\n  ip: much\n",
    want: ["spec/openapi.yaml:4:3 extension-fits-its-schema x-weight/ip must be integer"],
  },
  {
    name: "a member that is not in the vocabulary, at its own place",
    openapi: "x-weight:\n  ip: 1\n  uid: 2\n",
    want: ["spec/openapi.yaml:5:3 extension-fits-its-schema x-weight does not know uid"],
  },
  {
    name: "a mark without entry",
    openapi: "x-c: { x-assumed: gap-c }\n",
    want: ['spec/openapi.yaml:3:8 assumption-is-in-the-ledger x-assumed names "gap-c"'],
  },
  {
    name: "a choice where the ledger leaves open",
    openapi: "x-c: { x-assumed: gap-b }\n",
    want: ['spec/openapi.yaml:3:8 assumption-matches-its-kind "gap-b"'],
  },
  {
    name: "an entry that nothing names",
    ledger: `${ledger}gap-d: { kind: assumed }\n`,
    want: ['spec/assumptions.yaml:3:1 ledger-entry-is-used Nothing names the entry "gap-d"'],
  },
  {
    name: "an entry that only a stream names",
    ledger: `${ledger}gap-d: { kind: assumed }\n`,
    asyncapi: "x-a: { x-assumed: gap-d }\n",
    want: [],
  },
];

const words: Readonly<Record<string, string>> = {
  weight: "type: object\nadditionalProperties: false\nproperties: { ip: { type: integer } }\n",
  a: "{}",
  b: "{}",
  c: "{}",
  assumptions: "{}",
  assumed: "{}",
  unstated: "{}",
};

const vocabulary = Object.entries(words).map(([name, text]) => ({
  path: `lint/vocabulary/${name}.yaml`,
  text: `$id: ${name}.yaml\n${text === "{}" ? "description: Anything.\n" : text}`,
}));

for (const { name, want, ...given } of rows) {
  test(name, () => {
    const location = { folder: `${process.cwd()}/spec`, root: process.cwd() };
    const loaded = load(location, [
      { path: "openapi.yaml", text: `${entry(given.openapi ?? "")}${marks}${entries}` },
      { path: "asyncapi.yaml", text: `asyncapi: 3.1.0\n${given.asyncapi ?? ""}${entries}` },
      { path: "assumptions.yaml", text: given.ledger ?? ledger },
      ...vocabulary,
    ]);
    const documents = [loaded.openapi, loaded.asyncapi].map((document) => ({
      document,
      places: loaded.places,
    }));
    const faults = [...findBadExtensions(loaded), ...findLedgerFaults(documents)];
    const found = inOrder(faults).map(findingLine);
    expect(found.map((line, index) => line.slice(0, want[index]?.length))).toEqual(want);
  });
}
