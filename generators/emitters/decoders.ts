import { type StatementStructures, StructureKind } from "ts-morph";

import { codeText, object } from "../write/code.ts";
import { type FlatMessage, flatMessages } from "../write/flat-messages.ts";
import { contractTypes } from "../write/imports.ts";
import { propertyKey, quoted } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
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
      `return event as ${type};`,
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

function member(name: string): string {
  return propertyKey(name) === name ? `.${name}` : `[${quoted(name)}]`;
}
