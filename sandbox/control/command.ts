/** What a command of the sandbox's keeper is, whatever brings it. */

import type { Sandbox } from "../index.ts";
import { readShape, type Shape, type Values } from "./shape.ts";

/** One thing that the keeper of a sandbox may ask of it. */
export interface ControlCommand {
  /** What it does, in one line. */
  readonly about: string;
  /** The fields that it takes beside its name. */
  readonly fields: Shape;
  /** Checks the fields and gives what carries them out. Throws a `ShapeError`. */
  readonly prepare: (fields: unknown) => PreparedCommand;
}

/**
 * Carries out a command whose fields are right, and gives what is to be told of it as JSON can
 * hold it. Throws a `ShapeError` when a field does not fit the sandbox as it is now.
 */
export type PreparedCommand = (sandbox: Sandbox) => unknown;

/** A command whose function gets its fields as they were checked. */
export function command<const Fields extends Shape>(
  about: string,
  fields: Fields,
  run: (given: Values<Fields>, sandbox: Sandbox) => unknown,
): ControlCommand {
  return {
    about,
    fields,
    prepare: (given) => {
      const values = readShape(fields, given);
      return (sandbox) => run(values, sandbox);
    },
  };
}
