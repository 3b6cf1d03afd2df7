/** `npm run runtimes`: the tests of the package on Bun, Deno and workerd. */

import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";

import { readCommandLine } from "./shared/command-line.ts";
import { withPackages } from "./shared/packages.ts";

readCommandLine(
  `
npm run runtimes    installs Bun, Deno and workerd from npm into a temporary folder (400 MB), and
                    runs the tests of the package on each
`,
  {},
);

/** Each with its version and the script that puts its binary in place. */
const runtimes = [
  ["bun", "1.4.5", "install.js"],
  ["deno", "2.9.6", "install.cjs"],
  ["workerd", "1.20261117.1", "install.js"],
] as const;

const packages = runtimes.map(([name, version]) => `${name}@${version}`);
process.exitCode = await withPackages(packages, async (folder) => {
  const environment = runtimes.map(([name, , script]) => {
    const home = join(folder, "node_modules", name);
    execFileSync(process.execPath, [join(home, script)], { cwd: home, stdio: "inherit" });
    return [`${name.toUpperCase()}_PATH`, join(folder, "node_modules", ".bin", name)] as const;
  });
  const required = ["TRADESPEC_REQUIRE", runtimes.map(([name]) => name).join(" ")] as const;
  const env = { ...process.env, ...Object.fromEntries([...environment, required]) };
  const tests = ["node_modules/vitest/vitest.mjs", "run", "test/package.test.ts"];
  return spawnSync(process.execPath, tests, { env, stdio: "inherit" }).status ?? 1;
});
