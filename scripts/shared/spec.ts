import { isAbsolute, relative, resolve } from "node:path";

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

/** A spec's folder; problems show paths from the checkout that it is in, or the working folder. */
export function locateSpec(folder: string): SpecLocation {
  const between = relative(packageFile(), resolve(folder));
  const isInside = !isInstalled && !between.startsWith("..") && !isAbsolute(between);
  return {
    folder: resolve(folder),
    root: isInside ? packageFile() : process.cwd(),
    vocabularyFrom: packageFile("spec"),
  };
}

/** A spec folder, read and parsed once. */
export type OpenedSpec = ReturnType<typeof openSpec>;

export function openSpec(folder: string) {
  const location = locateSpec(folder);
  const files = readSpec(location);
  return { location, files, loaded: load(location, files) };
}
