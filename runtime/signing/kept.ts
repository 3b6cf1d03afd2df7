/** What is made of a secret, kept for the next call. */

/** A server checks many secrets; a client has one. */
const secretsMax = 100;

/** Calls `make` once for a secret. When a hundred are kept, all are forgotten. */
export function keptBySecret<T>(make: (secret: string) => T): (secret: string) => T {
  const kept = new Map<string, T>();
  return (secret) => {
    const known = kept.get(secret);
    if (known !== undefined) return known;
    if (kept.size === secretsMax) kept.clear();
    const made = make(secret);
    kept.set(secret, made);
    return made;
  };
}
