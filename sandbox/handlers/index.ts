/** All operations: the compiler asks for one that the spec has and nobody has written yet. */

import type { ExchangeHandlers } from "../../generated/handlers.ts";
import { account, userStream } from "./account.ts";
import type { CallContext } from "./context.ts";
import { general } from "./general.ts";
import { market } from "./market.ts";
import { orders } from "./orders.ts";

export const handlers: ExchangeHandlers<CallContext> = {
  ...general,
  ...market,
  ...account,
  ...orders,
  ...userStream,
};
