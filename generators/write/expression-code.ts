import { namesIn } from "../contract/filters/expressions.ts";
import type {
  ComparisonExpression,
  Expression,
  MembershipExpression,
  NameExpression,
} from "../contract/filters/model.ts";
import { quoted } from "./names.ts";

/** Imports what printed expressions call. */
export const exactMath = `
import {
  ceilDivide,
  compareProducts,
  isMultiple,
  minus,
  plus,
  times,
} from "../runtime/encoding/int64-math.ts";`;

/** How an expression's names are printed, and which of them may be missing at run time. */
export interface NameCode {
  readonly nameOf: (name: NameExpression) => string;
  /** A number that may be `NaN`, a flag or a text that may be `undefined`. */
  readonly mayLack: (name: NameExpression) => boolean;
}

/** A number as source text. Its value is that text times 10^-(scale * symbol's scale + digits). */
export interface NumberCode {
  readonly text: string;
  /** 1 for a decimal, 2 for a product of two, 0 for an integer. */
  readonly scale: number;
  /** Digits of decimals that the rule holds itself. */
  readonly digits: number;
  /** The two numbers that it is the product of. */
  readonly factors?: readonly [string, string];
}

/** A number as TypeScript over exact integers. */
export function numberCode(tree: Expression, names: NameCode): NumberCode {
  switch (tree.kind) {
    case "number": {
      const [whole = "", fraction = ""] = tree.text.split(".");
      const decimals = fraction.replace(/(?<!0)0+$/u, "");
      const text = `${whole}${decimals}`.replace(/^0+(?=\d)/u, "");
      return { text: literalText(text), scale: 0, digits: decimals.length };
    }
    case "name":
      return { text: names.nameOf(tree), scale: tree.type === "decimal" ? 1 : 0, digits: 0 };
    case "negative": {
      const { text, scale, digits } = numberCode(tree.operand, names);
      return { text: `minus(0, ${text})`, scale, digits };
    }
    case "arithmetic": {
      const [left, right] = [numberCode(tree.left, names), numberCode(tree.right, names)];
      if (tree.operator === "*") {
        const [scale, digits] = [left.scale + right.scale, left.digits + right.digits];
        return { ...product(left.text, right.text), scale, digits };
      }
      const [one, other] = aligned(left, right);
      const { scale, digits } = one;
      const sum = tree.operator === "+" ? "plus" : "minus";
      return { text: `${sum}(${one.text}, ${other.text})`, scale, digits };
    }
    case "ceil": {
      const divisor = tree.divisor ?? { kind: "number", type: "integer", text: "1" };
      const [one, other] = aligned(numberCode(tree.dividend, names), numberCode(divisor, names));
      return { text: `ceilDivide(${one.text}, ${other.text})`, scale: 0, digits: 0 };
    }
    case "conditional": {
      const [yes, no] = aligned(numberCode(tree.then, names), numberCode(tree.otherwise, names));
      const certain = certainCode(tree.condition, names);
      const possible = possibleCode(tree.condition, names);
      const otherwise = certain === possible ? no.text : `${possible} ? Number.NaN : ${no.text}`;
      const { scale, digits } = yes;
      return { text: `(${certain} ? ${yes.text} : ${otherwise})`, scale, digits };
    }
    default:
      throw new RangeError(`A ${tree.kind} is not a number.`);
  }
}

/** Numbers at the finest scale of them all; zero is the same at every scale. */
export function aligned<Codes extends readonly NumberCode[]>(
  ...codes: Codes
): { readonly [Index in keyof Codes]: NumberCode } {
  const scale = Math.max(...codes.map((code) => code.scale));
  const digits = Math.max(...codes.map((code) => code.digits));
  return codes.map((code) => {
    const power = `1${"0".repeat(digits - code.digits)}`;
    const factors = [
      ...Array.from({ length: scale - code.scale }, () => "one"),
      ...(digits > code.digits ? [literalText(power)] : []),
    ];
    return { ...factors.reduce(scaled, code), scale, digits };
  }) as { readonly [Index in keyof Codes]: NumberCode };
}

function scaled(code: Pick<NumberCode, "text" | "factors">, factor: string): typeof code {
  if (code.text === "0") return code;
  return code.text === "1" ? { text: factor } : product(code.text, factor);
}

function product(one: string, other: string): Pick<NumberCode, "text" | "factors"> {
  return { text: `times(${one}, ${other})`, factors: [one, other] };
}

function literalText(digits: string): string {
  return Number.isSafeInteger(Number(digits)) ? digits : `${digits}n`;
}

/** A condition as TypeScript that is true where it certainly holds, whatever is missing. */
export function certainCode(tree: Expression, names: NameCode): string {
  return conditionCode(tree, names, true);
}

/** A condition as TypeScript that is false only where it certainly does not hold. */
export function possibleCode(tree: Expression, names: NameCode): string {
  return conditionCode(tree, names, false);
}

function conditionCode(tree: Expression, names: NameCode, certain: boolean): string {
  switch (tree.kind) {
    case "flag":
      return String(tree.value);
    case "name": {
      const text = names.nameOf(tree);
      return !names.mayLack(tree) ? text : certain ? `${text} === true` : `${text} !== false`;
    }
    case "comparison":
      return comparisonCode(tree, names, certain);
    case "logic": {
      const [left, right] = [tree.left, tree.right].map((side) =>
        conditionCode(side, names, certain),
      );
      return `(${left} ${tree.operator} ${right})`;
    }
    case "not":
      return negated(tree.operand, names, certain);
    case "membership":
      return membershipCode(tree, names, certain);
    case "conditional": {
      const { condition, then, otherwise } = tree;
      const yes = `${conditionCode(condition, names, certain)} && ${conditionCode(then, names, certain)}`;
      const no = `${negated(condition, names, certain)} && ${conditionCode(otherwise, names, certain)}`;
      return `((${yes}) || (${no}))`;
    }
    default:
      throw new RangeError(`A ${tree.kind} is not a condition.`);
  }
}

const opposites = { "<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==" } as const;

function negated(tree: Expression, names: NameCode, certain: boolean): string {
  if (tree.kind === "comparison") {
    return comparisonCode({ ...tree, operator: opposites[tree.operator] }, names, certain);
  }
  const text = conditionCode(tree, names, !certain);
  return tree.kind === "name" && !names.mayLack(tree) ? `!${text}` : `!(${text})`;
}

function comparisonCode(tree: ComparisonExpression, names: NameCode, certain: boolean): string {
  const { left, right, operator } = tree;
  if (left.type === "text" || left.type === "boolean") return equalityCode(tree, names, certain);
  const [one, other] = aligned(numberCode(left, names), numberCode(right, names));
  const compare = (sign: string): string => `${one.text} ${sign} ${other.text}`;
  // What is missing is NaN: every comparison with it is false, but for `!==`.
  const isSure = !namesIn(left, right).some(names.mayLack);
  if (operator === "==" && !certain && !isSure) return `!(${compare("<")} || ${compare(">")})`;
  if (operator === "!=" && certain && !isSure) return `(${compare("<")} || ${compare(">")})`;
  if (operator === "==" || operator === "!=") return compare(`${operator}=`);
  return certain || isSure ? compare(operator) : `!(${compare(opposites[operator])})`;
}

/** Whether two texts or flags are the same. */
function equalityCode(tree: ComparisonExpression, names: NameCode, certain: boolean): string {
  const { left, right, operator } = tree;
  const [one, other] = [valueCode(left, names), valueCode(right, names)];
  const compared = `${one} ${operator}= ${other}`;
  const lacking = namesIn(left, right).filter(names.mayLack).map(names.nameOf);
  // `undefined` equals no value, so that one side at most needs a look of its own.
  const isRight = (operator === "==") === certain && lacking.length < 2;
  if (lacking.length === 0 || isRight) return compared;
  const [sign, joint] = certain ? ["!==", " && "] : ["===", " || "];
  return `(${[...lacking.map((name) => `${name} ${sign} undefined`), compared].join(joint)})`;
}

function valueCode(tree: Expression, names: NameCode): string {
  if (tree.kind === "text") return quoted(tree.text);
  if (tree.kind === "flag") return String(tree.value);
  return tree.kind === "name" ? names.nameOf(tree) : `(${certainCode(tree, names)})`;
}

function membershipCode(tree: MembershipExpression, names: NameCode, certain: boolean): string {
  const { sought, list } = tree;
  const texts = list.flatMap((each) => (each.kind === "text" ? [quoted(each.text)] : []));
  if (sought.kind === "name" && !names.mayLack(sought) && texts.length === list.length) {
    return `[${texts.join(", ")}].includes(${names.nameOf(sought)})`;
  }
  const same = list.map((right) =>
    comparisonCode(
      { kind: "comparison", type: "boolean", operator: "==", left: sought, right },
      names,
      certain,
    ),
  );
  return same.length === 0 ? "false" : `(${same.join(" || ")})`;
}
