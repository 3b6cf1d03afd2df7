/** The JSON Schema of contract.json, from the types of the contract model and their comments. */

import { join } from "node:path";

import { Node, Project, type Type, type Symbol as TypeSymbol } from "ts-morph";

type Schema = Readonly<Record<string, unknown>>;
type Named = Map<string, Schema>;

/** Positions in the spec. */
const positions = ["origin", "usedBy"];

export function contractSchema(project: string): string {
  const files = new Project({
    tsConfigFilePath: join(project, "tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
    // The model is data: it needs nothing of a platform.
    compilerOptions: { lib: ["lib.es2023.d.ts"], types: [] },
  });
  const model = files.addSourceFileAtPath(join(project, "generators/contract/model.ts"));
  const contract = model.getInterfaceOrThrow("PlainContract");
  const named: Named = new Map();
  const schema = recordOf(contract.getType(), contract, named);
  const properties = { $schema: { type: "string" }, ...Object(schema["properties"]) };
  const $defs = Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)));
  const head = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The contract of an exchange as plain JSON",
  };
  const lines = Object.entries($defs).map(
    ([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`,
  );
  const root = JSON.stringify({ ...head, ...schema, properties }).slice(0, -1);
  // A line for each type, so that a change shows what it changes.
  return `${root},\n"$defs": {\n${lines.join(",\n")}\n}}\n`;
}

function schemaOf(given: Type, at: Node, named: Named): Schema {
  // A union without what is empty is the one that has a name.
  const type = given.getNonNullableType();
  if (given.isNullable() && given.getUnionTypes().some((one) => one.isNull())) {
    return { anyOf: [schemaOf(type, at, named), { type: "null" }] };
  }
  const name = nameOf(type);
  if (name === "Json" || name === "JsonObject") return name === "Json" ? {} : { type: "object" };
  if (name === undefined) return plainSchema(type, at, named);
  if (!named.has(name)) {
    // Before its parts, which may refer to it.
    named.set(name, {});
    named.set(name, plainSchema(type, at, named));
  }
  return { $ref: `#/$defs/${name}` };
}

function plainSchema(type: Type, at: Node, named: Named): Schema {
  if (type.isUnion() && !type.isBoolean()) return unionOf(type, at, named);
  if (type.isLiteral())
    return { const: type.isBooleanLiteral() ? type.getText() === "true" : type.getLiteralValue() };
  if (type.isString()) return { type: "string" };
  if (type.isNumber()) return { type: "number" };
  if (type.isBoolean()) return { type: "boolean" };
  if (type.isArray() || type.isReadonlyArray()) {
    return { type: "array", items: schemaOf(type.getArrayElementTypeOrThrow(), at, named) };
  }
  if (type.isTuple()) {
    const prefixItems = type.getTupleElements().map((one) => schemaOf(one, at, named));
    return { type: "array", prefixItems, items: false };
  }
  return type.isObject() ? recordOf(type, at, named) : {};
}

/** The name of an interface or an alias, unless it has type arguments. */
function nameOf(type: Type): string | undefined {
  const symbol = type.getAliasSymbol() ?? (type.isInterface() ? type.getSymbol() : undefined);
  const isGeneric = type.getTypeArguments().length + type.getAliasTypeArguments().length > 0;
  const name = symbol?.getName() ?? "__type";
  return isGeneric || name.startsWith("__") ? undefined : name;
}

function unionOf(type: Type, at: Node, named: Named): Schema {
  const all = type.getUnionTypes();
  const texts = all.filter((one) => one.isStringLiteral()).map((one) => one.getLiteralValue());
  const isBoolean = all.filter((one) => one.isBooleanLiteral()).length === 2;
  const others = all
    .filter((one) => !one.isStringLiteral() && !(isBoolean && one.isBooleanLiteral()))
    .map((one) => schemaOf(one, at, named));
  const anyOf = [
    ...(texts.length > 0 ? [{ enum: texts.toSorted() }] : []),
    ...(isBoolean ? [{ type: "boolean" }] : []),
    ...others,
  ];
  const [only = {}] = anyOf;
  return anyOf.length === 1 ? only : { anyOf };
}

function recordOf(type: Type, at: Node, named: Named): Schema {
  const index = type.getStringIndexType();
  const members = type.getProperties().filter((one) => !positions.includes(one.getName()));
  const properties = members.map((one) => [one.getName(), memberOf(one, at, named)] as const);
  const required = members.filter((one) => isRequired(one, at)).map((one) => one.getName());
  return {
    type: "object",
    ...(members.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    additionalProperties: index === undefined ? false : schemaOf(index, at, named),
  };
}

function memberOf(member: TypeSymbol, at: Node, named: Named): Schema {
  const schema = schemaOf(member.getTypeAtLocation(at), at, named);
  const [declared] = member.getDeclarations();
  const words = Node.isJSDocable(declared) ? declared.getJsDocs()[0]?.getDescription().trim() : "";
  return words ? { description: words.replaceAll(/\s+/gu, " "), ...schema } : schema;
}

/** JSON has no `undefined`: such a member is left out. */
function isRequired(member: TypeSymbol, at: Node): boolean {
  const type = member.getTypeAtLocation(at);
  const mayLack = type.isUndefined() || type.getUnionTypes().some((one) => one.isUndefined());
  return !member.isOptional() && !mayLack;
}
