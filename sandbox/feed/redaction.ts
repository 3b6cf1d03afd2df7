/** Removes secrets from the texts of the feed, whoever sent them. */

import { createRedactor, type Redact } from "../../runtime/call/redact.ts";
import type { KeyRecord } from "../config/accounts.ts";

/** A listen key without its name, as in `/ws/<listenKey>`; no client order id is as long. */
const longWord = /[\w-]{40,}/g;

/** A redactor for the keys that there are by then. */
export function createFeedRedactor(keys: ReadonlyMap<string, KeyRecord>): Redact {
  let known = -1;
  let redact: Redact = String;
  return (text) => {
    if (known !== keys.size) {
      known = keys.size;
      const secrets = [...keys.values()].flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret]);
      const all = createRedactor(secrets);
      redact = (given) => all(given).replace(longWord, "[redacted]");
    }
    return redact(text);
  };
}
