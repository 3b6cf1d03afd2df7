import { expect, test } from "vitest";

import { doc } from "../../../generators/write/doc.ts";
import { format } from "../../../generators/write/format.ts";

test("invalid TypeScript is refused with its position", async () => {
  await expect(format([{ path: "a.ts", text: "export const = 1;" }])).rejects.toThrow(/a\.ts:1:14/);
});

test("text of a spec cannot leave its comment or start a tag", () => {
  const text = "Ends */ alert(1); /*\u2028alert(2)\n@deprecated\nand ``` ${x}";
  expect(doc({ text })).toBe("/** Ends *\\/ alert(1); /* alert(2) @deprecated and ``` ${x} */\n");
});
