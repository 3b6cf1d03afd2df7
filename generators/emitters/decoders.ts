import { StructureKind, type StatementStructures } from "ts-morph";
import type { Channel, Contract, RecordSchema, Schema } from "../contract/model.ts";
import { codeText, object } from "../write/code.ts";
import { contractTypes } from "../write/imports.ts";
import { propertyKey, quoted, typeNames } from "../write/names.ts";
import { source, type Emitter } from "../write/source.ts";
import { constant } from "../write/structures.ts";

/** Readers of the messages that are flat: they make events out of bytes in one pass. */
export const decoders: Emitter = {
  name: "decoders",
  sources: ["spec/{asyncapi,events/*}.yaml"],
  emit: (contract) => {
    const messages = flatMessages(contract);
    return source({
      path: "decoders.ts",
      emitter: decoders,
      modules: [
        contractTypes(contract),
        { from: "../runtime/streams/event-form.ts", names: ["EventShape", "Unfinished"] },
        { from: "../runtime/streams/event-reader.ts", names: ["EventReader"] },
        { from: "../runtime/streams/event-view.ts", names: ["EventView"] },
      ],
      statements: [
        ...messages.flatMap((message) => [filler(message), view(message)]),
        forms(messages),
      ],
    });
  },
};

/** A stream with one message whose fields all hold a single value. */
interface FlatMessage {
  readonly channel: string;
  readonly type: string;
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  readonly key: number;
  readonly kind: Kind;
}

type Kind = "text" | "integer" | "flag";

/** Ids of the streams whose messages can be read field by field. */
export function flatStreams(contract: Contract): ReadonlySet<string> {
  return new Set(flatMessages(contract).map(({ channel }) => channel));
}

function flatMessages(contract: Contract): readonly FlatMessage[] {
  const names = typeNames(contract);
  return contract.channels.flatMap((channel) => {
    const [message, another] = channel.messages;
    if (message === undefined || another !== undefined || !isPublic(channel)) return [];
    const record = settle(contract, message.payload);
    const fields = record?.kind === "record" ? fieldsOf(contract, record) : undefined;
    if (fields === undefined) return [];
    return [{ channel: channel.id, type: names.message(message.name), fields }];
  });
}

function isPublic({ access, address }: Channel): boolean {
  return access === "public" && address !== "";
}

/** None when a field needs the general reader. */
function fieldsOf(contract: Contract, record: RecordSchema): readonly Field[] | undefined {
  const fields: Field[] = [];
  for (const { name, schema } of record.properties) {
    const kind = kindOf(contract, schema);
    const key = keyOf(name);
    if (kind === undefined || key === 0) return undefined;
    fields.push({ name, key, kind });
  }
  return fields;
}

function kindOf(contract: Contract, schema: Schema): Kind | undefined {
  const settled = settle(contract, schema);
  switch (settled?.kind) {
    case "text":
    case "decimal":
    case "choice":
      return "text";
    case "literal":
      return typeof settled.value === "string" ? "text" : undefined;
    case "integer":
    case "int64":
      return "integer";
    case "flag":
      return "flag";
    default:
      return undefined;
  }
}

function settle({ schemas }: Contract, schema: Schema): Schema | undefined {
  let settled: Schema | undefined = schema;
  while (settled?.kind === "reference") {
    const { name }: { readonly name: string } = settled;
    settled = schemas.find((each) => each.name === name)?.schema;
  }
  return settled;
}

function filler({ type, fields }: FlatMessage): StatementStructures {
  const cases = fields.map(({ name, key, kind }) => {
    const value = `from.${kind}() as ${type}[${quoted(name)}]`;
    return `    case ${key}:\n      event${member(name)} = ${value};\n      break;`;
  });
  return {
    kind: StructureKind.Function,
    name: `fill${type}`,
    parameters: [
      { name: "from", type: "EventReader" },
      { name: "{ keys, pattern }", type: `EventShape<${type}>` },
    ],
    returnType: type,
    statements: [
      `const event: Unfinished<${type}> = { ...pattern };`,
      `for (const key of keys) {\n  from.key(key);\n  switch (key) {\n${cases.join("\n")}\n  }\n}`,
      "return event;",
    ],
  };
}

function view({ type, fields }: FlatMessage): StatementStructures {
  return {
    kind: StructureKind.Class,
    name: `${type}View`,
    extends: `EventView<${type}>`,
    getAccessors: fields.map(({ name, key, kind }) => ({
      name: propertyKey(name),
      returnType: `${type}[${quoted(name)}]`,
      statements: [`return this.${kind}(${key}, ${quoted(name)}) as ${type}[${quoted(name)}];`],
    })),
  };
}

function forms(messages: readonly FlatMessage[]): StatementStructures {
  const rows = messages.map(({ channel, type, fields }) => {
    const kinds = fields.map(({ name, kind }) => [propertyKey(name), quoted(kind)] as const);
    const row = object([
      ["fields", object(kinds)],
      ["fill", `fill${type}`],
      ["View", `${type}View`],
    ]);
    return [propertyKey(channel), row] as const;
  });
  const code = codeText(object(rows), "export const eventForms = ".length);
  return constant("eventForms", formsDoc, `${code} as const`);
}

const formsDoc = {
  text:
    "How messages whose fields hold single values are read out of bytes, by the stream that " +
    "carries them.",
  see: "spec/asyncapi.yaml",
};

/** The name of a field as one number, as `runtime/streams/event-reader.ts` has it; 0 for none. */
function keyOf(name: string): number {
  if (!/^[!#-[\]-~]{1,2}$/.test(name)) return 0;
  return name.charCodeAt(0) | ((name.charCodeAt(1) || 0) << 8);
}

function member(name: string): string {
  return propertyKey(name) === name ? `.${name}` : `[${quoted(name)}]`;
}
