/** What a client tells while it works, to whoever listens; never a secret. */

import type { RequestFault } from "../encoding/field-fault.ts";
import type { StoreEvent } from "../rate-limits/store.ts";

/** What happened inside a call. */
export type CallEvent =
  | { readonly kind: "request"; readonly operation: string; readonly attempt: number }
  | {
      readonly kind: "answer";
      readonly operation: string;
      readonly attempt: number;
      readonly status: number;
      /** Headers of the answer, usage counters among them. */
      readonly headers: Headers;
    }
  | {
      readonly kind: "retry";
      readonly operation: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
    }
  | { readonly kind: "resync"; readonly offsetMs: number }
  | {
      /** A request waits for room in its limits before it is sent. */
      readonly kind: "wait";
      readonly operation: string;
      readonly attempt: number;
      readonly waitMs: number;
      /** Id of the window; absent while the exchange has asked all to wait. */
      readonly window: string | undefined;
    }
  | StoreEvent
  | {
      /** A placement is sent although rules that are only assumed would forbid it. */
      readonly kind: "doubt";
      readonly operation: string;
      readonly faults: readonly RequestFault[];
    }
  | {
      /** A placement is sent without having been checked by the symbol's filters. */
      readonly kind: "unchecked";
      readonly operation: string;
      readonly reason: string;
    };

/** Who listens to what happens. */
interface Listening {
  readonly settings: { readonly onEvent?: ((event: CallEvent) => void) | undefined };
}

/** Tells whoever listens; a hook that throws must not change how a call ends. */
export function notify({ settings: { onEvent } }: Listening, event: CallEvent): void {
  if (onEvent === undefined) return;
  try {
    onEvent(event);
  } catch {
    // Its owner has to look after it.
  }
}
