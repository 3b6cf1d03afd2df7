import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.resolve("tradespec/package.json")));

/** A file that ships with the package, in a checkout as in an installation. */
export function packageFile(...path: readonly string[]): string {
  return join(root, ...path);
}

export function packageVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(packageFile("package.json"), "utf8"),
  );
  return manifest.version;
}
