import { readExpression } from "../../../../generators/contract/filters/expressions.ts";
import type { KnownName } from "../../../../generators/contract/filters/model.ts";
import type { BookKeeping } from "../../../../generators/contract/model.ts";
import { orderBook } from "../../../../generators/emitters/streams/order-book.ts";
import { testEmitter } from "../../../support/emitted.ts";
import * as given from "../../../support/given.ts";

const number: KnownName = { type: "integer", scope: "event" };
const names = new Map(
  ["seq", "from", "till", "previous.till"].map((name) => [name, number] as const),
);

function keeping(next: string): BookKeeping {
  const rule = (text: string) => readExpression(text, "boolean", names).tree;
  return {
    limit: 500,
    message: {
      type: "bookChange",
      fields: { first: "from", last: "till" },
      wrapper: { stream: "channel", data: "body" },
    },
    snapshot: { last: "seq", bids: "buyers", asks: "sellers" },
    sequences: [
      {
        name: "documented",
        drop: rule("till <= seq"),
        first: rule("from <= seq + 1 && till >= seq + 1"),
        next: rule(next),
      },
    ],
  };
}

const cases: readonly { readonly name: string; readonly next: string; readonly want: string }[] = [
  {
    name: "the names of fields are a table",
    next: "from == previous.till + 1",
    want: `
      message: {
        type: "bookChange",
        fields: { first: "from", last: "till" },
        wrapper: { stream: "channel", data: "body" },
      },
      snapshot: { last: "seq", bids: "buyers", asks: "sellers" },`,
  },
  {
    name: "a condition is code over the event and the snapshot",
    next: "from == previous.till + 1",
    want: 'if (event.last <= snapshotId) return "drop";',
  },
  {
    name: "one of two parts",
    next: "from == previous.till + 1",
    want: `
      if (event.first <= plus(snapshotId, 1) && event.last >= plus(snapshotId, 1)) return "apply";`,
  },
  {
    name: "sums are exact",
    next: "from == previous.till + 1",
    want: 'if (event.first === plus(previous.last, 1)) return "apply";',
  },
  {
    name: "another condition gives other code",
    next: "!(from != previous.till) || from - 1 > 2 * previous.till && true",
    want: `
      if (
        event.first === previous.last ||
        (minus(event.first, 1) > times(2, previous.last) && true)
      )`,
  },
];

const { streamRules, ...rest } = given.contract();
const bookSync = { channel: "bookChanges", operation: "getWholeBook" };

testEmitter(orderBook, [
  ...cases.map(({ name, next, want }) => {
    const rules = { ...streamRules, bookKeeping: keeping(next) };
    return { name, given: given.contract({ streamRules: rules }), want };
  }),
  {
    name: "watchOrderBook uses the channel and the operation that the rules name",
    given: { ...rest, streamRules: { ...streamRules, bookSync } },
    want: `
      stream: { name: streamName("bookChanges", { symbol }), id: "bookChanges" },
      fetchSnapshot: ({ limit }: { limit: number }, signal: AbortSignal) =>
        client.getWholeBook({ symbol, limit }, { signal }),`,
  },
]);
