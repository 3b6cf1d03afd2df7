/** The facts of a symbol that the screen uses. */

import { compileFilters } from "../../../generated/filters.ts";
import type { ExchangeInfo, SymbolInfo } from "../../../generated/types.ts";
import type { CompiledFilters } from "../../../runtime/filters/types.ts";
import { tradingStatus } from "../../engine/state.ts";
import { scaleOfStep } from "./decimals.ts";

export interface Instrument {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly status: string;
  readonly isTrading: boolean;
  readonly orderTypes: readonly string[];
  /** Decimal places of prices, from the filter or else the symbol. */
  readonly priceScale: number;
  /** Minimum decimal places of quantities; 0 without a grid. */
  readonly quantityScale: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Its trading rules; compiled for the one on the screen, as there may be thousands. */
  readonly compileFilters: () => CompiledFilters;
}

const usualScale = 8;

export function instrumentOf(
  info: SymbolInfo,
  { exchangeFilters }: Pick<ExchangeInfo, "exchangeFilters">,
): Instrument {
  const { baseAssetPrecision = usualScale, quoteAssetPrecision = usualScale } = info;
  return {
    symbol: info.symbol,
    base: info.baseAsset,
    quote: info.quoteAsset,
    status: String(info.status),
    isTrading: info.status === tradingStatus,
    orderTypes: info.orderTypes,
    priceScale: scaleOfStep(stepOf(info, "PRICE_FILTER", "tickSize")) ?? quoteAssetPrecision,
    quantityScale: scaleOfStep(stepOf(info, "LOT_SIZE", "stepSize")) ?? 0,
    baseScale: baseAssetPrecision,
    quoteScale: quoteAssetPrecision,
    compileFilters: () => compileFilters(info.filters, { exchangeFilters }),
  };
}

function stepOf({ filters }: SymbolInfo, type: string, field: string): string | undefined {
  const filter = filters.find(({ filterType }) => filterType === type);
  const step = { ...filter }[field as keyof typeof filter];
  return typeof step === "string" && /^\d+(\.\d+)?$/u.test(step) ? step : undefined;
}
