import { mapMarkupText } from "./markup.ts";

/** Finds the page that shows a file, by the file's path as texts name it. */
export interface Places {
  /** Address from the root of the portal, with the line where the name has one. */
  readonly hrefOf: (name: string) => string | undefined;
}

/** Places of files: `pages` leads from a file's path to its page. A line is an anchor of it. */
export function createPlaces(pages: ReadonlyMap<string, string>): Places {
  return {
    hrefOf: (name) => {
      const [, file = "", line] = /^(.*?)(?::(\d+))?$/u.exec(name) ?? [];
      const page = pages.get(file);
      return page === undefined || line === undefined ? page : `${page}#L${line}`;
    },
  };
}

/** A path with a folder or the suffix of a spec file, and perhaps a line. */
const namePattern =
  /(?:\.\.?\/)*[\w-][\w.-]*(?:\/[\w.-]*)+(?::\d+)?|[\w-]+\.(?:yaml|md)(?::\d+)?/gu;

/** Links the names of files in the text of a page; those within links and samples stay. */
export function linkPlaces(markup: string, { hrefOf }: Places, root: string): string {
  return mapMarkupText(markup, (text) =>
    text.replace(namePattern, (found) => {
      const name = found.replace(/[.:]+$/u, "");
      const href = hrefOf(name);
      if (href === undefined) return found;
      return `<a href="${root}${href}">${name}</a>${found.slice(name.length)}`;
    }),
  );
}

/** The same in Markdown: names in text and those in code of their own; no links of links. */
export function linkPlacesInMarkdown(text: string, { hrefOf }: Places): string {
  return text.replace(
    /\[[^\]]*\]\([^)]*\)|`([^`\n]+)`|(?<![\w/`(])[\w-]+(?:\/[\w.-]*)+(?::\d+)?/gu,
    (found, inCode: string | undefined) => {
      const name = (inCode ?? found).replace(/[.:]+$/u, "");
      const href = hrefOf(name);
      if (href === undefined) return found;
      const shown = inCode === undefined ? name : found;
      return `[${shown}](${href})${inCode === undefined ? found.slice(name.length) : ""}`;
    },
  );
}
