/** The facts of a symbol that the screen uses. */

import { compileFilters } from "../../../generated/filters.ts";
import type { ExchangeInfo, SymbolInfo } from "../../../generated/types.ts";
import { printFixed } from "../../../runtime/encoding/decimal.ts";
import type { CompiledFilters } from "../../../runtime/filters/types.ts";
import type { Decimal } from "../../../runtime/tables.ts";
import { gridIn } from "../../engine/filters.ts";
import { tradingStatus } from "../../engine/state.ts";
import { atScale, difference, isMore, isZero, scaleOfStep, sum, toStep } from "./decimals.ts";

export type Instrument = ReturnType<typeof instrumentOf>;

const usualScale = 8;

export function instrumentOf(
  info: SymbolInfo,
  { exchangeFilters }: Pick<ExchangeInfo, "exchangeFilters">,
) {
  const { baseAssetPrecision = usualScale, quoteAssetPrecision = usualScale } = info;
  const from = gridOf(info, "price", "from") ?? "0";
  const tick = gridOf(info, "price", "step");
  const priceScale = scaleOfStep(tick) ?? quoteAssetPrecision;
  const priceStep = tick === undefined || isZero(tick) ? undefined : tick;
  const below = (price: Decimal): Decimal => toStep(price, priceStep ?? "1", false);
  const isMultiple = priceStep !== undefined && isZero(difference(from, below(from)));
  return {
    symbol: info.symbol,
    base: info.baseAsset,
    quote: info.quoteAsset,
    status: String(info.status),
    isTrading: info.status === tradingStatus,
    orderTypes: info.orderTypes,
    /** Decimal places of prices, from the filter or else the symbol. */
    priceScale,
    /** Each price of the grid is a multiple of it. */
    priceStep: isMultiple ? priceStep : printFixed(1, priceScale),
    /** The price of the grid at or below a price; without a grid, the price itself. */
    gridPrice: (price: Decimal): Decimal => {
      const isFree = priceStep === undefined || !isMore(price, from);
      const onGrid = isFree ? price : sum(from, below(difference(price, from)));
      return atScale(onGrid, priceScale);
    },
    /** Minimum decimal places of quantities; 0 without a grid. */
    quantityScale: scaleOfStep(gridOf(info, "quantity", "step")) ?? 0,
    baseScale: baseAssetPrecision,
    quoteScale: quoteAssetPrecision,
    /** Its trading rules; compiled for the one on the screen, as there may be thousands. */
    compileFilters: (): CompiledFilters => compileFilters(info.filters, { exchangeFilters }),
  };
}

/** A step or the start of a grid, if the filter states a decimal. */
function gridOf({ filters }: SymbolInfo, amount: "price" | "quantity", field: "step" | "from") {
  const { [field]: text } = gridIn(filters, amount);
  return typeof text === "string" && /^\d+(\.\d+)?$/u.test(text) ? text : undefined;
}
