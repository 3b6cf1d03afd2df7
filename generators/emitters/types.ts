import type { Contract, EnumValue, Origin, ResponseDetail, Schema } from "../contract/model.ts";
import { assumedMark, type DocParts, doc } from "../write/doc.ts";
import type { Emitter } from "../write/emitter.ts";
import { table } from "../write/literal.ts";
import {
  detailName,
  fieldsName,
  hasLookups,
  isTypedOrder,
  listName,
  messageName,
  ownMessages,
  propertyKey,
  quoted,
  requestName,
  typeName,
  typesIn,
} from "../write/names.ts";
import { givenType, orderOfType, requestType } from "../write/request-type.ts";
import {
  memberOrigins,
  scalarImports,
  type TypeWriter,
  typeWriter,
  unlistedWord,
  words,
} from "../write/type-text.ts";
import { unlistedWords } from "../write/unlisted-words.ts";

/** A readable named type for each schema, each request and each stream message. */
export const types: Emitter = {
  name: "types",
  sources: ["spec/**/*.yaml"],
  emit: (contract) => {
    const writer = typeWriter(contract);
    const named = contract.schemas.map(({ name, schema, detail, description, assumed, origin }) => {
      const docs = { text: description, assumed, see: origin.file };
      if (schema.kind === "enum") {
        return enumType(typeName(name), listName(name), schema.values, docs);
      }
      const type = declaration(typeName(name), docs, schema, writer);
      return detail === undefined ? type : `${type}\n${detailType(name, detail)}`;
    });
    const requests = contract.operations.map((each) => requestType(each, contract, writer));
    const messages = ownMessages(contract).map((message) => {
      const { description, assumed, payload, origin } = message;
      const docs = { text: description, assumed, see: origin.file };
      return declaration(messageName(message), docs, payload, writer);
    });
    const all = [...named, ...requests, ...messages].join("\n");
    const isTyped = contract.operations.some((each) => isTypedOrder(each, contract));
    const unlisted = unlistedWords(contract).size > 0 ? unlistedType : "";
    const order = isTyped ? orderOfType : "";
    const present = isTyped || contract.operations.some(hasLookups) ? givenType : "";
    const text = `${scalarImports(typesIn(contract))}\n\n${all}${present}${order}${unlisted}`;
    return [{ path: "types.ts", text, origins: origins(contract) }];
  },
};

function declaration(name: string, docs: DocParts, schema: Schema, writer: TypeWriter): string {
  if (schema.kind === "record" && schema.properties.length > 0) {
    return `${doc(docs)}export interface ${name} ${writer.response(schema)}\n`;
  }
  const type = name === "Decimal" && schema.kind === "decimal" ? "string" : writer.response(schema);
  return `${doc(docs)}export type ${name} = ${type};\n`;
}

function enumType(
  name: string,
  list: string,
  values: readonly EnumValue[],
  docs: DocParts,
): string {
  const all = values.map(({ value }) => value);
  const text = [docs.text, meanings(values)].filter(Boolean).join("\n\n");
  return `${table(list, { text: `Every value of \`${name}\` that the spec lists.` }, all)}
${doc({ ...docs, text })}export type ${name} = (typeof ${list})[number];
`;
}

/** The values with their descriptions, as a list; empty without any. */
function meanings(values: readonly EnumValue[]): string {
  if (values.every((each) => each.description === "" && each.assumed === undefined)) return "";
  const lines = values.map(({ value, description, assumed }) => {
    return `- \`${value}\`${assumedMark(assumed)}${description === "" ? "" : `: ${description}`}`;
  });
  return lines.join("\n");
}

/** A response by detail level: fields up to the level are present, later ones are absent. */
function detailType(name: string, { parameter, levels, assumed }: ResponseDetail): string {
  const whole = typeName(name);
  const type = detailName(name);
  const rows = Object.entries(levels).map(([level, fields], index, all) => {
    const before = all[index - 1]?.[0];
    const base =
      before === undefined
        ? `Omit<${whole}, ${words(all.flatMap(([, added]) => added))}>`
        : `${type}[${quoted(before)}]`;
    return `readonly ${propertyKey(level)}: ${base} & Required<Pick<${whole}, ${words(fields)}>>;`;
  });
  const text = `\`${whole}\` by \`${parameter}\`; each has the fields of the one before it, too.`;
  return `${doc({ text, assumed })}export interface ${type} {\n${rows.join("\n")}\n}\n`;
}

const unlistedType = `
declare const unlisted: unique symbol;

/**
 * A word that the spec does not list, as the exchange sent it. It is a string with a type of its
 * own, so that a comparison with a known word still narrows to the known members.
 */
export type ${unlistedWord} = \`\${any}\` & { readonly [unlisted]: true };
`;

function origins(contract: Contract): ReadonlyMap<string, Origin> {
  return new Map([
    ...contract.schemas.flatMap(({ name, schema, origin }) => [
      [typeName(name), origin] as const,
      ...(schema.kind === "enum" ? [[listName(name), origin] as const] : []),
      ...memberOrigins(typeName(name), schema),
    ]),
    ...contract.operations.flatMap(({ id, origin, parameters }) => [
      [requestName(id), origin] as const,
      ...parameters.flatMap((each) => [
        [`${requestName(id)}.${each.name}`, each.origin] as const,
        [`${fieldsName(id)}.${each.name}`, each.origin] as const,
      ]),
    ]),
    ...ownMessages(contract).flatMap((message) => [
      [messageName(message), message.origin] as const,
      ...memberOrigins(messageName(message), message.payload),
    ]),
  ]);
}
