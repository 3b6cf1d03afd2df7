import { TradespecError } from "../errors.ts";
import type { BookState, StaleReason } from "./types.ts";

/** A local order book was read that may differ from the exchange's; see `BookReading`. */
export class StaleBookError extends TradespecError {
  override readonly name: string = "StaleBookError";
  readonly symbol: string;
  readonly state: BookState;
  readonly reason: StaleReason | undefined;

  constructor(symbol: string, state: BookState, reason: StaleReason | undefined) {
    const why = reason === undefined ? "" : ` (${reason})`;
    super(
      `The order book of ${symbol} is ${state}${why}. Wait until it is live, or read it with ` +
        "allowStale as it last was.",
    );
    this.symbol = symbol;
    this.state = state;
    this.reason = reason;
  }
}
