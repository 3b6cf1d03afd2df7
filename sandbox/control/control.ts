/** Carries out commands of the sandbox's keeper, one or a list. */

import type { Sandbox } from "../index.ts";
import type { PreparedCommand } from "./command.ts";
import { commands } from "./commands.ts";
import { choice, ShapeError } from "./shape.ts";

/**
 * Carries out a command, `{"command": "<name>", ...fields}`, and gives what it tells; or a list of
 * them in their order, and gives a list. All are read before the first is carried out.
 * Rejects with a `ShapeError` that names the command and the field when one is not right.
 */
export type Control = (request: unknown) => Promise<unknown>;

/** Carries out a command, or a list of them, on a sandbox. */
export async function carryOut(sandbox: Sandbox, request: unknown): Promise<unknown> {
  if (!Array.isArray(request)) return prepare(request)(sandbox);
  const prepared = request.map((one: unknown, index) => {
    try {
      return prepare(one);
    } catch (error) {
      throw inPlace(error, index);
    }
  });
  const told: unknown[] = [];
  for (const [index, run] of prepared.entries()) {
    try {
      told.push(await run(sandbox));
    } catch (error) {
      throw inPlace(error, index);
    }
  }
  return told;
}

const name = choice(Object.keys(commands));

function prepare(request: unknown): PreparedCommand {
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new ShapeError("", "must be an object with the name of a command");
  }
  const { command, ...fields } = request as { readonly command?: unknown };
  const known = commands[name.read(command, "command")];
  if (known === undefined) throw new ShapeError("command", "is not known here");
  return known.prepare(fields);
}

/** Says of a fault which command of the list it is of. */
function inPlace(error: unknown, index: number): unknown {
  return error instanceof ShapeError ? error.within(`command ${index + 1}`) : error;
}
