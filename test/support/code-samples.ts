/** Runs code samples as their readers would, many in one process of their language. */

import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import type { CodeSamples } from "../../runtime/code-samples/samples.ts";
import { compile } from "./compile.ts";
import { newFolder } from "./folder.ts";
import { isMissing } from "./parts.ts";

const run = promisify(execFile);

export type Language = keyof CodeSamples;

export const languages = ["curl", "typescript", "python"] as const satisfies readonly Language[];

function isHere(...commands: readonly string[]): boolean {
  return commands.every((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);
}

/** Languages that this machine cannot run. */
export const missing: Readonly<Record<Language, boolean>> = {
  curl: isMissing("curl", isHere("curl", "openssl")),
  typescript: false,
  python: isMissing("python3", isHere("python3")),
};

/** Stands between the outputs of two samples. */
const mark = "\u001e";

const endings: Readonly<Record<Language, string>> = { curl: "sh", typescript: "ts", python: "py" };

/** Programs that run the samples 0, 1, … one after the other; one that fails prints its error. */
const loops: Readonly<Record<Language, (count: number) => readonly [string, ...string[]]>> = {
  curl: (count) => [
    "sh",
    "-c",
    `for row in $(seq 0 ${count - 1}); do sh $row.sh 2> errors || cat errors; printf '\\036'; done`,
  ],
  typescript: (count) => [
    process.execPath,
    "--input-type=module",
    "--eval",
    `for (let row = 0; row < ${count}; row += 1) {
      await import(process.cwd() + "/" + row + ".ts").catch(console.log);
      process.stdout.write("\\x1e");
    }`,
  ],
  python: (count) => [
    "python3",
    "-c",
    `import runpy, traceback
for row in range(${count}):
    try:
        runpy.run_path(f"{row}.py", run_name="__main__")
    except Exception:
        print(traceback.format_exc())
    print(end="\\x1e")`,
  ],
};

/** What each sample prints, with these variables in its environment. */
export async function runSamples(
  language: Language,
  codes: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const folder = newFolder();
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const [row, code] of codes.entries()) {
    await writeFile(join(folder, `${row}.${endings[language]}`), withPaths(code));
  }
  const [command, ...args] = loops[language](codes.length);
  const env = { ...process.env, ...variables };
  const { stdout } = await run(command, args, { cwd: folder, env, maxBuffer: 1 << 26 });
  return stdout.split(mark).slice(0, -1);
}

/** Modules of the package, and where they lie in this project. */
const modules = {
  tradespec: "generated/index.ts",
  "tradespec/signing": "generated/signing.ts",
  "tradespec/streams": "generated/stream-client.ts",
  "tradespec/user-data": "generated/user-data.ts",
};

/** What the compiler says against modules in TypeScript, with strict options. */
export async function findingsOf(codes: readonly string[]): Promise<string> {
  const folder = newFolder();
  const paths = Object.entries(modules).map(([name, path]) => [name, [resolve(path)]]);
  const typeRoots = [resolve("node_modules/@types")];
  const config = {
    extends: resolve("tsconfig.json"),
    compilerOptions: { paths: Object.fromEntries(paths), typeRoots },
    include: [folder],
  };
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  for (const [row, code] of codes.entries()) await writeFile(join(folder, `${row}.ts`), code);
  return await compile(folder, "-p", ".");
}

/** Code that imports the modules from where they lie in this project. */
export function withPaths(code: string): string {
  return Object.entries(modules).reduce(
    (text, [name, path]) => text.replace(`"${name}"`, `"${pathToFileURL(resolve(path))}"`),
    code,
  );
}
