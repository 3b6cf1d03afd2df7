/** A client of the sandbox's control endpoint, for the page. */

/** A fault rule with its counters. */
interface RuleRow {
  readonly name: string;
  readonly rule: object;
  readonly seen: number;
  readonly reached: number;
}

/** A command of the sandbox. */
export interface CommandRow {
  readonly name: string;
  readonly about: string;
  readonly fields: readonly FieldRow[];
}

export interface FieldRow {
  readonly field: string;
  readonly expects: string;
  readonly words?: readonly (string | number | boolean)[];
  /** Whether the text of a form is the value; otherwise it is JSON. */
  readonly isText: boolean;
  readonly optional: boolean;
}

/** The state of the sandbox; parts that the page does not know are shown as they are. */
export interface ControlState {
  readonly time: number;
  readonly faults: {
    readonly rules: readonly RuleRow[];
    readonly reached: Readonly<Record<string, number>>;
  };
  readonly commands: readonly CommandRow[];
  readonly [part: string]: unknown;
}

const endpoint = "control";

/** The current state. Rejects with the sandbox's error message. */
export async function readState(): Promise<ControlState> {
  return (await send({})) as ControlState;
}

/** Runs a command and gives its result. Rejects with the sandbox's error message. */
export async function command(name: string, fields: object = {}): Promise<unknown> {
  return send({ method: "POST", body: JSON.stringify({ command: name, ...fields }) });
}

async function send(init: RequestInit): Promise<unknown> {
  const response = await fetch(endpoint, init);
  const result: unknown = await response.json();
  if (response.ok) return result;
  throw new Error((result as { readonly message?: string }).message ?? `status ${response.status}`);
}
