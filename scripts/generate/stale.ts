import type { GeneratedFile } from "../../generators/write/emitter.ts";
import type { Manifest } from "../../generators/write/manifest.ts";
import { causes, changedKeys, manifestPath, sha256 } from "../../generators/write/manifest.ts";

/** The output on disk, the output of this run, and the manifest of the last run. */
export interface Comparison {
  readonly files: readonly GeneratedFile[];
  readonly outputs: ReadonlyMap<string, string>;
  readonly manifest: Manifest | undefined;
  readonly hashes: Readonly<Record<string, string>>;
  readonly generator: string;
  /** The output folder as messages show it. */
  readonly shown: string;
}

/** One line for each stale file, with the reason. */
export function staleLines(comparison: Comparison): readonly string[] {
  const { files, outputs, manifest, shown } = comparison;
  const expected = new Map(files.map(({ path, text }) => [path, text]));
  const stale = [...expected].filter(([path, text]) => outputs.get(path) !== text);
  // The manifest changes with every file, so it is reported only alone.
  const others = stale.filter(([path]) => path !== manifestPath);
  const lines = (others.length > 0 ? others : stale).map(([path, text]) => {
    const reason = reasonOf(path, text, comparison);
    return `${shown}/${path}  ${reason} Fix: run \`npm run generate\`.`;
  });
  const foreign = [...outputs.keys()].filter((path) => !expected.has(path));
  return [
    ...lines,
    ...foreign.map((path) =>
      Object.hasOwn(manifest?.files ?? {}, path)
        ? `${shown}/${path}  Nothing writes it any more. Fix: run \`npm run generate\`.`
        : `${shown}/${path}  No emitter wrote it. Fix: move it elsewhere or delete it.`,
    ),
  ].sort();
}

function reasonOf(path: string, text: string, comparison: Comparison): string {
  const { outputs, manifest, hashes, generator } = comparison;
  const entry = manifest?.files[path];
  if (!outputs.has(path)) return "The file is missing.";
  if (entry !== undefined && entry.sha256 === sha256(text)) return "The file was edited by hand.";
  const changed = manifest === undefined ? [] : changedKeys(manifest.spec, hashes);
  if (changed.length > 0) {
    const entryFile = Object.keys(hashes).find((name) => name.endsWith("/openapi.yaml"));
    const folder = entryFile?.replace(/\/openapi\.yaml$/u, "") ?? "spec";
    const named = path === manifestPath ? changed : causes(entry, changed, folder);
    const more = named.length > 3 ? ` and ${named.length - 3} more` : "";
    return `Stale: ${named.slice(0, 3).join(", ")}${more} changed.`;
  }
  return manifest !== undefined && manifest.generator !== generator
    ? "Stale: the generator changed."
    : "The file is not what the spec gives.";
}
