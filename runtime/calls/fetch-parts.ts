/** What lies between a call and the network. */

import type { OutgoingCall } from "./call-plan.ts";
import { unheard } from "./deadline.ts";
import type { Deadline } from "./deadline.ts";
import type { Fetch } from "../defaults.ts";
import type { HttpMethod } from "../types.ts";

/** Hands a call to the network. */
export function fetchCall(
  { url, headers, body }: OutgoingCall,
  method: HttpMethod,
  fetch: Fetch,
  deadline: Deadline,
): Promise<Response> {
  const { onEnd } = deadline;
  const signal = fetch.hearsEnd === true ? unheard : deadline.signal;
  return fetch(
    url,
    body === undefined
      ? { method, headers, redirect: "manual", signal, onEnd }
      : { method, headers, redirect: "manual", signal, onEnd, body },
  );
}

/** An answer that was read already. */
export interface AnswerParts {
  readonly response: Response;
  readonly text: string;
  /** Length of the text in bytes. */
  readonly bytes: number;
  readonly value: unknown;
}
