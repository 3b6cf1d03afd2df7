/** The fields of a request in code samples: typed values, and secrets as variables. */

import { secretName } from "../call/redact.ts";
import type { Pair } from "../encoding/percent.ts";
import type { OperationDescriptor, SigningDescriptor, ValueKind } from "../tables.ts";

export interface SampleField {
  readonly name: string;
  /** The text to sign and send. */
  readonly text: string;
  /** Absent for a field that the operation does not have. */
  readonly kind: ValueKind | undefined;
  /** The environment variable with the value, for a secret. */
  readonly variable?: string;
}

export type SampleOperation = Pick<
  OperationDescriptor,
  "id" | "method" | "path" | "sendsKey" | "signed" | "parameters"
>;

/** A request to write samples for. */
export interface SampleCall {
  readonly operation: SampleOperation;
  readonly baseUrl: string;
  readonly signing: SigningDescriptor;
  readonly query: readonly SampleField[];
  readonly body: readonly SampleField[];
}

export const keyVariable = "TRADESPEC_KEY";
export const secretVariable = "TRADESPEC_SECRET";

/** Fields without timestamp and signature, which each run makes anew. */
export function sampleFields(
  pairs: readonly Pair[],
  { signed, parameters }: SampleOperation,
  signing: SigningDescriptor,
): readonly SampleField[] {
  const kinds = new Map(parameters.map(({ name, kind }) => [name, kind]));
  const stamped = signed ? [signing.timestamp, signing.signature] : [];
  return pairs
    .filter(([name]) => !stamped.includes(name))
    .map(([name, value]): SampleField => {
      const text = signed && signing.trim ? value.trim() : value;
      const variable = secretName.test(name) && { variable: variableName(name) };
      return { name, text, kind: kinds.get(name), ...variable };
    });
}

/** `LISTEN_KEY` for `listenKey`. */
function variableName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]/g, "_")
    .toUpperCase();
}

export function isWholeNumber({ kind, text }: SampleField): boolean {
  return (kind === "int64" || kind === "integer") && /^-?[0-9]+$/.test(text);
}

export function fieldPairs(fields: readonly SampleField[]): readonly Pair[] {
  return fields.map(({ name, text }): Pair => [name, text]);
}

/** A string literal for TypeScript and Python: both accept JSON's. */
export function textLiteral(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
