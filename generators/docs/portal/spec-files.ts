import { posix } from "node:path";

import { code, fence, heading, joined, link, type Md, md, terms } from "../markdown.ts";
import { groupedBy } from "../words.ts";

/** A file of the spec folder. */
export interface SpecText {
  /** Its path in positions of the contract. */
  readonly file: string;
  /** Its path within the spec folder. */
  readonly path: string;
  readonly text: string;
}

/** One page shows all files of a folder. */
function specFolders(files: readonly SpecText[]) {
  const folders = groupedBy(files, ({ path }) => posix.dirname(path));
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => {
      const title = name === "." ? "Entry documents" : name;
      return { path: specHref(own[0] ?? { path: "" }).split("#")[0] ?? "", title, files: own };
    });
}

/** The address of a file; that of a line follows it with `-L` and the number. */
export function specHref({ path }: Pick<SpecText, "path">): string {
  const folder = posix.dirname(path);
  return `spec/${folder === "." ? "documents" : folder}.html#${posix.basename(path)}`;
}

/** The list of all files of the contract, by folder. */
export function specIndex(files: readonly SpecText[]): Md {
  return md`
# Contract files

The hand-written files that everything else is generated from. Other pages link to their lines.
${terms(
  specFolders(files).map(({ path, title, files: own }) => {
    const links = own.map((one) => link(specHref(one), posix.basename(one.path)));
    return [link(path, title), joined(links)];
  }),
)}`;
}

export function specPages(files: readonly SpecText[]) {
  return specFolders(files).map(({ path, title, files: own }) => ({
    path,
    title,
    body: md`
# ${title}

${link("spec/index.html", "All files of the contract")}
${own.map(({ path: name, file, text }) => {
  const base = posix.basename(name);
  return md`${heading(2, base, code(base))}${fence(text, "yaml", file)}`;
})}`,
  }));
}
