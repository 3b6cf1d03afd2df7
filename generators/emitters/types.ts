import type { ChoiceValue, Contract, NamedSchema, Origin } from "../contract/model.ts";
import { runtimeTypes } from "../write/imports.ts";
import { requestType } from "../write/request-type.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, hidden, record, type Statement, table } from "../write/statements.ts";
import { memberOrigins, type TypeWriter, typeWriter, unlistedWord } from "../write/type-text.ts";
import { unlistedWords } from "../write/unlisted-words.ts";

/** One readable named type for each schema, each operation's request and each stream message. */
export const types: Emitter = {
  name: "types",
  sources: ["spec/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const statements = [
      ...contract.schemas.flatMap((schema) => namedType(schema, writer)),
      ...contract.operations.map((operation) => requestType(operation, contract, writer)),
      ...messageTypes(contract, writer),
    ];
    return source({
      path: "types.ts",
      emitter: types,
      modules: [runtimeTypes],
      statements: [...statements, ...(unlistedWords(contract).size > 0 ? unlistedType : [])],
      origins: origins(contract, writer),
    });
  },
};

function namedType(named: NamedSchema, writer: TypeWriter): readonly Statement[] {
  const { schema, assumed, description } = named;
  const name = writer.names.schema(named.name);
  const docs = { text: description, assumed, see: named.origin.file };
  switch (schema.kind) {
    case "record":
      if (schema.properties.length === 0) return [alias(name, docs, writer.response(schema, 20))];
      return [record(name, docs, { properties: writer.members(schema) })];
    case "choice": {
      const list = writer.names.list(named.name);
      const values = schema.values.map(({ value }) => value);
      const text = [description, meanings(schema.values)].filter((part) => part !== "");
      return [
        table(list, { text: `Every value of \`${name}\` that the spec lists.` }, values),
        alias(name, { ...docs, text: text.join("\n\n") }, `(typeof ${list})[number]`),
      ];
    }
    case "decimal":
      return [alias(name, docs, name === "Decimal" ? "string" : "Decimal")];
    default:
      return [alias(name, docs, writer.response(schema, `export type ${name} = `.length))];
  }
}

/** The values with what is said of them, as a list; empty when nothing is. */
function meanings(values: readonly ChoiceValue[]): string {
  if (values.every((each) => each.description === "" && each.assumed === undefined)) return "";
  const lines = values.map(({ value, description, assumed }) => {
    const mark = assumed === undefined ? "" : ` (assumed: ${assumed})`;
    return `- \`${value}\`${mark}${description === "" ? "" : `: ${description}`}`;
  });
  return lines.join("\n");
}

function messageTypes(contract: Contract, writer: TypeWriter): readonly Statement[] {
  const done = new Set<string>();
  return contract.channels.flatMap(({ messages }) =>
    messages.flatMap((message) => {
      if (message.payload.kind === "reference" || done.has(message.name)) return [];
      done.add(message.name);
      const { description, assumed, origin, payload } = message;
      const docs = { text: description, assumed, see: origin.file };
      const name = writer.names.message(message.name);
      if (payload.kind === "record" && payload.properties.length > 0) {
        return [record(name, docs, { properties: writer.members(payload) })];
      }
      return [alias(name, docs, writer.response(payload, `export type ${name} = `.length))];
    }),
  );
}

const unlistedType: readonly Statement[] = [
  hidden("unlisted", "unique symbol"),
  alias(
    unlistedWord,
    {
      text:
        "A word that the spec does not list, as the exchange sent it. It is a string with a type " +
        "of its own, so that a comparison with a known word still narrows to the known members.",
    },
    "`${any}` & { readonly [unlisted]: true }",
  ),
];

function origins(contract: Contract, { names }: TypeWriter): ReadonlyMap<string, Origin> {
  return new Map([
    ...contract.schemas.flatMap(({ name, schema, origin }) => [
      [names.schema(name), origin] as const,
      ...(schema.kind === "choice" ? [[names.list(name), origin] as const] : []),
      ...memberOrigins(names.schema(name), schema),
    ]),
    ...contract.operations.flatMap(({ id, origin, parameters }) => [
      [names.request(id), origin] as const,
      ...parameters.map((each) => [`${names.request(id)}.${each.name}`, each.origin] as const),
    ]),
    ...contract.channels.flatMap(({ messages }) =>
      messages
        .filter(({ payload }) => payload.kind !== "reference")
        .flatMap(({ name, origin, payload }) => [
          [names.message(name), origin] as const,
          ...memberOrigins(names.message(name), payload),
        ]),
    ),
  ]);
}
