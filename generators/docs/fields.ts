import type { Contract, NamedSchema, Operation, Parameter, Schema } from "../contract/model.ts";
import { partsOf } from "../contract/schemas/meaning.ts";
import { code, type Html, html, joined, prose, soft, terms } from "./html.ts";
import { channelHref, operationLink, parameterHref, recordHref } from "./links.ts";
import type { Mark } from "./marks.ts";
import { rulesOfField } from "./rules/used-in.ts";
import { schemaFields, typeOf } from "./schema-tables.ts";
import { groupedBy } from "./words.ts";

/** The page of fields: requests, responses and events, with meaning and uses. */
export function fields(contract: Contract, mark: Mark): Html {
  const byName = groupedBy(
    contract.operations.flatMap((operation) =>
      operation.parameters.map((parameter) => ({ operation, parameter })),
    ),
    ({ parameter }) => parameter.name,
  );
  const records = contract.schemas.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return html`
<h1>Fields</h1>
<p class="lead">
Every field of requests, responses and stream messages: its meaning, where it is used, and the line
of the contract that defines it.
</p>
<h2 id="parameters">Request fields</h2>
${[...byName].map(([name, uses]) => requestField(contract, name, uses, mark))}
<h2 id="records">Records of responses and events</h2>
${records.map((record) => recordSection(contract, record, mark))}
${contract.channels.map((channel) =>
  channel.messages.map((message) =>
    message.payload.kind === "reference"
      ? undefined
      : html`<section class="card" id="${message.name}"><h3>${message.name}</h3>
<p>${prose(message.description)} ${soft("Sent on")}
<a href="${channelHref(channel)}">${channel.id}</a>.</p>
${schemaFields(message.name, message.payload, mark)}</section>`,
  ),
)}`;
}

interface Use {
  readonly operation: Operation;
  readonly parameter: Parameter;
}

function requestField(contract: Contract, name: string, uses: readonly Use[], mark: Mark): Html {
  const meanings = groupedBy(uses, ({ parameter }) => parameter.description.trim());
  const rows = [...meanings].map(([description, same]) => {
    const parameter = same[0]?.parameter;
    const users = same.map(({ operation, parameter: { required, assumed } }) => {
      return html`${operationLink(operation)}${required ? soft(" (required)") : undefined}${mark(assumed)}`;
    });
    const type = parameter === undefined ? undefined : typeOf(parameter.schema);
    const { file = "", line = 0 } = parameter?.origin ?? {};
    return html`<p>${prose(description)}</p>${terms([
      ["Type", type],
      ["Used in", joined(users)],
      ...ruleRows(contract, same, name),
      ["Contract", `${file}:${line}`],
    ])}`;
  });
  return html`<section class="card" id="${parameterHref(name).split("#")[1]}">
<h3>${code(name)}</h3>${rows}</section>\n`;
}

/** The rules on a field, each once. */
function ruleRows(
  contract: Contract,
  uses: readonly Use[],
  name: string,
): readonly (readonly [string, Html])[] {
  const all = uses.flatMap(({ operation }) => rulesOfField(contract, operation, name));
  return [...groupedBy(all, ({ title }) => title)].map(([title, same]) => {
    const links = same.flatMap((one) => one.links);
    const unique = new Map(links.map(({ words, href }) => [href, words]));
    return [
      title,
      joined([...unique].map(([href, words]) => html`<a href="${href}">${words}</a>`)),
    ];
  });
}

function recordSection(contract: Contract, record: NamedSchema, mark: Mark): Html {
  const { name, description, schema, assumed, origin } = record;
  const users = usersOf(contract, name);
  return html`<section class="card" id="${name}">
<h3>${name}${mark(assumed)}</h3>
<p>${prose(description)}</p>
${schemaFields(name, schema, mark)}
${terms([
  ...(users.length === 0 ? [] : [["Used in", joined(users)] as const]),
  ["Contract", `${origin.file}:${origin.line}`],
])}</section>\n`;
}

/** Links to the operations, channels and records that directly use a record. */
function usersOf(contract: Contract, name: string): readonly Html[] {
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
      .map((one) => html`<a href="${channelHref(one)}">${one.id}</a>`),
    ...schemas
      .filter((one) => one.name !== name && holds(one.schema))
      .map((one) => html`<a href="${recordHref(one.name)}">${one.name}</a>`),
  ];
}

/** Names of the records that a schema references. */
function referencesOf(schema: Schema): readonly string[] {
  return schema.kind === "reference" ? [schema.name] : partsOf(schema).flatMap(referencesOf);
}
