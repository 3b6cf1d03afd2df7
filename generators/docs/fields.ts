import type { Contract, NamedSchema, Operation, Parameter, Schema } from "../contract/model.ts";
import { partsOf } from "../contract/schemas/meaning.ts";
import { anchor, code, type Html, html, joined, prose, soft, table, terms } from "./html.ts";
import { channelHref, fieldHref, operationLink, parameterHref, recordHref } from "./links.ts";
import type { Mark } from "./marks.ts";
import { rulesOfField } from "./rules/used-in.ts";
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
      return html`${operationLink(contract, operation)}${required ? soft(" (required)") : undefined}${mark(assumed)}`;
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

/** The fields of a record, the values of an enum, or else the type. */
function schemaFields(name: string, schema: Schema, mark: Mark): Html {
  switch (schema.kind) {
    case "record":
      return table(
        ["Field", "Type", "Meaning"],
        schema.properties.map((property) => [
          fieldName(name, property.name),
          html`${typeOf(property.schema)}${property.required ? undefined : soft(" or absent")}`,
          html`${prose(property.description)}${mark(property.assumed)}`,
        ]),
      );
    case "tuple":
      return table(
        ["Position", "Type", "Meaning"],
        schema.items.map((item, at) => [
          fieldName(name, item.name, String(at)),
          typeOf(item.schema),
          prose(item.description),
        ]),
      );
    case "enum":
      return terms(
        schema.values.map(({ value, description, assumed }) => [
          code(value),
          html`${prose(description)}${mark(assumed)}`,
        ]),
      );
    default:
      return html`<p>${typeOf(schema)}</p>`;
  }
}

function fieldName(record: string, name: string, shown = name): Html {
  const [, id = ""] = fieldHref(record, name).split("#");
  return anchor(id, shown === name ? code(name) : html`${shown} ${code(name)}`);
}

/** A type in words; records link to their fields. */
function typeOf(schema: Schema): Html {
  switch (schema.kind) {
    case "decimal":
      return html`decimal string`;
    case "int64":
      return html`64-bit integer`;
    case "integer":
      return html`integer`;
    case "number":
    case "text":
      return html`${schema.kind}`;
    case "flag":
      return html`boolean`;
    case "nothing":
      return html`null`;
    case "unstated":
      return html`not stated`;
    case "literal":
      return code(String(schema.value));
    case "enum":
      return joined(
        schema.values.map(({ value }) => code(value)),
        " or ",
      );
    case "list":
      return html`array of ${typeOf(schema.items)}`;
    case "tuple":
      return html`array of ${joined(schema.items.map((item) => html`${item.name} (${typeOf(item.schema)})`))}`;
    case "record":
      return html`object with ${joined(schema.properties.map(({ name }) => code(name)))}`;
    case "union":
      return joined(schema.members.map(typeOf), " or ");
    case "reference":
      return html`<a href="${recordHref(schema.name)}">${schema.name}</a>`;
  }
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
      .map((one) => operationLink(contract, one)),
    ...channels
      .filter(({ messages }) => messages.some(({ payload }) => holds(payload)))
      .map((one) => html`<a href="${channelHref(one)}">${one.id}</a>`),
    ...schemas
      .filter((one) => one.name !== name && holds(one.schema))
      .map((one) => html`<a href="${recordHref(one.name)}">${one.name}</a>`),
  ];
}

/** Names of the records that a schema references. */
export function referencesOf(schema: Schema): readonly string[] {
  return schema.kind === "reference" ? [schema.name] : partsOf(schema).flatMap(referencesOf);
}
