/** The files of the rendered docs as text, and what is wrong with their links. */

import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

/** Text of each file by its path in the portal. */
export type DocsSite = ReadonlyMap<string, string>;

export async function readSite(folder: string): Promise<DocsSite> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return [posix.relative(folder, path), await readFile(path, "utf8")] as const;
  });
  return new Map(await Promise.all(texts));
}

/** Links that lead nowhere: to a file that is not there, or to an anchor that its page lacks. */
export function brokenLinks(site: DocsSite): readonly string[] {
  const anchors = new Map(
    [...site].map(([path, text]) => [
      path,
      new Set([...text.matchAll(/\sid="([^"]*)"/gu)].map(([, id = ""]) => unescaped(id))),
    ]),
  );
  return [...site].flatMap(([path, text]) =>
    linksOf(path, text).flatMap((href) => {
      if (/^(?:data|https?):/u.test(href)) return [];
      const [file = "", anchor] = href.split(/#(.*)/su);
      const target = file === "" ? path : posix.join(posix.dirname(path), file);
      const broken = `${path}: ${href}`;
      if (!site.has(target)) return [broken];
      if (anchor === undefined || !target.endsWith(".html")) return [];
      return anchors.get(target)?.has(anchor) ? [] : [broken];
    }),
  );
}

/** Addresses that a page would load, or lead to, elsewhere; links of guides are for readers. */
export function outsideAddresses(site: DocsSite): readonly string[] {
  return [...site].flatMap(([path, text]) =>
    [...text.matchAll(/<(?:link|script|img|iframe)\b[^>]*(?:href|src)="(https?:[^"]*)"/gu)].map(
      ([, address]) => `${path}: ${address}`,
    ),
  );
}

/** Names of files of the repository in the text of a page, where no link leads to them. */
export function deadNames(site: DocsSite): readonly string[] {
  const listed = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
  const names = new Set([...listed, ...listed.flatMap(foldersOf)]);
  const bare = new Set(listed.map((path) => posix.basename(path)));
  return [...site].flatMap(([path, text]) => {
    if (!path.endsWith(".html") || path.startsWith("spec/")) return [];
    const words = readableText(text).match(/[\w.-]+(?:\/[\w.-]+)+|[\w-]+\.(?:yaml|ts)\b/gu);
    return (words ?? [])
      .map((word) => word.replace(/\.$/u, ""))
      .filter((word) => names.has(word) || (!word.includes("/") && bare.has(word)))
      .map((word) => `${path}: ${word}`);
  });
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  // One name alone may be any word.
  return parts.slice(2).map((_, at) => parts.slice(0, at + 2).join("/"));
}

function linksOf(path: string, text: string): readonly string[] {
  const found = (pattern: RegExp, source: string): readonly string[] =>
    [...source.matchAll(pattern)].map(([, href = ""]) => href);
  const inMarkdown = /\]\(([^)\\\s]*)\)/gu;
  if (path === "search-index.js") {
    const entries = text.slice(text.indexOf("["), text.lastIndexOf("]") + 1);
    return (JSON.parse(entries) as readonly string[][]).map(([, , href = ""]) => href);
  }
  if (/\.(?:md|txt)$/u.test(path)) return found(inMarkdown, text.replace(/```.*?```/gsu, ""));
  if (!path.endsWith(".html")) return [];
  return found(/(?<!<base )(?:href|src)="([^"]*)"/gu, text).map(unescaped);
}

function readableText(text: string): string {
  const main = /<main\b.*<\/main>/su.exec(text)?.[0] ?? "";
  const words = main.replace(/<(a|pre|svg|script)\b.*?<\/\1>/gsu, "").replace(/<[^>]*>/gu, " ");
  return unescaped(words);
}

const characters = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" } as const;

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/gu, (_, name: keyof typeof characters) => {
    return characters[name];
  });
}
