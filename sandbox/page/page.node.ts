import { existsSync, readFileSync } from "node:fs";
// As a whole, since only Node has the part that takes types off, and only from 22.13 on.
import * as nodeModule from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { KeyRecord } from "../exchange/exchange.ts";
import type { PageHook } from "../http/fetch-handler.ts";

/**
 * Serves the page with these keys, its modules, and the rendered docs when there are any. The
 * first account trades. TypeScript sources are served with their types stripped, so the page runs
 * the files of the client itself. Gives `undefined` for a path that is not its own.
 */
export function createPage(accounts: readonly KeyRecord[], docsFolder?: string): PageHook {
  const hasDocs = docsFolder !== undefined && existsSync(docsFolder);
  const given = JSON.stringify({ accounts, hasDocs }).replaceAll("<", "\\u003c");
  const fixed: Readonly<Record<string, () => Response>> = {
    "/": () =>
      respond(
        read(join(here, "index.html")).replace("__GIVEN__", () => given),
        ".html",
      ),
    "/page/style.css": () => respond(read(join(here, "style.css")), ".css"),
    "/modules/openapi-fetch.js": () => respond(read(fetchClient()), ".js"),
  };
  return (request) => {
    const path = new URL(request.url).pathname;
    const module =
      /^\/modules\/((?:runtime|generated|sandbox\/page)(?:\/[\w-]+)?\/[\w.-]+\.[jt]s)$/u.exec(
        path,
      )?.[1];
    const docs = /^\/docs\/([\w.-]+\.html)$/u.exec(path)?.[1];
    if (module !== undefined) return serveFile(root, module);
    if (docs !== undefined && docsFolder !== undefined) return serveFile(docsFolder, docs);
    return fixed[path]?.();
  };
}

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".ts": "text/javascript; charset=utf-8",
};

function read(path: string): string {
  return readFileSync(path, "utf8");
}

function fetchClient(): string {
  return fileURLToPath(import.meta.resolve("openapi-fetch"));
}

/** In the package the sources are compiled: the address of a source serves its compiled twin. */
function serveFile(folder: string, path: string): Response | undefined {
  const file = join(folder, path);
  const compiled = file.replace(/\.ts$/u, ".js");
  const found = [file, compiled].find((candidate) => existsSync(candidate));
  if (found === undefined) return undefined;
  const isSource = extname(found) === ".ts";
  return respond(
    isSource ? nodeModule.stripTypeScriptTypes(read(found)) : read(found),
    extname(found),
  );
}

function respond(body: string, extension: string): Response {
  const headers = {
    "content-type": mediaTypes[extension] ?? "text/plain",
    // A foreign page must not embed the controls of faults and clock (clickjacking).
    "x-frame-options": "DENY",
  };
  return new Response(body, { headers });
}
