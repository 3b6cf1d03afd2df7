import { expect, test } from "vitest";

import { doc } from "../../../generators/write/doc.ts";
import { format } from "../../../generators/write/format.ts";

/** What is printed, and how it is laid out. */
const cases: readonly { readonly name: string; readonly text: string; readonly want: string }[] = [
  {
    name: "an import that nothing uses goes",
    text: 'import type { A, B } from "./ab.ts";\nimport { c } from "./c.ts";\nexport type D = A;',
    want: 'import type { A } from "./ab.ts";\nexport type D = A;\n',
  },
  {
    name: "packages come first, then the runtime, then neighbours; renames are kept",
    text: `
      import type { Other } from "./other.ts";
      import type { Decimal } from "../runtime/tables.ts";
      import makeIt, { makeThat as that } from "some-package";
      export const f = (): Other | Decimal => makeIt(that);`,
    want: `import makeIt, { makeThat as that } from "some-package";
import type { Decimal } from "../runtime/tables.ts";
import type { Other } from "./other.ts";
export const f = (): Other | Decimal => makeIt(that);
`,
  },
  {
    name: "a key of the same name uses no import",
    text: 'import { c } from "./c.ts";\nexport const d = { c: 1 };',
    want: "export const d = { c: 1 };\n",
  },
  {
    name: "a comment is as deep as its place",
    text: `export interface A {\n${doc({ text: "A.", see: "b" }, 2)}readonly a: string; }`,
    want: "export interface A {\n  /**\n   * A.\n   *\n   * @see b\n   */\n  readonly a: string;\n}\n",
  },
];
for (const { name, text, want } of cases) {
  test(name, async () => {
    expect((await format([{ path: "a/b.ts", text }])).get("a/b.ts")).toBe(want);
  });
}

test("invalid TypeScript is refused with its position", async () => {
  await expect(format([{ path: "a.ts", text: "export const = 1;" }])).rejects.toThrow(/a\.ts:1:14/);
});

test("text of a spec cannot leave its comment or start a tag", () => {
  const text = "Ends */ alert(1); /*\u2028alert(2)\n@deprecated\nand ``` ${x}";
  expect(doc({ text })).toBe("/** Ends *\\/ alert(1); /* alert(2) @deprecated and ``` ${x} */\n");
});
