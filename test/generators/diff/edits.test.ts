/** What edits of the real spec come to, one row each: what is reported, for whom, and where. */

import { expect, test } from "vitest";

import { changesOf, rowsIn, type TextEdit, testRows, textOf } from "./edited.ts";

testRows(rowsIn("edits.txt"));

/** A file under another name, or in its place, with a word replaced. */
const moved = (from: string, to: string, word = "", other = ""): TextEdit => [
  to,
  from === to ? textOf(to) : "",
  textOf(from).replaceAll(word, other),
];
const [ticker, level] = ["schemas/PriceTicker.yaml", "schemas/PriceLevel.yaml"];
const [price, minimum] = ["filters/PRICE_FILTER.yaml", "filters/MIN_NOTIONAL.yaml"];
const [query, book] = ["paths/market/tickerPrice.yaml", "schemas/OrderBook.yaml"];
const update = "events/payloads/DepthUpdate.yaml";

const renames: readonly (readonly [renamed: string, ...edits: TextEdit[]])[] = [
  [
    "NOTIONAL: renamed MIN_NOTIONAL → NOTIONAL",
    ["schemas/Filter.yaml", "MIN_NOTIONAL", "NOTIONAL"],
    moved(minimum, "filters/NOTIONAL.yaml", "MIN_NOTIONAL", "NOTIONAL"),
  ],
  [
    "PRICE_FILTER.lowestPrice: renamed minPrice → lowestPrice",
    moved(price, price, "minPrice", "lowestPrice"),
  ],
  [
    "LastPrice: renamed PriceTicker → LastPrice",
    moved(ticker, "schemas/LastPrice.yaml"),
    moved(query, query, "PriceTicker.yaml", "LastPrice.yaml"),
  ],
  [
    "Fill: renamed OrderFill → Fill",
    moved("schemas/OrderFill.yaml", "schemas/Fill.yaml"),
    ["schemas/OrderPlacement.yaml", "OrderFill.yaml", "Fill.yaml"],
  ],
  [
    "Level: renamed PriceLevel → Level",
    moved(level, "schemas/Level.yaml"),
    moved(book, book, "PriceLevel.yaml", "Level.yaml"),
    moved(update, update, "PriceLevel.yaml", "Level.yaml"),
  ],
];

for (const [renamed, ...edits] of renames) {
  test(renamed, () => {
    const said = changesOf(edits).changes.map((one) => `${one.impact} ${one.subject}: ${one.what}`);
    expect(said).toEqual([`breaking ${renamed} (likely: same form and description)`]);
  });
}
