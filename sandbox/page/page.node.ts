import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { KeyRecord } from "../config/accounts.ts";
import type { HttpResponse } from "../http/messages.ts";
import { fileResponse } from "../http/page-responses.node.ts";
import type { PageHook } from "../http/routes.ts";

/** The page's files by name; `npm run build` puts them beside this module. */
export type PageAssets = Readonly<Record<string, string>>;

export interface PageOptions {
  /** Builds the page's files from source; the built ones when absent. */
  readonly assets?: (() => Promise<PageAssets>) | undefined;
  /** The folder of the rendered docs. */
  readonly docsFolder?: string | undefined;
}

/**
 * Serves the page with these keys, its files, and the rendered docs if there are any. The first
 * account trades. Returns `undefined` for other paths.
 */
export function createPage(
  accounts: readonly KeyRecord[],
  { assets, docsFolder }: PageOptions = {},
): PageHook {
  const hasDocs = docsFolder !== undefined && existsSync(docsFolder);
  const given = JSON.stringify({ accounts, hasDocs }).replaceAll("<", "\\u003c");
  return (path, header) => {
    const send = (file: string, text: string | undefined): Promise<HttpResponse> | undefined =>
      text === undefined ? undefined : fileResponse(file, text, header);
    if (path === "/") {
      const file = join(here, "index.html");
      const text = read(file)?.replace(mark, () => given);
      return send(file, text);
    }
    const asset = /^\/page\/([\w.-]+)$/u.exec(path)?.[1];
    if (asset !== undefined) {
      const file = join(here, asset);
      return assets === undefined
        ? send(file, read(file))
        : assets().then((made) => send(file, Object.hasOwn(made, asset) ? made[asset] : undefined));
    }
    if (path === "/docs") return { status: 308, headers: { Location: "/docs/" }, body: "" };
    if (docsFolder === undefined || !path.startsWith("/docs/")) return undefined;
    const docs = docsPath.exec(path)?.[1];
    const file = join(docsFolder, docs === "" ? "index.html" : (docs ?? ""));
    const text = docs === undefined ? undefined : read(file);
    if (text !== undefined) return send(file, text);
    const missing = join(docsFolder, "404.html");
    return send(missing, read(missing))?.then((response) => ({ ...response, status: 404 }));
  };
}

/** Placeholder of the keys in the page. */
const mark = "__GIVEN__";
const here = dirname(fileURLToPath(import.meta.url));
/** A file of the docs; no segment may start with a dot. */
const docsPath = /^\/docs\/((?:\w[\w-]*\/)*(?:\w[\w.-]*)?)$/u;

function read(file: string): string | undefined {
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
}
