import { type DocParts, doc } from "./doc.ts";
import { type Data, literal, widthMax } from "./literal.ts";

/** One top-level statement of a generated file, as source text without indentation. */
export interface Statement {
  readonly kind: "declaration" | "reexport";
  readonly text: string;
}

/** A parameter of a function or a method. */
interface Parameter {
  readonly name: string;
  readonly type?: string;
  readonly hasQuestionToken?: boolean;
  readonly initializer?: string;
}

/** The types of a function or a method. */
export interface Signature {
  readonly typeParameters?: readonly (string | TypeParameter)[];
  readonly parameters?: readonly Parameter[];
  readonly returnType?: string;
}

interface TypeParameter {
  readonly name: string;
  readonly constraint?: string;
  readonly default?: string;
}

/** A method of an interface; `docs` is what `doc` gives. */
export interface Method extends Signature {
  readonly name: string;
  readonly docs?: string;
}

/** A property of an interface; `docs` is what `doc` gives. */
export interface PropertySignature {
  readonly name: string;
  readonly type: string;
  readonly isReadonly?: boolean;
  readonly hasQuestionToken?: boolean;
  readonly docs?: string;
}

/** An exported interface. */
export function record(
  name: string,
  docs: DocParts,
  members: {
    readonly typeParameters?: NonNullable<Signature["typeParameters"]>;
    readonly extends?: readonly string[];
    readonly properties?: readonly PropertySignature[];
    readonly methods?: readonly Method[];
  },
): Statement {
  const parents = members.extends ?? [];
  const parentText = parents.length === 0 ? "" : ` extends ${parents.join(", ")}`;
  const properties = (members.properties ?? []).map(propertyText);
  const methods = (members.methods ?? []).map((method) => {
    return `${method.docs ?? ""}${signature(method.name, method, ";", 2)}`;
  });
  const lines = [...properties, ...methods].map((member) => `${indented(member)}\n`).join("");
  const head = `export interface ${name}${typeParameters(members)}${parentText}`;
  return declaration(docs, `${head} {\n${lines}}`);
}

/** A property of an interface or an object type, with its doc comment above it. */
export function propertyText(property: PropertySignature): string {
  const { name, type, isReadonly, hasQuestionToken, docs } = property;
  const modifier = isReadonly === true ? "readonly " : "";
  const typed = type.startsWith("\n") ? `:${type}` : `: ${type}`;
  return `${docs ?? ""}${modifier}${name}${hasQuestionToken === true ? "?" : ""}${typed};`;
}

/** An exported type alias. */
export function alias(name: string, docs: DocParts, type: string): Statement {
  const space = type.startsWith("\n") ? "" : " ";
  return declaration(docs, `export type ${name} =${space}${type};`);
}

/**
 * An exported table of data. `type` is checked with `satisfies`, so that the table keeps its exact
 * type; with `isConstant`, that type is literal.
 */
export function table(
  name: string,
  docs: DocParts,
  value: Data,
  options: { readonly satisfies?: string; readonly isConstant?: boolean } = {},
): Statement {
  const exact = options.isConstant === false ? "" : " as const";
  const checked = options.satisfies === undefined ? "" : ` satisfies ${options.satisfies}`;
  const start = `export const ${name} = `.length;
  const tail = `${exact}${checked}`;
  return constant(name, docs, literal(value, start, 0, tail.length + 1) + tail);
}

/** An exported constant with source text for a value. */
export function constant(name: string, docs: DocParts, initializer: string): Statement {
  return declaration(docs, `export const ${name} = ${initializer};`);
}

/** An exported function; its statements are source text. */
export function callable(
  name: string,
  docs: DocParts,
  rest: Signature & { readonly statements: readonly string[] },
): Statement {
  const body = rest.statements.map((statement) => `${indented(statement)}\n`).join("");
  return declaration(docs, `${signature(`export function ${name}`, rest, " {", 0)}\n${body}}`);
}

/** A name that exists for the compiler alone, and for this file. */
export function hidden(name: string, type: string): Statement {
  return { kind: "declaration", text: `declare const ${name}: ${type};` };
}

/** Exports what another module exports: all of it, or the given names. */
export function reexport(
  from: string,
  names: readonly string[] = [],
  options: { readonly onlyTypes?: boolean } = {},
): Statement {
  const type = options.onlyTypes === true ? "type " : "";
  const line = (list: string): string => `export ${type}${list} from "${from}";`;
  if (names.length === 0) return { kind: "reexport", text: line("*") };
  const short = line(`{ ${names.join(", ")} }`);
  const isWide = short.length > widthMax;
  const text = isWide ? line(`{\n${names.map((name) => `  ${name},\n`).join("")}}`) : short;
  return { kind: "reexport", text };
}

/** A call that a bundler may drop if its result is unused. */
export function pure(call: string): string {
  return `/* @__PURE__ */ ${call}`;
}

/** The same statement, not exported. */
export function unexported(statement: Statement): Statement {
  return { ...statement, text: statement.text.replace(/^export /m, "") };
}

/** Alternatives as one type: on one line where they fit, else one a line. */
export function union(members: readonly string[], column: number): string {
  const line = members.join(" | ");
  if (members.length === 0) return "never";
  if (column + line.length + 1 <= widthMax) return line;
  return members.map((member) => `\n  | ${member}`).join("");
}

/** Text with every line indented that is not empty. */
export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

function declaration(docs: DocParts, text: string): Statement {
  return { kind: "declaration", text: `${doc(docs)}${text}` };
}

/** A signature on one line, or with one parameter a line where it is too long. */
function signature(name: string, parts: Signature, end: string, indent: number): string {
  const start = `${name}${typeParameters(parts)}`;
  const result = parts.returnType === undefined ? "" : `: ${parts.returnType}`;
  const texts = (parts.parameters ?? []).map(parameterText);
  const line = `${start}(${texts.join(", ")})${result}${end}`;
  const [first = ""] = line.split("\n");
  const fits = indent + first.length <= widthMax;
  if (fits || texts.length === 0 || texts.some((text) => text.includes("\n"))) return line;
  return `${start}(\n${texts.map((text) => `  ${text},\n`).join("")})${result}${end}`;
}

function parameterText({ name, type, hasQuestionToken, initializer }: Parameter): string {
  const typeText = type === undefined ? "" : `: ${type}`;
  const valueText = initializer === undefined ? "" : ` = ${initializer}`;
  return `${name}${hasQuestionToken ? "?" : ""}${typeText}${valueText}`;
}

function typeParameters({
  typeParameters: parameters = [],
}: Pick<Signature, "typeParameters">): string {
  const texts = parameters.map((parameter) => {
    if (typeof parameter === "string") return parameter;
    const { name, constraint, default: standard } = parameter;
    const bound = constraint === undefined ? "" : ` extends ${constraint}`;
    return `${name}${bound}${standard === undefined ? "" : ` = ${standard}`}`;
  });
  return texts.length === 0 ? "" : `<${texts.join(", ")}>`;
}
