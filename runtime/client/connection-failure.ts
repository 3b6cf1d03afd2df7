/** What the errors of a transport say of how far a request came. */

/** Codes and system calls of failures that happen before a byte of the request leaves. */
const wordsBeforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "connect",
  "getaddrinfo",
]);

/** Whether a connection failed before a byte of the request left. */
export function isNotSent(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    [wordOf(cause, "code"), wordOf(cause, "syscall")].some((word = "") =>
      wordsBeforeSending.has(word),
    ),
  );
}

/** The code of an error, or else of the first of its causes that has one. */
export function codeOf(error: unknown): string | undefined {
  return causesOf(error)
    .map((cause) => wordOf(cause, "code"))
    .find((code) => code !== undefined);
}

/** A property of a foreign error, where it is a text. */
export function wordOf(error: Error, name: string): string | undefined {
  const word: unknown = Reflect.get(error, name);
  return typeof word === "string" ? word : undefined;
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
