import type { Contract, Schema } from "../../contract/model.ts";
import { flat } from "../../write/doc.ts";
import { channelHref, operationHref, parameterHref } from "../links.ts";
import type { DocsPage } from "../pages.ts";
import { fieldRows } from "../schema-tables.ts";
import { groupedBy } from "../words.ts";

/** A search entry: name, kind, address, and more words. */
type Entry = readonly [title: string, kind: string, href: string, text: string];

/** The search index as a classic script, so that it also loads from disk. */
export function searchIndex(contract: Contract, pages: readonly DocsPage[]): string {
  const entries = [
    ...contractEntries(contract),
    ...pages.filter(isNoReference).flatMap(sectionEntries),
  ];
  return `globalThis.portalIndex = [\n${entries.map((one) => JSON.stringify(one)).join(",\n")}\n];\n`;
}

function contractEntries(contract: Contract): readonly Entry[] {
  const { operations, channels, errors, filters } = contract;
  return [
    ...operations.map((one): Entry => {
      const text = `${one.method} ${one.path} ${one.summary} ${shortened(one.description)}`;
      return [one.id, "Operation", operationHref(one), text];
    }),
    ...channels.map((one): Entry => {
      const text = `${one.address} ${shortened(one.description)}`;
      return [one.id, "Stream", channelHref(one), text];
    }),
    ...errors.map(({ code, name, condition }): Entry => {
      return [`${code} ${name}`, "Error", `rules.html#error${code}`, condition];
    }),
    ...requestFields(contract),
    ...operations.flatMap((one) =>
      one.responses.flatMap(({ schema }) =>
        fieldEntries(contract, one.id, schema, operationHref(one), "response"),
      ),
    ),
    ...channels.flatMap((one) =>
      one.messages.flatMap(({ name, payload }) =>
        fieldEntries(contract, name, payload, channelHref(one), name),
      ),
    ),
    ...contract.orderRules.types.map(({ type, description }): Entry => {
      return [type, "Order type", `rules.html#order-type-${type}`, shortened(description)];
    }),
    ...headerNames(contract).map((name): Entry => {
      return [name, "Header", `limits.html#header-${name}`, ""];
    }),
    ...filters.map(({ name, description }): Entry => {
      return [name, "Filter", `filters.html#${name}`, shortened(description)];
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

/** Each request field once, with its operations. */
function requestFields({ operations }: Contract): readonly Entry[] {
  const all = operations.flatMap(({ id, parameters }) => parameters.map((one) => ({ id, ...one })));
  return [...groupedBy(all, ({ name }) => name)].map(([name, uses]): Entry => {
    const text = `${uses[0]?.description ?? ""} Used in ${uses.map(({ id }) => id).join(", ")}.`;
    return [name, "Request field", parameterHref(uses[0] ?? { id: "" }, name), shortened(text)];
  });
}

/** The fields of a response or message. */
function fieldEntries(
  contract: Contract,
  name: string,
  schema: Schema,
  page: string,
  id: string,
): readonly Entry[] {
  return fieldRows(contract, schema, () => undefined).map(({ path, meaning }): Entry => {
    return [`${name} ${path}`, "Field", `${page}#${id}.${path}`, shortened(meaning.source)];
  });
}

function headerNames({ limits, statuses }: Contract): readonly string[] {
  return [...limits, ...statuses].flatMap(({ header }) => header ?? []);
}

/** Operations and streams have entries of their own. */
function isNoReference({ path }: DocsPage): boolean {
  return !/^(?:operations|streams)\//u.test(path);
}

/** Each heading of our own pages, with the words below it. */
function sectionEntries({ path, title, sections }: DocsPage): readonly Entry[] {
  const kind = kinds.find(([folder]) => path.startsWith(folder))?.[1] ?? title;
  return sections.flatMap((one, at): readonly Entry[] => {
    if (kind === "Client" && partsOfEntries.test(one.title)) return [];
    const href = at === 0 ? path : `${path}#${one.id}`;
    return [[one.title, kind, href, kind === "Contract file" ? "" : shortened(one.text)]];
  });
}

const kinds = [
  ["guides/", "Guide"],
  ["client/", "Client"],
  ["spec/", "Contract file"],
] as const;

/** Headings of lists of exports. */
const partsOfEntries = /^(?:Functions|Classes|Types|Constants)$/u;

const textLengthMax = 240;

function shortened(text: string): string {
  const line = flat(text);
  return line.length <= textLengthMax ? line : `${line.slice(0, textLengthMax)}…`;
}
