import { expect, test } from "vitest";

import { streamBook } from "../../../generators/emitters/stream-book.ts";
import { emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

test("a book follows the channel, and fetches by the operation, that the rules name", async () => {
  const { streamRules, ...rest } = given.contract({});
  const bookSync = {
    ...streamRules.bookSync,
    channel: "bookChanges",
    snapshot: { operation: "getWholeBook", limit: 10 },
  };
  const contract = { ...rest, streamRules: { ...streamRules, bookSync } };
  const text = trimmed(await emitted(streamBook, contract));
  for (const want of [
    'const name = streamName("bookChanges", { symbol });',
    'stream: { name, id: "bookChanges" },',
    "exchange.getWholeBook({ symbol, limit }, { signal }),",
  ]) {
    expect(text).toContain(want);
  }
});
