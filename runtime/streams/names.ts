/** Names of streams, and the one field by which a stream message tells what it is. */

/** A stream as data: the pattern of its name, and what fills its gaps. */
export interface StreamPattern {
  /** A name with `{symbol}` or the like in it. */
  readonly address: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly letterCase: "lower" | "asIs";
  }[];
}

/**
 * The name of a stream, as a connection asks for it.
 * @throws RangeError for a part that is missing, or would reach out of its place in the name.
 */
export function fillStreamName(
  { address, parameters }: StreamPattern,
  values: Readonly<Record<string, string>>,
): string {
  return parameters.reduce((name, { name: parameter, letterCase }) => {
    const value = values[parameter];
    if (typeof value !== "string" || !/^[A-Za-z0-9_.-]+$/.test(value)) {
      throw new RangeError(
        `The stream name ${address} cannot take this ${parameter}: give letters and digits.`,
      );
    }
    return name.replaceAll(`{${parameter}}`, () =>
      letterCase === "lower" ? value.toLowerCase() : value,
    );
  }, address);
}

/** Whether a message announces itself, in its field `e`, as this event. */
export function hasEventType(message: unknown, eventType: string): boolean {
  return (
    typeof message === "object" && message !== null && "e" in message && message.e === eventType
  );
}

/** One set of parameters for each value of the only one that a stream's name has. */
export function each<Name extends string>(
  name: Name,
  values: string | readonly string[],
): Record<Name, string>[] {
  // The compiler takes a computed key for a text like all others.
  return [values].flat().map((value) => ({ [name]: value }) as Record<Name, string>);
}
