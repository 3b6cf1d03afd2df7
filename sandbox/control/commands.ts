/** Every command by its name. A new one is an entry here, and can be asked for everywhere. */

import { faultCommands } from "../faults/commands.ts";
import type { ControlCommand } from "./command.ts";
import { worldCommands } from "./world.ts";

/** What `POST /control` and `sandbox.control` take, as `{"command": "<name>", ...fields}`. */
export const commands: Readonly<Record<string, ControlCommand>> = {
  ...faultCommands,
  ...worldCommands,
};
