/** Where traffic comes from, and whether it is evidence of what the exchange does. */

import { originHeader } from "../../sandbox/defaults.ts";
import { callsOf, type WireEvent } from "./conversation.ts";

/** The name that a server of ours gives itself in a response, or the host of an address. */
export function originOf(
  events: readonly WireEvent[],
  url: string | undefined,
): string | undefined {
  const named = callsOf(events).map(({ response }) => response.headers.get(originHeader));
  const host = url === undefined ? undefined : new URL(url).host;
  return named.find((name) => name !== undefined) ?? host;
}

/** Of traffic that does not say where it comes from. */
export const unknownOrigin = "unknown";

/** Our own servers do what is assumed: their responses are no evidence of it. */
const noEvidence: ReadonlySet<string> = new Set(["sandbox", "mock", unknownOrigin]);

export function isEvidence(origin: string): boolean {
  return !noEvidence.has(origin);
}
