import { type ContractCall, symbol, unknownSymbol } from "./rows.ts";

/** Clock, trading rules and symbols. */
export const generalScenarios: readonly ContractCall[] = [
  { id: "getTime.default", summary: "The exchange's clock" },
  { id: "getExchangeInfo.default", summary: "Trading rules and all symbols" },
  { id: "getExecutionRules.default", summary: "Execution rules of one symbol", fields: { symbol } },
  { id: "getExecutionRules.allSymbols", summary: "Execution rules of all symbols that have any" },
  unknownSymbol("getExecutionRules", "Execution rules of a symbol that is not listed"),
  {
    id: "getReferencePrice.default",
    summary: "Reference price of one symbol",
    fields: { symbol },
    expect: { kind: "success", shows: { symbol } },
  },
  { id: "getReferencePrice.allSymbols", summary: "Reference prices without a symbol" },
  unknownSymbol("getReferencePrice", "Reference price of a symbol that is not listed"),
  {
    id: "getSymbolTypes.default",
    summary: "Kind of one symbol",
    fields: { symbol },
    expect: { kind: "success", atMost: 1 },
  },
  { id: "getSymbolTypes.allSymbols", summary: "Kinds of all symbols" },
  unknownSymbol("getSymbolTypes", "Kind of a symbol that is not listed"),
];
