/** What the page asks of the sandbox's control endpoint, and what it is told. */

/** A rule of the fault plan with what it has counted. */
export interface RuleRow {
  readonly name: string;
  readonly rule: object;
  readonly seen: number;
  readonly reached: number;
}

/** A command that the sandbox takes. */
export interface CommandRow {
  readonly name: string;
  readonly about: string;
  readonly fields: readonly FieldRow[];
}

export interface FieldRow {
  readonly field: string;
  readonly expects: string;
  readonly words?: readonly (string | number | boolean)[];
  /** Whether the text of a form is the value; else it is JSON. */
  readonly isText: boolean;
  readonly optional: boolean;
}

/** The state of the sandbox; parts that the page does not know are shown as they are. */
export interface KeeperState {
  readonly time: number;
  readonly faults: {
    readonly rules: readonly RuleRow[];
    readonly reached: Readonly<Record<string, number>>;
  };
  readonly commands: readonly CommandRow[];
  readonly [part: string]: unknown;
}

const endpoint = "control";

/** The state as it is now. Rejects with the sandbox's own words. */
export async function readState(): Promise<KeeperState> {
  return (await ask({})) as KeeperState;
}

/** Has a command carried out, and gives what it tells. Rejects with the sandbox's own words. */
export async function command(name: string, fields: object = {}): Promise<unknown> {
  return ask({ method: "POST", body: JSON.stringify({ command: name, ...fields }) });
}

async function ask(init: RequestInit): Promise<unknown> {
  const response = await fetch(endpoint, init);
  const told: unknown = await response.json();
  if (response.ok) return told;
  throw new Error((told as { readonly message?: string }).message ?? `status ${response.status}`);
}
