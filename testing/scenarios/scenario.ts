/** Types of the rows (scenarios) of the contract suite. */

import type { Json, JsonObject } from "../../runtime/encoding/json-or.ts";

/** One row: a single call, or a stream of several steps with a stream connection. */
export type Scenario = CallScenario | StreamScenario;

interface Row {
  /** `<operationId>.<case>` or `<streamId>.<case>`; also the name of the recording. */
  readonly id: string;
  readonly summary: string;
  /** The assumption without which the row shows nothing. */
  readonly assumes?: string;
}

/** One call of the operation in the id. */
export interface CallScenario extends Row, CallInput {
  readonly steps?: undefined;
  /** Ids of rows whose effects this one shows, beside rows whose responses it uses. */
  readonly after?: readonly string[];
  /** Needs a clock that client and server share and that does not move during a call. */
  readonly sharedClock?: true;
  /** The server sends each error response of the table instead of its own; nothing is executed. */
  readonly answers?: boolean;
}

/** One connection, from open to close. */
export interface StreamScenario extends Row {
  /** Run one after another. */
  readonly steps: readonly Step[];
  /** Takes so long that it needs a virtual clock. */
  readonly movesClock?: true;
}

/** Arguments and expected result of a call. */
interface CallInput {
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** Where the client sends the fields. */
  readonly sendIn?: "query" | "body";
  /** A change of the request after signing. */
  readonly change?: RequestChange;
  /** Success when absent. */
  readonly expect?: Expectation;
  /** Repeats the call up to this many times until it ends as expected. */
  readonly timesMax?: number;
}

/** A change of a request after the client has signed it. */
export type RequestChange =
  /** Omits the API key header, or sends an unknown key. */
  | { readonly kind: "key"; readonly value: "absent" | "unknown" }
  /** Omits the signature, or sends that of another text. */
  | { readonly kind: "signature"; readonly value: "absent" | "wrong" }
  /** Shifts the timestamp and signs again. */
  | { readonly kind: "timestamp"; readonly offsetMs: number }
  /** Omits, sets or repeats fields and signs again. */
  | {
      readonly kind: "fields";
      readonly drop?: readonly string[];
      readonly set?: Readonly<Record<string, string>>;
      readonly repeat?: readonly string[];
      /** Added to the body, whatever the query holds. */
      readonly addToBody?: Readonly<Record<string, string>>;
    }
  /** Moves fields from the query to the body and signs again. */
  | { readonly kind: "toBody"; readonly names: readonly string[] };

/** A value, or one from an earlier response. */
export type FieldValue = string | number | bigint | FieldReference;

/** A value in an earlier response, by its path; `plus` is added to a number. */
export interface FieldReference {
  /** Id of an earlier row, or `as` of an earlier step. */
  readonly from: string;
  readonly property: string;
  readonly plus?: number;
}

/** What a call must end with. */
export type Expectation =
  /** Succeeds with these values, and a list of at most `atMost` rows. */
  | {
      readonly kind: "success";
      readonly shows?: Readonly<Record<string, Json>>;
      readonly atMost?: number;
    }
  /** Fails with this error code, and this HTTP status if given. */
  | { readonly kind: "error"; readonly code: number; readonly status?: number }
  /** The client rejects it before sending, and names the field. */
  | { readonly kind: "rejected"; readonly field: string };

/** One step of a stream. */
export type Step =
  /** Subscribes with the generated client and waits until the streams are live. */
  | { readonly kind: "subscribe"; readonly streams: readonly StreamReference[] }
  /** Opens a plain WebSocket; the raw form carries one stream, without its name. */
  | {
      readonly kind: "connect";
      readonly form: "combined" | "raw";
      readonly streams: readonly StreamReference[];
    }
  /** Sends a control message; an `invalid` one violates the documents on purpose. */
  | { readonly kind: "send"; readonly message: Json; readonly invalid?: true }
  /** Calls an operation once for each error response of the table, which the server sends. */
  | { readonly kind: "answers"; readonly operation: string }
  /** Calls an operation over REST; `as` names its response for later steps. */
  | ({ readonly kind: "call"; readonly operation: string; readonly as?: string } & CallInput)
  /** Runs a sandbox's admin command; without a sandbox, the row is skipped if `required`. */
  | { readonly kind: "admin"; readonly command: JsonObject; readonly required?: true }
  | { readonly kind: "advanceClock"; readonly ms: number }
  /** Waits for messages since the client's last action. */
  | {
      readonly kind: "receive";
      readonly message: string;
      readonly count?: number;
      readonly shows?: Readonly<Record<string, Json>>;
    }
  /** Closes the connection from the client. */
  | { readonly kind: "close" };

/** A stream with the parameters of its name, or a stream name from an earlier response. */
export type StreamReference =
  | { readonly id: string; readonly [parameter: string]: string }
  | { readonly from: string; readonly property: string };

/** Whether the suite sends the responses itself, so that they say nothing about the server. */
export function isForced(scenario: Scenario): boolean {
  return scenario.steps === undefined && scenario.answers === true;
}

/** The steps of a row; a call is a single step. */
export function stepsOf(scenario: Scenario): readonly Step[] {
  if (scenario.steps !== undefined) return scenario.steps;
  const { id, answers } = scenario;
  const operation = id.slice(0, id.indexOf("."));
  if (answers === true) return [{ kind: "answers", operation }];
  return [{ ...scenario, kind: "call", operation, as: id }];
}

/**
 * The rows that a row depends on, in running order: first those whose responses it uses, so that
 * these are the same as when they run alone.
 */
export function rowsBefore(scenario: Scenario, all: readonly Scenario[]): readonly Scenario[] {
  const found = new Set<Scenario>();
  const add = (id: string): void => {
    const row = all.find((each) => each.id === id);
    if (row === undefined || found.has(row)) return;
    for (const before of namesBefore(row)) add(before);
    found.add(row);
  };
  for (const id of namesBefore(scenario)) add(id);
  return [...found];
}

function namesBefore(scenario: Scenario): readonly string[] {
  if (scenario.steps !== undefined) return [];
  const { fields = {}, after = [] } = scenario;
  const used = Object.values(fields).flatMap((value) =>
    typeof value === "object" ? [value.from] : [],
  );
  return [...used, ...after];
}

/** Texts that a row sends; they are public, whatever they look like. */
export function publicTextsOf(scenario: Scenario): readonly string[] {
  return stepsOf(scenario)
    .flatMap((step) => (step.kind === "call" ? Object.values(step.fields ?? {}) : []))
    .filter((value) => typeof value === "string");
}
