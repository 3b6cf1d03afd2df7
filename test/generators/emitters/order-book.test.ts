import { expect, test } from "vitest";

import type { KnownName } from "../../../generators/contract/filters/expression-tree.ts";
import { readExpression } from "../../../generators/contract/filters/expressions.ts";
import type { BookKeeping } from "../../../generators/contract/model.ts";
import { orderBook } from "../../../generators/emitters/order-book.ts";
import { emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const number: KnownName = { type: "integer", scope: "event" };
const names = new Map(
  ["seq", "from", "till", "previous.till"].map((name) => [name, number] as const),
);

function keeping(next: string): BookKeeping {
  const rule = (text: string) => readExpression(text, "boolean", names).tree;
  return {
    limit: 500,
    form: {
      type: "bookChange",
      fields: [
        { name: "from", role: "first", required: true },
        { name: "till", role: "last", required: true },
      ],
      wrapper: { stream: "channel", data: "body" },
    },
    snapshot: { last: "seq", bids: "buyers", asks: "sellers" },
    sequences: [
      {
        name: "documented",
        assumed: undefined,
        drop: rule("till <= seq"),
        first: rule("from <= seq + 1 && till >= seq + 1"),
        next: rule(next),
      },
    ],
  };
}

const cases: readonly { readonly name: string; readonly next: string; readonly want: string }[] = [
  {
    name: "fields are named by what they are to the book",
    next: "from == previous.till + 1",
    want: `
      form: {
        type: "bookChange",
        fields: [
          { name: "from", role: "first", required: true },
          { name: "till", role: "last", required: true },
        ],
        wrapper: { stream: "channel", data: "body" },
      },
      snapshot: { last: "seq", bids: "buyers", asks: "sellers" },`,
  },
  {
    name: "a condition is code over the event and the snapshot",
    next: "from == previous.till + 1",
    want: "drop: (event, _, snapshotId) => event.last <= snapshotId,",
  },
  {
    name: "one of two parts has two lines",
    next: "from == previous.till + 1",
    want: `
      first: (event, _, snapshotId) =>
        event.first <= plus(snapshotId, 1) &&
        event.last >= plus(snapshotId, 1),`,
  },
  {
    name: "sums are exact",
    next: "from == previous.till + 1",
    want: "next: (event, previous) => event.first === plus(previous.last, 1),",
  },
  {
    name: "another condition gives other code",
    next: "!(from != previous.till) || from - 1 > 2 * previous.till && true",
    want: `
      next: (event, previous) =>
        !(event.first !== previous.last) ||
        (minus(event.first, 1) > times(2, previous.last) && true),`,
  },
];

for (const { name, next, want } of cases) {
  test(name, async () => {
    const streamRules = { ...given.contract().streamRules, bookKeeping: keeping(next) };
    const text = trimmed(await emitted(orderBook, given.contract({ streamRules })));
    expect(text).toContain(trimmed(want));
  });
}
