/** What error messages say about what to do next. */

import type { Advice } from "../tables.ts";

/** A sentence for each advice. */
export const adviceSentences: Readonly<Record<Advice, string>> = {
  wait: "Wait before the next call.",
  backOff: "Slow down and try again later.",
  resyncClock: "Set the clock by the exchange's time and send again.",
  newKey: "Check the key, or make a new one.",
  queryFirst: "Ask whether it was carried out before sending anything again.",
  fixRequest: "Mend the request; sending it again as it is cannot succeed.",
  stop: "Send nothing more before the reason is gone.",
};
