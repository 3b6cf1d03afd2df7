/** The handlers of all operations; a missing one does not compile. */

import type { ExchangeHandlers } from "../../generated/handlers.ts";
import { account } from "./account.ts";
import type { CallContext } from "./context.ts";
import { general } from "./general.ts";
import { market } from "./market.ts";
import { orders } from "./orders.ts";

export const handlers: ExchangeHandlers<CallContext> = {
  ...general,
  ...market,
  ...account,
  ...orders,
};
