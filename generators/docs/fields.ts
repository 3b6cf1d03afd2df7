import type { Contract, NamedSchema, Operation, Parameter, Schema } from "../contract/model.ts";
import { partsOf } from "../contract/schemas/meaning.ts";
import { channelHref, operationLink, parameterHref, recordHref } from "./links.ts";
import { code, heading, joined, link, type Md, md, prose, raw, soft, terms } from "./markdown.ts";
import type { Mark } from "./marks.ts";
import { rulesOfField } from "./rules/used-in.ts";
import { schemaFields, typeOf } from "./schema-tables.ts";
import { groupedBy } from "./words.ts";

/** The page of fields: requests, responses and events, with meaning and uses. */
export function fields(contract: Contract, mark: Mark): Md {
  const byName = groupedBy(
    contract.operations.flatMap((operation) =>
      operation.parameters.map((parameter) => ({ operation, parameter })),
    ),
    ({ parameter }) => parameter.name,
  );
  const records = contract.schemas.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return md`
# Fields

Every field of requests, responses and stream messages: its meaning, where it is used, and the line
of the contract that defines it.

## {#parameters} Request fields

${[...byName].map(([name, uses]) => requestField(contract, name, uses, mark))}

## {#records} Records of responses and events

${records.map((record) => recordSection(contract, record, mark))}
${contract.channels.map((channel) =>
  channel.messages.map((message) =>
    message.payload.kind === "reference"
      ? undefined
      : md`${heading(3, message.name, message.name)}
${prose(message.description)} ${soft("Sent on")} ${link(channelHref(channel), channel.id)}.
${schemaFields(message.name, message.payload, mark)}`,
  ),
)}`;
}

interface Use {
  readonly operation: Operation;
  readonly parameter: Parameter;
}

function requestField(contract: Contract, name: string, uses: readonly Use[], mark: Mark): Md {
  const meanings = groupedBy(uses, ({ parameter }) => parameter.description.trim());
  const rows = [...meanings].map(([description, same]) => {
    const parameter = same[0]?.parameter;
    const users = same.map(({ operation, parameter: { required, assumed } }) => {
      return md`${operationLink(operation)}${required ? " (required)" : undefined}${mark(assumed)}`;
    });
    const type = parameter === undefined ? undefined : typeOf(parameter.schema);
    const { file = "", line = 0 } = parameter?.origin ?? {};
    return md`${prose(description)}${terms([
      ["Type", type],
      ["Used in", joined(users)],
      ...ruleRows(contract, same, name),
      ["Contract", code(`${file}:${line}`)],
    ])}`;
  });
  const [, id = ""] = parameterHref(name).split("#");
  return md`${heading(3, id, code(name))}${joined(rows, raw("\n\n"))}`;
}

/** The rules on a field, each once. */
function ruleRows(
  contract: Contract,
  uses: readonly Use[],
  name: string,
): readonly (readonly [string, Md])[] {
  const all = uses.flatMap(({ operation }) => rulesOfField(contract, operation, name));
  return [...groupedBy(all, ({ title }) => title)].map(([title, same]) => {
    const links = same.flatMap((one) => one.links);
    const unique = new Map(links.map(({ words, href }) => [href, words]));
    return [title, joined([...unique].map(([href, words]) => link(href, words)))];
  });
}

function recordSection(contract: Contract, record: NamedSchema, mark: Mark): Md {
  const { name, description, schema, assumed, origin } = record;
  const users = usersOf(contract, name);
  return md`${heading(3, name, md`${name}${mark(assumed)}`)}${prose(description)}
${schemaFields(name, schema, mark)}
${terms([
  ...(users.length === 0 ? [] : [["Used in", joined(users)] as const]),
  ["Contract", code(`${origin.file}:${origin.line}`)],
])}`;
}

/** Links to the operations, channels and records that directly use a record. */
function usersOf(contract: Contract, name: string): readonly Md[] {
  const { operations, channels, schemas } = contract;
  const holds = (schema: Schema): boolean => referencesOf(schema).includes(name);
  return [
    ...operations
      .filter(({ responses, parameters }) =>
        [...responses, ...parameters].some(({ schema }) => holds(schema)),
      )
      .map((one) => operationLink(one)),
    ...channels
      .filter(({ messages }) => messages.some(({ payload }) => holds(payload)))
      .map((one) => link(channelHref(one), one.id)),
    ...schemas
      .filter((one) => one.name !== name && holds(one.schema))
      .map((one) => link(recordHref(one.name), one.name)),
  ];
}

/** Names of the records that a schema references. */
function referencesOf(schema: Schema): readonly string[] {
  return schema.kind === "reference" ? [schema.name] : partsOf(schema).flatMap(referencesOf);
}
