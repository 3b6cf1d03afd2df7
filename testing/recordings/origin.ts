/**
 * Where traffic comes from. Nothing that is generated is imported here: the docs of another
 * contract are rendered without it.
 */

/** Of traffic that does not say where it comes from. */
export const unknownOrigin = "unknown";

/** Our own servers do what is assumed: their responses are no evidence of it. */
const noEvidence: ReadonlySet<string> = new Set(["sandbox", "mock", unknownOrigin]);

/** Whether traffic is evidence of what the exchange does, by where it comes from. */
export function isEvidence(origin: string): boolean {
  return !noEvidence.has(origin);
}
