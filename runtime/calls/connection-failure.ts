/** What the errors of a transport say of how far a request came. */

/** Failures of these kinds happen before a byte of the request leaves. */
const codesBeforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
]);
const callsBeforeSending = new Set(["connect", "getaddrinfo"]);

/** Whether a connection failed before a byte of the request left. */
export function isNotSent(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const call = "syscall" in cause ? cause.syscall : undefined;
    return (
      (typeof call === "string" && callsBeforeSending.has(call)) ||
      ("code" in cause && typeof cause.code === "string" && codesBeforeSending.has(cause.code))
    );
  });
}

/** The codes of an error and of its causes, outermost first. */
export function codesOf(error: unknown): string[] {
  return causesOf(error).flatMap((cause) =>
    "code" in cause && typeof cause.code === "string" ? [cause.code] : [],
  );
}

/** The error, its cause, the cause of that, and what an aggregate holds first. */
function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let current = error;
  while (current instanceof Error && chain.length < 5) {
    chain.push(current);
    current = current.cause ?? (current instanceof AggregateError ? current.errors[0] : undefined);
  }
  return chain;
}
