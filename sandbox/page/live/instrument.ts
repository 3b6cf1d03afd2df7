/** The facts of a symbol that the screen uses. */

import { compileFilters } from "../../../generated/filters.ts";
import type { ExchangeInfo, SymbolInfo } from "../../../generated/types.ts";
import type { CompiledFilters } from "../../../runtime/filters/types.ts";
import { gridIn } from "../../engine/filters.ts";
import { tradingStatus } from "../../engine/state.ts";
import { scaleOfStep } from "./decimals.ts";

export type Instrument = ReturnType<typeof instrumentOf>;

const usualScale = 8;

export function instrumentOf(
  info: SymbolInfo,
  { exchangeFilters }: Pick<ExchangeInfo, "exchangeFilters">,
) {
  const { baseAssetPrecision = usualScale, quoteAssetPrecision = usualScale } = info;
  return {
    symbol: info.symbol,
    base: info.baseAsset,
    quote: info.quoteAsset,
    status: String(info.status),
    isTrading: info.status === tradingStatus,
    orderTypes: info.orderTypes,
    /** Decimal places of prices, from the filter or else the symbol. */
    priceScale: scaleOfStep(stepOf(info, "price")) ?? quoteAssetPrecision,
    /** Minimum decimal places of quantities; 0 without a grid. */
    quantityScale: scaleOfStep(stepOf(info, "quantity")) ?? 0,
    baseScale: baseAssetPrecision,
    quoteScale: quoteAssetPrecision,
    /** Its trading rules; compiled for the one on the screen, as there may be thousands. */
    compileFilters: (): CompiledFilters => compileFilters(info.filters, { exchangeFilters }),
  };
}

function stepOf({ filters }: SymbolInfo, amount: "price" | "quantity"): string | undefined {
  const { step } = gridIn(filters, amount);
  return typeof step === "string" && /^\d+(\.\d+)?$/u.test(step) ? step : undefined;
}
