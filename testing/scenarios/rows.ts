/** Types of the contract's own rows, and values that several tables share. */

import type { ErrorCode } from "../../generated/errors.ts";
import type { ExchangeHandlers } from "../../generated/handlers.ts";
import { getTrades, type OperationId } from "../../generated/operations.ts";
import type { StreamId } from "../../generated/streams.ts";
import type {
  CallScenario,
  Expectation,
  FieldReference,
  FieldValue,
  Step,
  StreamScenario,
} from "./scenario.ts";

/** A row of one call, with operation, fields and codes of the contract. */
export type ContractCall = { [Id in OperationId]: Call<Id> }[OperationId];

type Call<Id extends OperationId> = Omit<CallScenario, "id" | "fields" | "expect"> & {
  readonly id: `${Id}.${string}`;
} & (
    | { readonly fields?: FieldsOf<Id>; readonly expect?: Expected }
    /** The client rejects values that the types do not allow either. */
    | {
        readonly fields?: Readonly<Partial<Record<NameOf<RequestOf<Id>>, FieldValue>>>;
        readonly expect: Extract<Expectation, { readonly kind: "rejected" }> & {
          readonly field: NameOf<RequestOf<Id>>;
        };
      }
  );

/** The result of a call that was sent, with a code of the contract. */
export type Expected =
  | Extract<Expectation, { readonly kind: "success" }>
  | (Extract<Expectation, { readonly kind: "error" }> & { readonly code: ErrorCode });

type RequestOf<Id extends OperationId> = Parameters<ExchangeHandlers<unknown>[Id]>[0];

/** The field names of all members of a union. */
type NameOf<Request> = Request extends unknown
  ? string extends keyof Request
    ? never
    : keyof Request & string
  : never;

type ValueOf<Request, Name> = Request extends unknown
  ? Name extends keyof Request
    ? Request[Name]
    : never
  : never;

/** The fields of an operation, each a value or taken from an earlier response. */
export type FieldsOf<Id extends OperationId> = [NameOf<RequestOf<Id>>] extends [never]
  ? Readonly<Record<string, never>>
  : {
      readonly [Name in NameOf<RequestOf<Id>>]?:
        | Exclude<ValueOf<RequestOf<Id>, Name>, bigint | undefined>
        | FieldReference;
    };

/** A row of one connection, with streams and calls of the contract. */
export interface ContractStreamScenario extends StreamScenario {
  readonly id: `${StreamId}.${string}`;
  readonly steps: readonly ContractStep[];
}

export type ContractStep =
  | Exclude<Step, { readonly kind: "call" | "subscribe" | "connect" }>
  | { [Id in OperationId]: CallStep<Id> }[OperationId]
  | (Extract<Step, { readonly kind: "subscribe" | "connect" }> & {
      readonly streams: readonly ContractStream[];
    });

/** A stream of a symbol, or a stream name from an earlier response. */
export type ContractStream = { readonly id: StreamId; readonly symbol: string } | FieldReference;

type CallStep<Id extends OperationId> = Omit<
  Extract<Step, { readonly kind: "call" }>,
  "operation" | "fields" | "expect"
> & { readonly operation: Id; readonly fields?: FieldsOf<Id>; readonly expect?: Expected };

export const symbol = "BTCUSDT";

/** Highest limit of a list of trades. */
export const [limitMax = 0] = getTrades.parameters.flatMap((each) =>
  each.name === "limit" ? each.maximum : [],
);

/** The best bid: a buy order at this price rests. */
export const bid = { from: "getBookTicker.default", property: "bidPrice" } as const;

export const limitBuy = {
  symbol,
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.001",
} as const;

/** A call for an unknown symbol. */
export function unknownSymbol(operation: OperationOfSymbol, summary: string): ContractCall {
  const fields = { symbol: "NOSUCHPAIR" };
  const expect = { kind: "error", code: -1121 } as const;
  return { id: `${operation}.unknownSymbol`, summary, fields, expect } as ContractCall;
}

/** A call without its required symbol. */
export function withoutSymbol(operation: OperationOfSymbol, summary: string): ContractCall {
  const change = { kind: "fields", drop: ["symbol"] } as const;
  const expect = { kind: "error", code: -1102 } as const;
  const id = `${operation}.withoutSymbol`;
  return { id, summary, fields: { symbol }, change, expect } as ContractCall;
}

type OperationOfSymbol = {
  [Id in OperationId]: "symbol" extends NameOf<RequestOf<Id>> ? Id : never;
}[OperationId];
