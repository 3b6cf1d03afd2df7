/** What a probe can do: call operations, send odd requests, listen to streams, wait. */

import { compileFilters } from "../../../generated/filters.ts";
import { type Role, roles } from "../../../generated/operations.ts";
import * as decimal from "../../../runtime/encoding/decimal.ts";
import type { JsonObject } from "../../../runtime/encoding/json-or.ts";
import { fieldsIn, listIn, rowsIn } from "../../../runtime/encoding/json-value.ts";
import type { OrderFields } from "../../../runtime/filters/types.ts";
import { callsOf } from "../../recordings/conversation.ts";
import type { RequestChange, StreamReference } from "../../scenarios/scenario.ts";
import { ownFields, renamed, rolesOf } from "../../suite/field-names.ts";
import type { RunningRow } from "../../suite/run.ts";
import { closeRow, runStep } from "../../suite/steps.ts";
import { type Row, textOf } from "../checks/sighting.ts";

/** A probe sends requests that settle assumptions; the traffic is evaluated later. */
export interface Probe {
  readonly id: string;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Its requirements; `sandbox` means admin commands. */
  readonly needs: readonly ("key" | "trade" | "streams" | "clock" | "sandbox")[];
  /** Operations without which it shows nothing. */
  readonly uses?: readonly Role[];
  readonly run: (wire: Wire) => Promise<void>;
}

/** Fields of an order. */
export type Fields = Readonly<Record<string, string>>;

export type Wire = ReturnType<typeof createWire>;

export function createWire(row: RunningRow, symbol: string) {
  const { run } = row;
  const step = async (each: Parameters<typeof runStep>[1]): Promise<void> => {
    // A probe continues after any response.
    await runStep(row, each);
  };
  let ids = 0;
  /** The response of an operation to the fields that it has; empty for a failure or without it. */
  const call = async (
    role: Role,
    fields: Readonly<Record<string, string | number | bigint>> = {},
    change?: RequestChange,
  ): Promise<Row> => {
    run.responses.delete("probe");
    // Another contract may lack the operation.
    if (roles[role] === undefined) return {};
    const operation = roles[role];
    const own = ownFields(operation, fields);
    await step({ kind: "call", operation, fields: own, as: "probe", ...(change && { change }) });
    return fieldsIn(run.responses.get("probe"));
  };
  /** The order with its amounts rounded down by the symbol's filters. */
  const fit = (order: Fields): Fields => fitted(order, symbol, fieldsIn(run.responses.get(infoOf)));
  return {
    symbol,
    now: run.now,
    call,
    fit,
    status: () => callsOf(row.log.events).at(-1)?.response.status,
    /** Sends a request without key and signature. */
    send: async (method: string, target: string): Promise<void> => {
      const { baseUrl } = run.options.target;
      await run.fetch(`${baseUrl}${target}`, { method }).catch(() => undefined);
    },
    /** Opens a connection with streams and closes the previous one; a text is a stream name. */
    listen: async (
      form: "combined" | "raw",
      ...names: readonly (string | { readonly id: string })[]
    ): Promise<void> => {
      run.responses.set("names", names);
      const streams = names.map((name, index): StreamReference => {
        return typeof name === "string"
          ? { from: "names", property: String(index) }
          : { id: name.id, symbol };
      });
      await step({ kind: "connect", form, streams });
    },
    hangUp: () => closeRow(row),
    wait: (ms: number) => step({ kind: "advanceClock", ms }),
    /** Runs an admin command, on a sandbox. */
    admin: (command: JsonObject) => step({ kind: "admin", command }),
    /** A fresh client order id. */
    newId: () => {
      ids += 1;
      return `probe-${run.now().toString(36)}-${ids}`;
    },
    /** A valid buy order far below the market. */
    restingOrder: async () => fit(farBelow(symbol, await bestBid(symbol, call))),
  };
}

/** The best bid; empty where there is none. */
async function bestBid(
  symbol: string,
  call: (role: Role, fields: { readonly symbol: string }) => Promise<Row>,
): Promise<string> {
  const { bidPrice } = await call("book.ticker", { symbol });
  if (bidPrice !== undefined) return textOf(bidPrice);
  const { bids } = await call("book.snapshot", { symbol });
  return textOf(listIn(listIn(bids)[0])[0]);
}

function farBelow(symbol: string, bid: string): Fields {
  const price = times(bid || "1", "0.9");
  const quantity = decimal.print(decimal.floorQuotient(decimal.read("20"), decimal.read(price), 8));
  return { symbol, side: "BUY", type: "LIMIT", timeInForce: "GTC", price, quantity };
}

function fitted(order: Fields, symbol: string, { symbols, exchangeFilters }: Row): Fields {
  const own = rowsIn(symbols).find((each) => each["symbol"] === symbol) ?? {};
  const filters = compileFilters(listIn(own["filters"]), {
    exchangeFilters: listIn(exchangeFilters),
  });
  const result = filters.fitOrder(ownFields(roles["order.place"], order) as OrderFields);
  const fields = (result.kind === "fitted" ? result.order : order) as Fields;
  const known = new Map(rolesOf(roles["order.place"]).map(({ name, role }) => [name, role]));
  return renamed(fields, (name) => known.get(name) ?? name);
}

/** Key of the remembered trading rules. */
export const infoOf = "exchange information";

/** The product, truncated to eight places. */
export function times(one: string, other: string): string {
  return cut(decimal.multiply(decimal.read(one), decimal.read(other)));
}

export function plus(one: string, other: string): string {
  return cut(decimal.add(decimal.read(one), decimal.read(other)));
}

function cut(parts: decimal.Parts): string {
  return decimal.print({ units: decimal.unitsAt(parts, 8), scale: 8 });
}
