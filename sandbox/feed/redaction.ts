/** Removes secrets from the texts of the feed, whoever sent them. */

import { createRedactor, type Redact } from "../../runtime/call/redact.ts";
import type { KeyRecord } from "../config/accounts.ts";

/**
 * A secret by its name: the name, the separator (with quotes, perhaps escaped), and the value. A
 * comma separates only after a quoted name, as in a list of header pairs. Values under eight
 * characters stay: they reveal nothing, and many plain words are as short.
 */
const namedSecret = new RegExp(
  "((?:signature|listenKey|streams|secret(?:Key)?|x-[a-z-]*apikey|api-?key)" +
    "(?:\\\\*[\"']\\s*[=:,]|\\s*[=:]|(?:%22)?%3[DA])" +
    "\\s*(?:\\\\*[\"']|%22)?)" +
    "(?!\\[redacted\\])[^&\\s\"'\\\\,;{}\\]%]{8,}",
  "gi",
);

/** A redactor for the keys that there are by then. */
export function createFeedRedactor(keys: ReadonlyMap<string, KeyRecord>): Redact {
  let known = -1;
  let redact: Redact = String;
  return (text) => {
    if (known !== keys.size) {
      known = keys.size;
      const secrets = [...keys.values()].flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret]);
      redact = createRedactor(secrets);
    }
    return redact(text).replace(namedSecret, "$1[redacted]");
  };
}
