import type { CallScenario } from "../suite/scenario.ts";

const symbol = "BTCUSDT";

/** Clock, trading rules and symbols. */
export const generalScenarios: readonly CallScenario[] = [
  { id: "getTime.default", summary: "The exchange's clock" },
  { id: "getExchangeInfo.default", summary: "Trading rules and all symbols" },
  {
    id: "getExecutionRules.default",
    summary: "Execution rules of one symbol",
    fields: { symbol },
  },
  { id: "getExecutionRules.allSymbols", summary: "Execution rules of every symbol that has some" },
  {
    id: "getExecutionRules.unknownSymbol",
    summary: "Execution rules of a symbol that nobody trades",
    fields: { symbol: "NOSUCHPAIR" },
    expect: { kind: "error", code: -1121 },
  },
  {
    id: "getReferencePrice.default",
    summary: "Reference price of one symbol",
    fields: { symbol },
    expect: { kind: "success", shows: { symbol } },
  },
  { id: "getReferencePrice.allSymbols", summary: "Reference prices without a symbol" },
  {
    id: "getReferencePrice.unknownSymbol",
    summary: "Reference price of a symbol that nobody trades",
    fields: { symbol: "NOSUCHPAIR" },
    expect: { kind: "error", code: -1121 },
  },
  {
    id: "getSymbolTypes.default",
    summary: "Kind of one symbol",
    fields: { symbol },
    expect: { kind: "success", atMost: 1 },
  },
  { id: "getSymbolTypes.allSymbols", summary: "Kinds of all symbols" },
  {
    id: "getSymbolTypes.unknownSymbol",
    summary: "Kind of a symbol that nobody trades",
    fields: { symbol: "NOSUCHPAIR" },
    expect: { kind: "error", code: -1121 },
  },
];
