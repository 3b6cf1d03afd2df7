import type { Contract, Operation, Parameter } from "../contract/model.ts";
import { assumedMark, doc } from "./doc.ts";
import { fieldsName, isTypedOrder, propertyKey, quoted, requestName } from "./names.ts";
import { companionTexts, fromNow } from "./operation-text.ts";
import { type TypeWriter, words } from "./type-text.ts";

/**
 * Writes the type of an operation's request; the client adds timestamp and signature. Where fields
 * depend on each other it is a union over an interface of all fields.
 */
export function requestType(operation: Operation, contract: Contract, writer: TypeWriter): string {
  const { id, parameters, assumed, origin } = operation;
  const isTyped = isTypedOrder(operation, contract);
  const variants = isTyped
    ? orderTypes(operation, contract, fieldsName(id))
    : lookups(operation, fieldsName(id));
  const fields = `Fields of \`${id}\`${isTyped ? ", by the type of the order" : ""}.`;
  const text = parameters.length === 0 ? `\`${id}\` takes no fields.` : fields;
  const docs = { text, assumed, see: origin.file };
  if (variants.length === 0) {
    return `${doc(docs)}${fieldsType(operation, contract, writer, requestName(id))}`;
  }
  const all = `Every field that \`${id}\` takes.`;
  return `${doc({ ...docs, text: all })}${fieldsType(operation, contract, writer, fieldsName(id))}
${doc(docs)}export type ${requestName(id)} =
${variants.join("\n")};
`;
}

/** An order as one of its types, with required fields and without forbidden ones. */
function orderTypes(
  { parameters }: Operation,
  { orderRules: { types } }: Contract,
  all: string,
): readonly string[] {
  const isField = (name: string): boolean => parameters.some((each) => each.name === name);
  const variant = (type: string, needed: readonly string[], refused: readonly string[]): string => {
    const fields = [needed, refused].map((names) => words(names.filter(isField)));
    return `| OrderOf<${[all, type, ...fields].join(", ")}>`;
  };
  const known = types.flatMap(({ type, description, required, forbidden, oneOf, anyOf }) => {
    const choices = [...oneOf, ...anyOf].reduce<readonly (readonly string[])[]>(
      (some, names) => some.flatMap((chosen) => names.map((name) => [...chosen, name])),
      [[]],
    );
    const variants = choices.map((chosen) => {
      const others = oneOf.flat().filter((name) => !chosen.includes(name));
      return variant(quoted(type), [...required, ...chosen], [...forbidden, ...others]);
    });
    return [doc({ text: description }, 2).trim(), ...variants];
  });
  const choices = parameters.find(({ name }) => name === "type")?.choices ?? [];
  const others = choices.filter((type) => !types.some((rule) => rule.type === type));
  return others.length === 0 ? known : [...known, variant(words(others), [], [])];
}

/** One variant for each field that can identify an order. */
function lookups({ parameters }: Operation, all: string): readonly string[] {
  return parameters.flatMap(({ name, orElse }) =>
    orElse === undefined
      ? []
      : [name, ...orElse].map((field) => `| (${all} & Given<${all}, ${quoted(field)}>)`),
  );
}

/** Fields that are certainly given, for `types.ts` to declare. */
export const givenType = `
/** Fields that must be given. */
type Given<Fields, Names extends keyof Fields> =
  { readonly [Name in Names]-?: Exclude<Fields[Name], undefined> };
`;

/** An order of one type, for `types.ts` to declare. */
export const orderOfType = `
/** An order of one type: the fields that it needs, may have, and must not have. */
type OrderOf<Fields, Type, Needed extends keyof Fields, Refused extends keyof Fields> =
  Omit<Fields, "type" | Needed | Refused> &
  Given<Fields, Needed> &
  { readonly type: Type } &
  { readonly [Name in Refused]?: undefined };
`;

/** All fields of an operation, without the signature. */
function fieldsType(
  { parameters, security }: Operation,
  { signing }: Contract,
  writer: TypeWriter,
  name: string,
): string {
  const fields = parameters.filter((parameter) => parameter.name !== signing.signature);
  if (fields.length === 0) return `export type ${name} = Readonly<Record<string, never>>;\n`;
  const members = fields.map((parameter) => {
    const isStamp = security.signed && parameter.name === signing.timestamp;
    const stamp = isStamp ? ["The client fills it in when it is not given."] : [];
    const statements = [...stamp, ...bounds(parameter)];
    const isNeeded = parameter.required && !isStamp;
    const key = `${propertyKey(parameter.name)}${isNeeded ? "" : "?"}`;
    const said = doc({ text: parameter.description, statements, assumed: parameter.assumed }, 2);
    const type = writer.request(parameter.schema);
    return `${said}readonly ${key}: ${type}${isNeeded ? "" : " | undefined"};`;
  });
  return `export interface ${name} {\n${members.join("\n")}\n}\n`;
}

function bounds(parameter: Parameter): readonly string[] {
  const { minimum, maximum, aboveMaximum, defaultFromNowMs: moving } = parameter;
  const cut = aboveMaximum === "truncate" ? "; the exchange lowers a larger value to it" : "";
  return [
    ...(parameter.default === undefined ? [] : [`Default: ${parameter.default}.`]),
    ...(moving === undefined ? [] : [`Default: ${fromNow(moving)}.`]),
    ...(minimum === undefined ? [] : [`At least ${minimum}.`]),
    ...(maximum === undefined ? [] : [`At most ${maximum}${cut}.`]),
    ...companionTexts(parameter, assumedMark),
  ];
}
