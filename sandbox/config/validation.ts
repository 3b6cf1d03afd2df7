/** Validates hand-written data, such as commands and fault rules, against its JSON Schema. */

import { type SandboxSchemas, sandboxSchemas } from "../../generated/sandbox.ts";
import { sentence } from "../../runtime/encoding/field-issue.ts";
import { violationsOf } from "../../runtime/encoding/json-schema.ts";

/** Data that violates its schema; the message is a sentence that names the field. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  /** Path of the field, such as `when.nth`; empty for the whole value. */
  readonly field: string;
  /** What is wrong with it, as the rest of the sentence. */
  readonly what: string;

  constructor(field: string, what: string) {
    super(`${field === "" ? "it" : field} ${what}`);
    this.field = field;
    this.what = what;
  }

  /** The message with its final punctuation. */
  get sentence(): string {
    return sentence(this.message);
  }
}

/** Validates a value. Throws a `ValidationError` that names the first wrong field. */
export function requireValid<Name extends keyof SandboxSchemas & string>(
  name: Name,
  value: unknown,
): SandboxSchemas[Name] {
  const [first] = violationsOf(sandboxSchemas, { $ref: name }, value);
  if (first !== undefined) throw new ValidationError(first.path, first.what);
  return value as SandboxSchemas[Name];
}

/** Runs `work` on a part of a larger value, and prefixes a `ValidationError` with its place. */
export function inPlace<Result>(place: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(`${place}: ${error.field === "" ? "it" : error.field}`, error.what);
  }
}
