/** Stream names, and the event type of a message. */

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
 * @throws RangeError for a missing parameter, or characters that no name may have.
 */
export function fillStreamName(
  pattern: StreamPattern,
  values: Readonly<Record<string, string>>,
): string {
  for (const { name } of pattern.parameters) {
    const value = values[name];
    if (typeof value === "string" && /^[A-Za-z0-9_.-]+$/.test(value)) continue;
    throw new RangeError(
      `The ${name} cannot be part of the stream name ${pattern.address}: give letters and digits.`,
    );
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

/** Whether the field `e` of a message is this event type. */
export function hasEventType(message: unknown, eventType: string): boolean {
  return (
    typeof message === "object" && message !== null && "e" in message && message.e === eventType
  );
}

/** Parameters for one stream per value, where the stream name has one parameter. */
export function each<Name extends string>(
  name: Name,
  values: string | readonly string[],
): Record<Name, string>[] {
  // TypeScript widens a computed key to string.
  return [values].flat().map((value) => ({ [name]: value }) as Record<Name, string>);
}
