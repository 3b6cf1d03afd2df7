import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { hashGenerator } from "../../../generators/write/files.ts";

const project = resolve(import.meta.dirname, "../../..");
const modules = {
  "generators/pipeline.ts": `import { text } from "./emitters/text.ts";
import type { Shape } from "../runtime/shape.ts";
export const lines = [\`
import { x } from "../runtime/missing.ts";
\`];
`,
  "generators/emitters/text.ts": `import { join } from "node:path";
export {
  text,
} from "../../runtime/text.ts";
`,
  "runtime/text.ts": 'import "node:fs";\nexport const text = "a";\n',
  "runtime/shape.ts": "export interface Shape {}\n",
  "generators/docs/page.ts": "export const page = 1;\n",
};
let root = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "generator-"));
  for (const [path, text] of Object.entries(modules)) await write(path, text);
  await symlink(join(project, "node_modules"), join(root, "node_modules"));
});

afterEach(() => rm(root, { recursive: true }));

test.each([
  ["the pipeline", "generators/pipeline.ts", true],
  ["an emitter", "generators/emitters/text.ts", true],
  ["a module of another folder", "runtime/text.ts", true],
  ["a module of which only a type is used", "runtime/shape.ts", false],
  ["a module that generates nothing", "generators/docs/page.ts", false],
] as const)("a change of %s: %s changes the hash: %s", async (_, path, changes) => {
  const before = await hashGenerator(root);
  await write(path, `${modules[path]}// changed\n`);
  expect((await hashGenerator(root)) !== before).toBe(changes);
});

test("the hash depends on neither the folder nor the line ends", async () => {
  const before = await hashGenerator(root);
  const other = join(root, "a", "copy");
  await mkdir(other, { recursive: true });
  for (const folder of ["generators", "runtime"]) {
    await cp(join(root, folder), join(other, folder), { recursive: true });
  }
  await symlink(join(project, "node_modules"), join(other, "node_modules"));
  for (const [path, text] of Object.entries(modules)) {
    await writeFile(join(other, path), text.replaceAll("\n", "\r\n"));
  }
  expect(await hashGenerator(other)).toBe(before);
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
