import { execFileSync } from "node:child_process";

import { inTemporaryFolder, putFiles } from "../../runtime/files.node.ts";

/** Does work in a temporary folder with packages from npm, whose install scripts do not run. */
export function withPackages<Result>(
  packages: readonly string[],
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  return inTemporaryFolder(async (folder) => {
    process.stdout.write(`Installing ${packages.join(", ")}\n`);
    const text = JSON.stringify({ private: true, type: "module" });
    await putFiles(folder, [{ path: "package.json", text }]);
    const options = ["--prefix", folder, "--ignore-scripts", "--loglevel", "error"];
    // In that folder, because the settings of this project are not for these packages.
    execFileSync("npm", ["install", ...options, "--no-audit", "--no-fund", ...packages], {
      cwd: folder,
      stdio: "inherit",
    });
    return work(folder);
  });
}
