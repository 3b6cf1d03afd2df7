import type { Contract, Schema } from "../../contract/model.ts";
import { flat } from "../../write/doc.ts";
import { channelHref, operationHref, parameterHref } from "../links.ts";
import { withoutMarks } from "../marks.ts";
import type { DocsPage } from "../pages.ts";
import { choiceOf, fieldRows } from "../schema-tables.ts";
import { groupedBy, statusName } from "../words.ts";

/** One thing that can be found: its name, what it is, where it is, and words about it. */
export type Entry = readonly [title: string, kind: string, href: string, text: string];

/** The search index as a classic script, so that it also loads from disk. */
export function searchIndex(contract: Contract, pages: readonly DocsPage[]): string {
  const entries = [
    ...contractEntries(contract),
    // Operations and streams have entries of their own.
    ...pages.filter(({ path }) => !/^(?:operations|streams)\//u.test(path)).flatMap(sectionEntries),
  ];
  return `globalThis.portalIndex = [\n${entries.map((one) => JSON.stringify(one)).join(",\n")}\n];\n`;
}

function contractEntries(contract: Contract): readonly Entry[] {
  const { operations, channels, errors, filters, limits, statuses } = contract;
  const headers = [...limits, ...statuses].flatMap(({ header }) => header ?? []);
  return [
    ...operations.map((one) => {
      const { id, method, path, summary, description } = one;
      const text = `${method} ${path} ${summary} ${description}`;
      return entry(id, "Operation", operationHref(one), text);
    }),
    ...channels.map((one) =>
      entry(one.id, "Stream", channelHref(one), `${one.address} ${one.description}`),
    ),
    ...errors.map(({ code, name, condition }) =>
      entry(`${code} ${name}`, "Error", `rules.html#error${code}`, condition),
    ),
    ...statuses.map((one) => {
      const name = statusName(one);
      return entry(`HTTP ${name}`, "Error", `rules.html#status-${name}`, one.condition);
    }),
    ...requestFields(contract),
    ...operations.flatMap((one) =>
      one.responses.flatMap(({ schema }) =>
        fields(contract, one.id, schema, `${operationHref(one)}#response`),
      ),
    ),
    ...channels.flatMap((one) =>
      one.messages.flatMap(({ name, payload }) =>
        fields(contract, name, payload, `${channelHref(one)}#${name}`),
      ),
    ),
    ...contract.orderRules.types.map(({ type, description }) =>
      entry(type, "Order type", `rules.html#order-type-${type}`, description),
    ),
    ...headers.map((name) => entry(name, "Header", `limits.html#header-${name}`, "")),
    ...filters.map(({ name, description }) =>
      entry(name, "Filter", `filters.html#${name}`, description),
    ),
    ...filters.flatMap(({ name, rules }) =>
      rules.map(({ id, description }) =>
        entry(`${name} ${id}`, "Filter rule", `filters.html#${name}.${id}`, description),
      ),
    ),
  ];
}

/** Each request field once, with its words and its operations. */
function requestFields(contract: Contract): readonly Entry[] {
  const all = contract.operations.flatMap(({ id, parameters }) =>
    parameters.map((one) => ({ id, ...one })),
  );
  return [...groupedBy(all, ({ name }) => name)].map(([name, uses]) => {
    const words = uses.flatMap(({ schema }) =>
      choiceOf(contract, schema).map(({ value }) => value),
    );
    const choice = words.length === 0 ? "" : ` One of ${[...new Set(words)].join(", ")}.`;
    const used = ` Used in ${uses.map(({ id }) => id).join(", ")}.`;
    const text = `${uses[0]?.description ?? ""}${choice}${used}`;
    return entry(name, "Request field", parameterHref(uses[0] ?? { id: "" }, name), text);
  });
}

/** The fields of a response or message. */
function fields(contract: Contract, name: string, schema: Schema, at: string): readonly Entry[] {
  return fieldRows(contract, schema).map(({ path, meaning }) =>
    entry(`${name} ${path}`, "Field", `${at}.${path}`, withoutMarks(meaning).replaceAll("`", "")),
  );
}

/** Each heading of our own pages, with the words below it. */
function sectionEntries({ path, title, sections }: DocsPage): readonly Entry[] {
  const kind = kinds.find(([folder]) => path.startsWith(folder))?.[1] ?? title;
  return sections.flatMap((one, at): readonly Entry[] => {
    if (kind === "Client" && partsOfEntries.test(one.title)) return [];
    const href = at === 0 ? path : `${path}#${one.id}`;
    // A guide is the only place of many a name, which may stand anywhere in it.
    if (kind === "Guide") return [[one.title, kind, href, flat(one.text)]];
    return [entry(one.title, kind, href, kind === "Contract file" ? "" : one.text)];
  });
}

const kinds = [
  ["guides/decisions.html", "Decision"],
  ["guides/mistakes.html", "Comparison"],
  ["guides/", "Guide"],
  ["client/", "Client"],
  ["spec/", "Contract file"],
] as const;

/** Headings of lists of exports. */
const partsOfEntries = /^(?:Functions|Classes|Types|Constants)$/u;

const textLengthMax = 240;

function entry(title: string, kind: string, href: string, text: string): Entry {
  const line = flat(text);
  const shown = line.length <= textLengthMax ? line : `${line.slice(0, textLengthMax)}…`;
  return [title, kind, href, shown];
}
