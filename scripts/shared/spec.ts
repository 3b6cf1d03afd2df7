import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { load } from "../../generators/contract/documents/load.ts";
import { readSpec, type SpecLocation } from "../../generators/contract/documents/spec-files.ts";
import { isInstalled } from "./command-line.ts";
import { packageFile } from "./package-root.ts";

/** The contract of this checkout, or that of a user, in the working folder. */
export const usualSpec: string = isInstalled ? "spec" : packageFile("spec");

/** Whether a folder is the contract of this checkout, whose guides and exports go with it. */
export function isOwnSpec(folder: string): boolean {
  return !isInstalled && resolve(folder) === usualSpec;
}

/** A spec's folder; problems and generated files show paths from the project that it is in. */
export function locateSpec(folder: string): SpecLocation {
  const whole = resolve(folder);
  return { folder: whole, root: projectOf(whole), vocabularyFrom: packageFile("spec") };
}

/** The nearest folder with a manifest, or the working folder. */
function projectOf(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  return above === folder ? process.cwd() : projectOf(above);
}

/** A spec folder, read and parsed once. */
export type OpenedSpec = ReturnType<typeof openSpec>;

export function openSpec(folder: string) {
  const location = locateSpec(folder);
  const files = readSpec(location);
  return { location, files, loaded: load(location, files) };
}
