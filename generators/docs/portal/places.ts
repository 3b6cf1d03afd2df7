import { mapMarkupText } from "./markup.ts";

/** Pages by the path of the project file that they show. */
export type Places = ReadonlyMap<string, string>;

/** The address of a file from the portal's root, with the line if the name has one. */
function hrefOf(places: Places, name: string): string | undefined {
  const [, file = "", line] = /^(.*?)(?::(\d+))?$/u.exec(name) ?? [];
  const page = places.get(file);
  return page === undefined || line === undefined ? page : `${page}#L${line}`;
}

/** A path with a folder or a spec file's suffix, and optionally a line. */
const namePattern =
  /(?<![\w-]\.{0,3}|\.\/)(?:\.\.?\/)*[\w-][\w.-]*(?:\/[\w.-]*)+(?::\d+)?|(?<![\w-])[\w-]+\.(?:yaml|md)(?::\d+)?/gu;

/** Links file names in the text of a page, except in links and samples. */
export function linkPlaces(markup: string, places: Places, root: string): string {
  return mapMarkupText(markup, (text) =>
    text.replace(namePattern, (found) => {
      const name = found.replace(/(?<![.:])[.:]+$/u, "");
      const href = hrefOf(places, name);
      if (href === undefined) return found;
      return `<a href="${root}${href}">${name}</a>${found.slice(name.length)}`;
    }),
  );
}
