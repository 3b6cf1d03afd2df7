/** The symbols that the exchange lists, as far as a client has read them: what a text means. */

import type { RequestChecks } from "../call/context.ts";
import { fieldIssue, nearestName, sentence } from "../encoding/field-issue.ts";
import { type Fields, fieldsIn, rowsIn } from "../encoding/json-value.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";

/** The listed symbols of one client; as checks of a request they need no more than that. */
export interface ListedSymbols extends Required<RequestChecks> {
  /** The operation that lists them. */
  readonly operation: string | undefined;
  readonly learn: (information: unknown) => void;
  /** The error for a symbol that is not listed. */
  readonly unlisted: (symbol: string, operation: string) => TradespecError;
}

/** Knows no symbol until it learns them; `operation` lists them. */
export function createListedSymbols(operation?: string): ListedSymbols {
  let names: ReadonlySet<string> = new Set();
  const unlisted: ListedSymbols["unlisted"] = (symbol, called) => {
    const { name, isSame } = nearest(symbol, names);
    const fix = name === undefined ? "see the exchange information" : `did you mean ${name}?`;
    // Any other text may be the name of a new symbol.
    return isSame
      ? new InvalidRequestError(
          [fieldIssue("symbol", "choice", "is not listed by the exchange", fix)],
          { operation: called },
        )
      : new TradespecError(
          sentence(`The exchange information lists no symbol ${JSON.stringify(symbol)}; ${fix}`),
          { operation: called },
        );
  };
  return {
    operation,
    learn: (information) => {
      names = new Set(symbolsIn(information).map(({ symbol }) => String(symbol)));
    },
    unlisted,
    /** Refuses another way to write a listed symbol. */
    check: ({ fields: { symbol }, operation: { id } }) => {
      if (symbol === undefined || names.has(symbol)) return undefined;
      const error = unlisted(symbol, id);
      if (error instanceof InvalidRequestError) throw error;
      return undefined;
    },
    hintFor: (advice, { fields: { symbol } }) => {
      if (symbol === undefined || names.has(symbol) || advice !== "fixRequest") return undefined;
      const { name } = nearest(symbol, names);
      return name && `For symbol, did you mean ${name}?`;
    },
  };
}

/** The listed symbol that a text most likely means; the same one where only its form differs. */
function nearest(symbol: string, names: ReadonlySet<string>) {
  const form = formOf(symbol);
  const all = [...names];
  const same = all.find((each) => formOf(each) === form);
  return { name: same ?? nearestName(symbol, all), isSame: same !== undefined };
}

/** The letters and digits of a symbol, however it is written: `btc/usdt`, `BTC-USDT`. */
function formOf(symbol: string): string {
  return symbol.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

export function symbolsIn(information: unknown): readonly Fields[] {
  return rowsIn(fieldsIn(information)["symbols"]);
}
