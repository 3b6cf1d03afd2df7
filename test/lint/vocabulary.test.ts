/** Extensions against the vocabulary, and `x-assumed` against the list of assumptions. */

import { expect, test } from "vitest";

import { assemble } from "../../generators/contract/build.ts";
import { load } from "../../generators/contract/documents/load.ts";
import { problemLine } from "../../generators/contract/documents/problems.ts";

const entry = (text: string): string => `openapi: 3.1.0\ninfo: { title: A, version: v1 }\n${text}`;
const entries = "x-assumptions: { $ref: assumptions.yaml }\n";
const texts = "gap: A., section: s1, choice: B., source: C., confidence: own";
const assumption = (id: string, kind: string): string => `${id}: { kind: ${kind}, ${texts} }\n`;
const assumptions = assumption("gap-a", "assumed") + assumption("gap-b", "open");
const marks = "x-a: { x-assumed: gap-a }\nx-b: { x-unstated: gap-b }\n";

interface Row {
  readonly name: string;
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly assumptions?: string;
  readonly want: readonly string[];
}

const rows: readonly Row[] = [
  { name: "what fits passes", openapi: "x-weight: { ip: 1 }\n", want: [] },
  {
    name: "an unknown extension",
    openapi: "x-wight: { ip: 1 }\n",
    want: ["spec/openapi.yaml:3:1  x-wight is not a known extension."],
  },
  {
    name: "an unknown extension deep in a list",
    openapi: "tags:\n  - name: A\n    x-colour: red\n",
    want: ["spec/openapi.yaml:5:5  x-colour is not a known extension."],
  },
  {
    name: "a value of the wrong type, at its own place",
    openapi: "x-weight:\n  ip: much\n",
    want: ["spec/openapi.yaml:4:3  x-weight/ip must be a whole number"],
  },
  {
    name: "a member that is not in the vocabulary, at its own place",
    openapi: "x-weight:\n  ip: 1\n  uid: 2\n",
    want: ["spec/openapi.yaml:5:3  x-weight/uid is unknown"],
  },
  {
    name: "a mark without entry",
    openapi: "x-c: { x-assumed: gap-c }\n",
    want: ["spec/openapi.yaml:3:8  spec/assumptions.yaml has no entry gap-c."],
  },
  {
    name: "an assumption that is open",
    openapi: "x-c: { x-assumed: gap-b }\n",
    want: ["spec/openapi.yaml:3:8  The entry gap-b is open"],
  },
  {
    name: "an entry that nothing names",
    assumptions: assumptions + assumption("gap-d", "assumed"),
    want: ["spec/assumptions.yaml:3:1  Nothing in the spec uses the assumption gap-d."],
  },
  {
    name: "an entry that only a stream names",
    assumptions: assumptions + assumption("gap-d", "assumed"),
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
      { path: "assumptions.yaml", text: given.assumptions ?? assumptions },
      ...vocabulary,
    ]);
    assemble(loaded);
    const found = loaded.problems.all().map(problemLine);
    expect(found.map((line, index) => line.slice(0, want[index]?.length))).toEqual(want);
  });
}
