import { mapMarkupText } from "./markup.ts";

/** The pages that show files of the project, by the files' paths as texts name them. */
export type Places = ReadonlyMap<string, string>;

/** The address of a file from the root of the portal, with the line where its name has one. */
function hrefOf(places: Places, name: string): string | undefined {
  const [, file = "", line] = /^(.*?)(?::(\d+))?$/u.exec(name) ?? [];
  const page = places.get(file);
  return page === undefined || line === undefined ? page : `${page}#L${line}`;
}

/** A path with a folder or the suffix of a spec file, and perhaps a line. */
const namePattern =
  /(?:\.\.?\/)*[\w-][\w.-]*(?:\/[\w.-]*)+(?::\d+)?|[\w-]+\.(?:yaml|md)(?::\d+)?/gu;

/** Links the names of files in the text of a page; those within links and samples stay. */
export function linkPlaces(markup: string, places: Places, root: string): string {
  return mapMarkupText(markup, (text) =>
    text.replace(namePattern, (found) => {
      const name = found.replace(/[.:]+$/u, "");
      const href = hrefOf(places, name);
      if (href === undefined) return found;
      return `<a href="${root}${href}">${name}</a>${found.slice(name.length)}`;
    }),
  );
}

/** The same in Markdown: names in text and those in code of their own; no links of links. */
export function linkPlacesInMarkdown(text: string, places: Places): string {
  return text.replace(
    /\[[^\]]*\]\([^)]*\)|`([^`\n]+)`|(?<![\w/`(])[\w-]+(?:\/[\w.-]*)+(?::\d+)?/gu,
    (found, inCode: string | undefined) => {
      const name = (inCode ?? found).replace(/[.:]+$/u, "");
      const href = hrefOf(places, name);
      if (href === undefined) return found;
      const shown = inCode === undefined ? name : found;
      return `[${shown}](${href})${inCode === undefined ? found.slice(name.length) : ""}`;
    },
  );
}
