/** The symbols that the exchange lists, as far as a client has read them: what a text means. */

import type { RequestChecks } from "../call/context.ts";
import type { PreparedRequest } from "../call/request.ts";
import { fieldIssue, nearestName, sentence } from "../encoding/field-issue.ts";
import { type Fields, fieldsIn, rowsIn } from "../encoding/json-value.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";

/** The listed symbols of one client; as checks of a request they need no more than that. */
export interface ListedSymbols extends Required<RequestChecks> {
  /** The operation that lists them. */
  readonly operation: string | undefined;
  readonly learn: (information: unknown) => void;
  /** The error for a symbol that is not listed. */
  readonly unlisted: (symbol: string, operation: string, field?: string) => TradespecError;
}

/** Fields of the response that lists symbols. */
export type ListingField = "symbols" | "exchangeFilters" | "symbol" | "filters";

/** The names of those fields that the contract names otherwise. */
export type ListingNames = Readonly<Partial<Record<ListingField, string>>>;

/** Knows no symbol until it learns them; `operation` lists them. */
export function createListedSymbols(operation?: string, names: ListingNames = {}): ListedSymbols {
  let known: ReadonlySet<string> = new Set();
  const unlisted: ListedSymbols["unlisted"] = (symbol, called, field = "symbol") => {
    const { name, isSame } = nearest(symbol, known);
    const fix = name === undefined ? "see the exchange information" : `did you mean ${name}?`;
    // Any other text may be the name of a new symbol.
    return isSame
      ? new InvalidRequestError(
          [fieldIssue(field, "choice", "is not listed by the exchange", fix)],
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
      const rows = rowsIn(listedField(fieldsIn(information), "symbols", names));
      known = new Set(rows.map((row) => String(listedField(row, "symbol", names))));
    },
    unlisted,
    /** Refuses another way to write a listed symbol. */
    check: (request) => {
      const { field, symbol } = symbolOf(request);
      if (symbol === undefined || known.has(symbol)) return undefined;
      const error = unlisted(symbol, request.operation.id, field);
      if (error instanceof InvalidRequestError) throw error;
      return undefined;
    },
    hintFor: (advice, request) => {
      const { field, symbol } = symbolOf(request);
      if (symbol === undefined || known.has(symbol) || advice !== "fixRequest") return undefined;
      const { name } = nearest(symbol, known);
      return name && `For ${field}, did you mean ${name}?`;
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

/** The symbol that a request is for, and the field that names it. */
export function symbolOf({ operation, fields }: PreparedRequest) {
  const { name: field = "symbol" } =
    operation.parameters.find(({ name, role = name }) => role === "symbol") ?? {};
  return { field, symbol: fields[field] };
}

/** A field of that response, or of one of its symbols. */
export function listedField(fields: Fields, field: ListingField, names: ListingNames): unknown {
  return fields[names[field] ?? field];
}
