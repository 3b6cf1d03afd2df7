/** What one row of the contract suite for streams is. */

import type { Json, JsonObject } from "../recordings/recording.ts";
import type { FieldValue } from "./scenario.ts";

/** One connection, from its opening to its end. */
export interface StreamScenario {
  /** `<streamId>.<case>`; also the name of the recording. */
  readonly id: string;
  readonly summary: string;
  /** Done one after the other. */
  readonly acts: readonly StreamAct[];
  /** What the row does to the account; `reads` unless it says more. */
  readonly effect?: "reads" | "session" | "trades";
  /** The row needs a clock that can be moved, because nobody waits that long. */
  readonly movesClock?: true;
}

export type StreamAct =
  /** Follows streams with the generated client, and waits until they are delivered. */
  | { readonly kind: "follow"; readonly streams: readonly WantedName[] }
  /** Opens a socket of one's own; the raw form carries one stream, without its name. */
  | {
      readonly kind: "open";
      readonly form: "combined" | "raw";
      readonly streams: readonly WantedName[];
    }
  /** Sends a control message; `bad` ones break the documents on purpose. */
  | { readonly kind: "send"; readonly message: Json; readonly bad?: true }
  /** Calls an operation over REST; `as` names the answer for acts that follow. */
  | {
      readonly kind: "call";
      readonly operation: string;
      readonly fields?: Readonly<Record<string, FieldValue>>;
      readonly as?: string;
    }
  /** Has the keeper of a sandbox do something; `needed` where nothing else can stand for it. */
  | { readonly kind: "keeper"; readonly command: JsonObject; readonly needed?: true }
  | { readonly kind: "pass"; readonly ms: number }
  /** Waits for messages that came since the client last did something. */
  | {
      readonly kind: "hear";
      readonly message: string;
      readonly count?: number;
      readonly shows?: Readonly<Record<string, Json>>;
    }
  /** The connection is ended by the client. */
  | { readonly kind: "close" };

/** A name of a stream, or one that an answer of the row brought. */
export type WantedName =
  | { readonly id: string; readonly symbol: string }
  | { readonly from: string; readonly property: string };
