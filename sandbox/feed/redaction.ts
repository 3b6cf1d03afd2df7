/** Removes secrets from the texts of the feed, whoever sent them. */

import { createRedactor, type Redact } from "../../runtime/call/redact.ts";
import type { KeyRecord } from "../config/accounts.ts";

/**
 * A secret by its name: the name, the separator (with quotes, perhaps escaped), and the value. A
 * comma separates only after a quoted name, as in a list of header pairs. Values under eight
 * characters stay: they reveal nothing, and many plain words are as short.
 */
const namedSecret = new RegExp(
  "((?:signature|listen[-_]?Key|streams|secret(?:[-_]?Key)?|api[-_]?key)" +
    "(?:\\\\*[\"']\\s*[=:,]|\\s*[=:]|(?:%22)?%3[DA])" +
    "\\s*(?:\\\\*[\"']|%22)?)" +
    "(?!\\[redacted\\])[^&\\s\"'\\\\,;{}\\]%]{8,}",
  "gi",
);

/** A redactor for all keys that there were by then; a rewinding may have taken some back. */
export function createFeedRedactor(keys: ReadonlyMap<string, KeyRecord>): Redact {
  const secrets = new Set<string>();
  let redact = createRedactor([]);
  return (text) => {
    const { size } = secrets;
    for (const { apiKey, apiSecret } of keys.values()) secrets.add(apiKey).add(apiSecret);
    if (secrets.size > size) redact = createRedactor([...secrets]);
    return redact(text).replace(namedSecret, "$1[redacted]");
  };
}
