/** The key that opens the stream of the account's own events. */

import type { ExchangeHandlers } from "../../generated/handlers.ts";
import type { CallContext } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";

type Handlers = Pick<
  ExchangeHandlers<CallContext>,
  "createListenKey" | "keepAliveListenKey" | "closeListenKey"
>;

export const userStream: Handlers = {
  createListenKey: (_, { venue, now, account }) => ({
    listenKey: venue.listenKeys.create(account().name, now),
  }),

  keepAliveListenKey: ({ listenKey }, { venue, now, account }) => {
    if (!venue.listenKeys.keepAlive(account().name, listenKey, now)) throw unknownKey();
    return {};
  },

  closeListenKey: ({ listenKey }, { venue, now, account }) => {
    if (!venue.listenKeys.close(account().name, listenKey, now)) throw unknownKey();
    return {};
  },
};

function unknownKey(): Refusal {
  return new Refusal("UNKNOWN_LISTEN_KEY", "listenKey is not open; create a new one.");
}
