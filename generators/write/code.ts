import { widthMax } from "./literal.ts";

/** Source text, or a list of such between two brackets, laid out like a call or a table. */
export type Code = string | CodeList;

interface CodeList {
  readonly open: string;
  readonly parts: readonly Code[];
  readonly close: string;
}

/**
 * An object; members that are `undefined` are left out. Keys come as source text; a member whose
 * value is its key is written once.
 */
export function object(members: readonly (readonly [string, Code | undefined])[]): Code {
  const parts = members.flatMap(([key, code]) =>
    code === undefined ? [] : [key === code ? code : behind(`${key}: `, code)],
  );
  return parts.length === 0 ? "{}" : { open: "{", parts, close: "}" };
}

/** The same code with text in front of it. */
function behind(text: string, code: Code): Code {
  return typeof code === "string" ? text + code : { ...code, open: text + code.open };
}

/**
 * The text of code: on one line where it fits, else one part a line, two spaces deeper. `column` is
 * where it starts on its line, `tail` how much must still fit behind it.
 */
export function codeText(code: Code, column = 0, indent = 0, tail = 1): string {
  const line = inline(code);
  if (typeof code === "string" || column + line.length + tail <= widthMax) return line;
  const [only, ...others] = code.parts;
  if (code.close.startsWith(")") && typeof only === "object" && others.length === 0) {
    // The lone argument of a call needs no line of its own.
    const { open, parts: inner, close } = only;
    const hugged = { open: code.open + open, parts: inner, close: close + code.close };
    return codeText(hugged, column, indent, tail);
  }
  const margin = " ".repeat(indent + 2);
  const parts = code.parts.map((part) => `${margin}${codeText(part, indent + 2, indent + 2)},\n`);
  return `${code.open}\n${parts.join("")}${" ".repeat(indent)}${code.close}`;
}

function inline(code: Code): string {
  if (typeof code === "string") return code;
  const inside = code.parts.map(inline).join(", ");
  return code.close.startsWith("}")
    ? `${code.open} ${inside} ${code.close}`
    : `${code.open}${inside}${code.close}`;
}
