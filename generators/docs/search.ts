import type { Contract } from "../contract/model.ts";
import { plainText } from "./frame.ts";
import { channelHref, operationHref } from "./links.ts";
import type { DocsPage } from "./pages.ts";

/** One thing that can be found: its name, what it is, where it is, and words about it. */
type Entry = readonly [title: string, kind: string, href: string, text: string];

/** What the search box finds, as a classic script, so that it also loads from disk. */
export function searchIndex(contract: Contract, pages: readonly DocsPage[]): string {
  const entries = [...contractEntries(contract), ...pages.flatMap(sectionEntries)];
  return `globalThis.portalIndex = [\n${entries.map((one) => JSON.stringify(one)).join(",\n")}\n];\n`;
}

function contractEntries(contract: Contract): readonly Entry[] {
  const { operations, channels, errors, filters } = contract;
  return [
    ...operations.map((one): Entry => {
      const text = `${one.method} ${one.path} ${one.summary} ${shortened(one.description)}`;
      return [one.id, "Operation", operationHref(contract, one), text];
    }),
    ...channels.map((one): Entry => {
      const text = `${one.address} ${shortened(one.description)}`;
      return [one.id, "Stream", channelHref(contract, one), text];
    }),
    ...errors.map(({ code, name, condition }): Entry => {
      return [`${code} ${name}`, "Error", `rules.html#error${code}`, condition];
    }),
    ...filters.flatMap(({ name, rules }) =>
      rules.map(({ id, description }): Entry => {
        return [
          `${name} ${id}`,
          "Filter rule",
          `filters.html#${name}.${id}`,
          shortened(description),
        ];
      }),
    ),
  ];
}

/** Each heading of a page of ours, with the words below it. */
function sectionEntries({ path, title, text }: DocsPage): readonly Entry[] {
  const main = /<main\b[^>]*>(.*)<\/main>/su.exec(text)?.[1] ?? "";
  const parts = main.split(/<h[1-6] id="([^"]+)">/u);
  return Array.from({ length: (parts.length - 1) / 2 }, (_, at): Entry => {
    const id = parts[2 * at + 1] ?? "";
    const [heading = "", below = ""] = (parts[2 * at + 2] ?? "").split(/<\/h[1-6]>/u);
    const href = at === 0 ? path : `${path}#${id}`;
    return [inline(heading), title, href, shortened(inline(below))];
  });
}

function inline(markup: string): string {
  return plainText(markup.replace(/<(?:\/?(?:td|th|li|dd|dt|p|pre)|br)\b[^>]*>/gu, " "))
    .replace(/\s+/gu, " ")
    .trim();
}

const textLengthMax = 240;

function shortened(text: string): string {
  const flat = text.replace(/\s+/gu, " ").trim();
  return flat.length <= textLengthMax ? flat : `${flat.slice(0, textLengthMax)}…`;
}
