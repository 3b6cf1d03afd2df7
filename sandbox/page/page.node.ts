import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { KeyRecord } from "../config/accounts.ts";
import type { HttpResponse } from "../http/messages.ts";
import type { PageHook } from "../http/routes.ts";

/** The files that the page loads, by name; `npm run build` puts them beside this module. */
export type PageAssets = Readonly<Record<string, string>>;

/** What the page is served with. */
export interface PageOptions {
  /** Makes the page's files from their sources; those that were built when absent. */
  readonly assets?: (() => Promise<PageAssets>) | undefined;
  /** The folder of the rendered docs. */
  readonly docsFolder?: string | undefined;
}

/**
 * Serves the page with these keys, the files that it loads, and the rendered docs when there are
 * any. The first account trades. Gives `undefined` for a path that is not its own.
 */
export function createPage(
  accounts: readonly KeyRecord[],
  { assets, docsFolder }: PageOptions = {},
): PageHook {
  const hasDocs = docsFolder !== undefined && existsSync(docsFolder);
  const given = JSON.stringify({ accounts, hasDocs }).replaceAll("<", "\\u003c");
  return (path) => {
    if (path === "/") {
      return serve(join(here, "index.html"), (text) => text.replace(mark, () => given));
    }
    const asset = /^\/page\/([\w.-]+)$/u.exec(path)?.[1];
    if (asset !== undefined) {
      return assets === undefined ? serve(join(here, asset)) : serveMade(asset, assets);
    }
    const docs = /^\/docs\/([\w.-]+\.html)$/u.exec(path)?.[1];
    return docs === undefined || docsFolder === undefined
      ? undefined
      : serve(join(docsFolder, docs));
  };
}

/** What the keys replace in the page. */
const mark = "__GIVEN__";
const here = dirname(fileURLToPath(import.meta.url));

async function serveMade(
  name: string,
  assets: () => Promise<PageAssets>,
): Promise<HttpResponse | undefined> {
  const made = await assets();
  const text = Object.hasOwn(made, name) ? made[name] : undefined;
  return text === undefined ? undefined : respond(name, text);
}

function serve(file: string, change = (text: string) => text): HttpResponse | undefined {
  return existsSync(file) ? respond(file, change(readFileSync(file, "utf8"))) : undefined;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
};

function respond(name: string, body: string): HttpResponse {
  const headers = {
    "Content-Type": `${mediaTypes[extname(name)] ?? "text/plain"}; charset=utf-8`,
    // A foreign page must not embed the controls of faults and clock (clickjacking).
    "X-Frame-Options": "DENY",
  };
  return { status: 200, headers, body };
}
