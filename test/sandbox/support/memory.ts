/** What the invariants look at: a step of the engine, and what is remembered between steps. */

import type { Command, ExchangeEvent, Reply } from "../../../sandbox/engine/messages.ts";
import type { Lives } from "./order-lives.ts";

/** One command with all that came of it. */
export interface Step {
  readonly command: Command;
  readonly reply: Reply;
  readonly events: readonly ExchangeEvent[];
}

/** What is remembered between steps. */
export interface Memory {
  readonly lives: Lives;
  readonly bids: Map<bigint, bigint>;
  readonly asks: Map<bigint, bigint>;
  lastUpdateId: number;
  nextTradeId: number;
}
