import { existsSync, readFileSync } from "node:fs";
// As a whole, since only Node has the part that takes types off, and only from 22.13 on.
import * as nodeModule from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { KeyRecord } from "../config/accounts.ts";
import type { PageHook } from "../http/routes.ts";

/**
 * Serves the page with these keys, its modules, and the rendered docs when there are any. The
 * first account trades. TypeScript sources are served with their types stripped, so the page runs
 * the files of the client itself. Gives `undefined` for a path that is not its own.
 */
export function createPage(accounts: readonly KeyRecord[], docsFolder?: string): PageHook {
  const hasDocs = docsFolder !== undefined && existsSync(docsFolder);
  const given = JSON.stringify({ accounts, hasDocs }).replaceAll("<", "\\u003c");
  return (path) => {
    if (path === "/")
      return serve(join(here, "index.html"), (text) => text.replace(mark, () => given));
    if (path === "/page/style.css") return serve(join(here, "style.css"));
    if (path === "/modules/openapi-fetch.js") return serve(fetchClient());
    const module = modulePath.exec(path)?.[1];
    if (module !== undefined) return serve(join(root, module));
    const docs = /^\/docs\/([\w.-]+\.html)$/u.exec(path)?.[1];
    return docs === undefined || docsFolder === undefined
      ? undefined
      : serve(join(docsFolder, docs));
  };
}

/** What the keys replace in the page. */
const mark = "__GIVEN__";
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const modulePath =
  /^\/modules\/((?:runtime|generated|sandbox\/page)(?:\/[\w-]+)?\/[\w.-]+\.[jt]s)$/u;

function fetchClient(): string {
  return fileURLToPath(import.meta.resolve("openapi-fetch"));
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".ts": "text/javascript",
};

/** In the package the sources are compiled: the address of a source serves its compiled twin. */
function serve(file: string, change = (text: string) => text) {
  const path = [file, file.replace(/\.ts$/u, ".js")].find((one) => existsSync(one));
  if (path === undefined) return undefined;
  const extension = extname(path);
  const text = readFileSync(path, "utf8");
  const headers = {
    "Content-Type": `${mediaTypes[extension] ?? "text/plain"}; charset=utf-8`,
    // A foreign page must not embed the controls of faults and clock (clickjacking).
    "X-Frame-Options": "DENY",
  };
  const body = extension === ".ts" ? nodeModule.stripTypeScriptTypes(text) : change(text);
  return { status: 200, headers, body };
}
