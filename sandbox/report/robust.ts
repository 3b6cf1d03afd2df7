/** What a robust client does at each fault, as the end of a sentence. */

import type { FaultKind } from "../faults/kinds.ts";

export const robust: Readonly<Record<FaultKind, string>> = {
  drop: "asks for the order by its client id, and sends it again only if there is none.",
  reset:
    "asks for the order by its client id and finds it; a blind repeat would place a second one.",
  hang: "ends each attempt by a time limit of its own, and repeats reads only.",
  delay: "waits within its time limit, and does not read the delay as an error.",
  garble: "treats it as a lost connection: sends reads again, queries the outcome of an order.",
  truncate: "does not trust any part of such a response, and sends reads again.",
  dribble: "limits the time of the whole response, not only of its beginning.",
  status: "sends reads again after a random, growing wait; queries the outcome of an order.",
  throttle: "sends nothing until the time in Retry-After is over, from any part of the program.",
  ban: "stops all calls until the ban ends; each request before that makes it longer.",
  error: "reads the code in the body, whatever the status says, and backs off.",
  clockOffset:
    "reads the exchange's time when its own is refused, corrects its offset, and repeats the call once.",
  loseListenKey:
    "compares its records with those over REST at times, as the stream just falls silent; once something is missing, it makes a new listenKey and reads what it missed.",
  envelope: "takes the data out of the envelope, and judges a success by its code.",
  usage: "counts weights itself by the contract, and uses headers only to correct the count.",
  headers: "parses the body by its content, not by its content type.",
  response: "reports a response that it cannot read; queries the outcome of an order.",
  duplicate: "gives each order a client id, so that the exchange refuses the second copy.",
  dropEvent: "sees the gap in the update ids, and fetches a new book.",
  duplicateEvent: "never applies a copy: its update ids break the order, so it fetches a new book.",
  reorderEvents: "applies no message that does not follow the last one; fetches a new book.",
  delayEvent: "goes by the time in a message, not by the time at which it came.",
  replaceEvent: "reports the message, and goes on with a new connection and a new book.",
  stall: "notices the silence, says that its data is old, and replaces the connection.",
  cut: "connects again after a random wait, subscribes again, and fetches a new book.",
  handshake: "tries again with growing waits, and shows meanwhile that nothing is live.",
};
