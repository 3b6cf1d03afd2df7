/** `npx tradespec book | balances | order | cancel`: one call of the exchange, by hand. */

import type { Client } from "../../generated/index.ts";
import { readCommandLine, refuseValue } from "../shared/command-line.ts";
import {
  columns,
  connect,
  connectHelp,
  connectOptions,
  hasKeys,
  noKeys,
  orExit,
  priceText,
  toJson,
} from "./connect.ts";

interface Command {
  /** The words that it takes, as its help shows them. */
  readonly takes: string;
  readonly does: string;
  readonly options: Readonly<Record<string, { readonly type: "string"; readonly does: string }>>;
  readonly call: (client: Client, words: Words, options: Options) => Promise<unknown>;
  /** The result as text. */
  readonly text: (result: never) => string;
}

type Words = readonly [string, string, string];
type Options = Readonly<Record<string, string | undefined>>;

type Result<Name extends keyof Client> = Client[Name] extends (
  ...of: never[]
) => Promise<infer Type>
  ? Type
  : never;

const commands: Readonly<Record<HandCommand, Command>> = {
  book: {
    takes: "SYMBOL",
    does: "Prints the best prices of the order book, and their quantities.",
    options: { levels: { type: "string", does: "prices on each side (default 10)" } },
    call: (client, [symbol], { levels = "10" }) => {
      if (!/^[1-9]\d*$/u.test(levels)) {
        refuseValue(`--levels is "${levels}"; give a whole number from 1.`);
      }
      return client.getDepth({ symbol, limit: Number(levels) });
    },
    text: ({ asks, bids }: Result<"getDepth">) =>
      columns([
        ...asks.toReversed().map(([price, quantity]) => ["ask", price, quantity]),
        ...bids.map(([price, quantity]) => ["bid", price, quantity]),
      ]),
  },
  balances: {
    takes: "",
    does: "Prints the account's balances: what is free, and what open orders lock.",
    options: {},
    call: async (client) => (await client.getAccount()).balances,
    text: (balances: Result<"getAccount">["balances"]) =>
      columns([
        ["asset", "free", "locked"],
        ...balances.map(({ asset, free, locked }) => [asset, free, locked]),
      ]),
  },
  order: {
    takes: "BUY|SELL QUANTITY SYMBOL",
    does: "Places a MARKET order, or with --price a LIMIT order, once.",
    options: {
      price: { type: "string", does: "price of a LIMIT order" },
      id: { type: "string", does: "client order id (default a new one)" },
    },
    call: (client, [side, quantity, symbol], { price, id }) =>
      client.placeOrder({
        symbol,
        side: side.toUpperCase() as "BUY",
        quantity,
        ...(price === undefined
          ? { type: "MARKET" }
          : { type: "LIMIT", price, timeInForce: "GTC" }),
        ...(id !== undefined && { newClientOrderId: id }),
      }),
    text: orderText,
  },
  cancel: {
    takes: "SYMBOL ID",
    does: "Cancels an order, by its id (digits alone) or by its client order id.",
    options: {},
    call: (client, [symbol, id]) =>
      client.cancelOrder(
        /^\d+$/u.test(id) ? { symbol, orderId: BigInt(id) } : { symbol, origClientOrderId: id },
      ),
    text: orderText,
  },
};

/** What a placement and a cancellation respond; a response may leave out what is not documented. */
type Ended = Partial<Result<"cancelOrder">>;

function orderText({ status, side, origQty, executedQty, symbol, price, orderId }: Ended): string {
  const amounts = [side, origQty, symbol].filter(Boolean).join(" ");
  return `${status ?? "sent"}: ${amounts}${priceText(price)}, executed ${executedQty ?? "?"}, id ${orderId}`;
}

export type HandCommand = "book" | "balances" | "order" | "cancel";

export async function runByHand(name: HandCommand): Promise<void> {
  const { takes, does, options, call, text } = commands[name];
  const own = Object.entries(options).map(
    ([key, one]) => `  --${`${key} N`.padEnd(14)} ${one.does}\n`,
  );
  const help = `
Usage: ${["npx tradespec", name, takes, "[options]"].filter(Boolean).join(" ")}

${does}

${own.join("")}${connectHelp}`;
  const { values, positionals } = readCommandLine(help, { ...options, ...connectOptions }, "words");
  const wanted = takes.split(" ").filter(Boolean);
  if (positionals.length !== wanted.length) {
    refuseValue(`Give ${takes || "no words"} after ${name}.`);
  }
  if (name !== "book" && !hasKeys()) refuseValue(noKeys);
  const { "base-url": baseUrl, json, ...given } = values;
  const result = await orExit(call(connect(baseUrl), positionals as unknown as Words, given));
  process.stdout.write(`${json ? toJson(result) : text(result as never)}\n`);
}
