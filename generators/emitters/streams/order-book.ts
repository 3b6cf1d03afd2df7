import type { Expression } from "../../contract/filters/model.ts";
import type { Contract } from "../../contract/model.ts";
import type { Emitter } from "../../write/emitter.ts";
import { certainCode, exactMath } from "../../write/expression-code.ts";
import { table } from "../../write/literal.ts";
import { camelCase, propertyKey, quoted } from "../../write/names.ts";

/** The local order book: its table, sequence rules and factories. */
export const orderBook: Emitter = {
  name: "streams/order-book",
  sources: ["spec/{asyncapi*,events/**,rules/*}"],
  emit: (contract) => {
    const { bookKeeping, bookSync } = contract.streamRules;
    if (bookSync.channel === "") return [];
    const { limit, message, snapshot } = bookKeeping;
    const text = `
${exactMath}
import { LocalOrderBook } from "../runtime/order-book/local-order-book.ts";
import type {
  BookOptions,
  BookTable,
  EventIds,
  EventVerdict,
} from "../runtime/order-book/types.ts";
import { checkOptions, clientWith } from "../runtime/check-options.ts";
import {
  type WatchedOrderBook,
  type WatchOptions,
  watchBook,
  watchRules,
} from "../runtime/order-book/watch.ts";
import type { Int64 } from "../runtime/tables.ts";
import { retry } from "./errors.ts";
import type { Streams } from "./stream-client.ts";
import { streamName } from "./streams.ts";

${table("bookTable", tableDoc, { limit, message, snapshot }, "BookTable")}
${sequenceRules(contract)}
${createOrderBook}
${watchOrderBook(contract)}
export { LocalOrderBook, StaleBookError } from "../runtime/order-book/local-order-book.ts";
export type * from "../runtime/order-book/types.ts";
export type { WatchedOrderBook, WatchOptions } from "../runtime/order-book/watch.ts";
`;
    return [{ path: "order-book.ts", text }];
  },
};

const see = "spec/rules/bookSync.yaml";

const tableDoc = {
  text: "The snapshot that a local order book needs, and the fields of its messages.",
  see,
};

function sequenceRules(contract: Contract): string {
  const { sequences } = contract.streamRules.bookKeeping;
  return `
/**
 * Rules by which depth events follow each other. \`documented\` is what the exchange documents,
 * other sequences are assumed.
 *
 * @see ${see}
 */
export const bookSequences = [${sequences.map(({ name }) => quoted(name)).join()}] as const;

/**
 * How events follow each other.
 *
 * @see ${see}
 */
export type BookSequence = (typeof bookSequences)[number];

/**
 * What becomes of a depth event after the previous one that was applied, or without one after the
 * snapshot: it is applied or dropped, or it shows that events were lost.
 *
 * @see ${see}
 */
export function judgeDepthEvent(
  sequence: BookSequence,
  event: EventIds,
  previous: EventIds | undefined,
  snapshotId: Int64,
): EventVerdict {
  switch (sequence) {
    ${sequenceCases(contract).join("\n")}
  }
}
`;
}

const createOrderBook = `
const contract = { table: bookTable, sequences: bookSequences, judge: judgeDepthEvent };

/**
 * Creates a local order book that takes snapshots and depth events from its owner. It does no I/O:
 * \`snapshotNeeded\` says when a snapshot has to be fetched.
 *
 * @throws RangeError for a sequence that the spec does not name; InvalidRequestError for a wrong
 *   option.
 * @see ${see}
 */
export function createOrderBook(
  symbol: string,
  options: BookOptions<BookSequence> = {},
): LocalOrderBook {
  return new LocalOrderBook(symbol, contract, options);
}
`;

function watchOrderBook({ channels, streamRules: { bookSync } }: Contract): string {
  const [parameter] = channels.find(({ id }) => id === bookSync.channel)?.parameters ?? [];
  const wire = propertyKey(parameter?.name ?? "symbol");
  const named = wire === "symbol" ? wire : `${wire}: symbol`;
  const fetch = camelCase(bookSync.operation);
  const channel = quoted(bookSync.channel);
  return `
/** The sources of a watched order book, its options and its callbacks. */
export interface WatchOrderBookOptions extends WatchOptions<BookSequence> {
  /** Made by \`createStreams\`; delivers the depth events. */
  readonly streams: Pick<Streams, "client">;
  /** Made by \`createClient\`; fetches the snapshots. */
  readonly client: {
    ${fetch}(
      request: { symbol: string; limit: number },
      options: { signal: AbortSignal },
    ): Promise<unknown>;
  };
}

/**
 * Keeps the order book of a symbol live: subscribes to its depth stream, and fetches a snapshot at
 * the start, after a gap and after a reconnect. Close it when it is no longer needed.
 *
 * @throws InvalidRequestError for a symbol that no stream can have, or a wrong option; RangeError
 *   for a sequence that the spec does not name.
 * @see ${see}
 */
export function watchOrderBook(symbol: string, options: WatchOrderBookOptions): WatchedOrderBook {
  const rules = { ...watchRules, client: clientWith("${fetch}") };
  checkOptions("watchOrderBook", options, rules, "streams", "client");
  const { streams, client, ...bookOptions } = options;
  const source = {
    streams: streams.client,
    symbol,
    stream: { name: streamName(${channel}, { ${named} }), id: ${channel} },
    fetchSnapshot: ({ limit }: { limit: number }, signal: AbortSignal) =>
      client.${fetch}({ symbol, limit }, { signal }),
    retry,
  };
  return watchBook(contract, source, bookOptions);
}
`;
}

function sequenceCases({ streamRules: { bookKeeping } }: Contract): readonly string[] {
  const { message } = bookKeeping;
  const fieldOf = new Map(Object.entries(message.fields).map(([field, name]) => [name, field]));
  const nameOf = (name: string): string => {
    if (name === "lastUpdateId") return "snapshotId";
    const own = name.replace("previous.", "");
    return `${own === name ? "event" : "previous"}.${fieldOf.get(own) ?? own}`;
  };
  const rule = (tree: Expression | undefined, verdict: "apply" | "drop"): string => {
    if (tree === undefined) return "";
    const code = certainCode(tree, { nameOf: ({ name }) => nameOf(name), mayLack: () => false });
    return `if (${code}) return "${verdict}";`;
  };
  return bookKeeping.sequences.map(({ name, drop, first, late, next }) => {
    const following = [rule(late, "drop"), rule(next, "apply")].filter(Boolean);
    return `case ${quoted(name)}:
      if (previous === undefined) {
        ${rule(drop, "drop")}
        ${rule(first, "apply")}
      } else ${following.length === 1 ? following[0] : `{\n${following.join("\n")}\n}`}
      return "gap";`;
  });
}
