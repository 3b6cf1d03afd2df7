/** The files of the sandbox's page: made from their sources in a clone, built in the package. */

import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

import type { PageAssets, PageOptions } from "../../sandbox/page/page.node.ts";
import { packageFile } from "../shared/package-root.ts";

/** What makes the files, once; absent in the package, which has them beside its page. */
export function pageAssets(): PageOptions["assets"] {
  const bundler = packageFile("scripts", "page", "bundle.ts");
  if (!existsSync(bundler)) return undefined;
  let made: Promise<PageAssets> | undefined;
  // No literal, so that the package does not hold the bundler.
  return () => (made ??= import(pathToFileURL(bundler).href).then((one) => one.bundlePage()));
}
