/** All operations: the compiler asks for one that the spec has and nobody has written yet. */

import type { ExchangeHandlers } from "../../generated/handlers.ts";
import type { CallContext } from "../http/answer.ts";
import { account } from "./account.ts";
import { general } from "./general.ts";
import { market } from "./market.ts";
import { orders } from "./order-handlers.ts";
import { userStream } from "./user-stream.ts";

export const handlers: ExchangeHandlers<CallContext> = {
  ...general,
  ...market,
  ...account,
  ...orders,
  ...userStream,
};
