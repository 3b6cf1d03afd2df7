/** Stream names, and the event type of a message. */

import { fieldIssue } from "../encoding/field-issue.ts";
import { fieldsIn } from "../encoding/json-value.ts";
import { InvalidRequestError } from "../errors.ts";

/** The pattern of a stream name and its parameters. */
export interface StreamPattern {
  /** A name with parameters like `{symbol}`. */
  readonly address: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly letterCase: "lower" | "asIs";
  }[];
}

/**
 * Fills in a stream name.
 * @throws InvalidRequestError for a missing parameter, or characters that no name may have.
 */
export function fillStreamName(
  pattern: StreamPattern,
  values: Readonly<Record<string, string>>,
): string {
  for (const { name } of pattern.parameters) {
    const value = fieldsIn(values)[name];
    if (typeof value === "string" && /^[\p{L}\p{M}\p{N}_.-]+$/u.test(value)) continue;
    const what = `cannot be part of the stream name ${pattern.address}`;
    const issue = fieldIssue(name, "pattern", what, "give letters and digits");
    throw new InvalidRequestError([issue], {}, "The stream was not opened");
  }
  return streamNameWith(pattern, values);
}

/** The same without a check, for values that the exchange sent. */
export function streamNameWith(
  { address, parameters }: StreamPattern,
  values: Readonly<Record<string, unknown>>,
): string {
  return parameters.reduce((name, { name: parameter, letterCase }) => {
    const value = String(values[parameter]);
    return name.replaceAll(`{${parameter}}`, () =>
      letterCase === "lower" ? value.toLowerCase() : value,
    );
  }, address);
}

/**
 * Makes the reverse of `fillStreamName`: from a name to its pattern and parameters, `undefined` for
 * a name that fits none. Of several patterns, the one with the longest fixed text counts, as a
 * listen key fits many names.
 */
export function createNameReader<Pattern extends StreamPattern>(
  patterns: readonly Pattern[],
): (name: string) =>
  | {
      readonly pattern: Pattern;
      /** The parameters, as they are written in the name. */
      readonly values: Readonly<Record<string, string>>;
    }
  | undefined {
  const fixedLength = (address: string) => address.replace(/\{\w+\}/g, "").length;
  // The control channel has no name.
  const readers = patterns
    .filter(({ address }) => address !== "")
    .sort((one, other) => fixedLength(other.address) - fixedLength(one.address))
    .map((pattern) => {
      const escaped = pattern.address.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      const expression = escaped.replace(/\{(\w+)\}/g, "(?<$1>[^@/]+)");
      return { pattern, expression: new RegExp(`^${expression}$`) };
    });
  return (name) => {
    for (const { pattern, expression } of readers) {
      const match = expression.exec(name);
      if (match !== null) return { pattern, values: match.groups ?? {} };
    }
    return undefined;
  };
}

export function hasEventType(message: unknown, eventType: string): boolean {
  return fieldsIn(message)["e"] === eventType;
}

/** Parameters for one stream per value, where the stream name has one parameter. */
export function each<Name extends string>(
  name: Name,
  values: string | readonly string[],
): Record<Name, string>[] {
  // TypeScript widens a computed key to string.
  return [values].flat().map((value) => ({ [name]: value }) as Record<Name, string>);
}
