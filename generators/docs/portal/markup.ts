import { posix } from "node:path";

/** The anchor of a heading in GitHub's form: `Rate limits` becomes `rate-limits`. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/gu, "")
    .replace(/\s/gu, "-");
}

/** The relative address between two pages, both given from the portal's root. */
export function relativeHref(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}

/** The relative path from a page to the portal's root: `../` per folder. */
export function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 1);
}

/** The Markdown beside a page; an address of the web stays. */
export function markdownPath(path: string): string {
  return /^[a-z]+:/iu.test(path) ? path : path.replace(/\.html(?=#|$)/u, ".md");
}

/** The page of a Markdown text. */
export function htmlPath(path: string): string {
  return /^[a-z]+:/iu.test(path) ? path : path.replace(/\.md(?=#|$)/u, ".html");
}
