/** Filters of one symbol, with grids that do not begin at zero. */

export const price = {
  filterType: "PRICE_FILTER",
  minPrice: "0.03",
  maxPrice: "10.00",
  tickSize: "0.05",
};
export const lots = { filterType: "LOT_SIZE", minQty: "0.10", maxQty: "100.00", stepSize: "0.03" };
export const market = {
  filterType: "MARKET_LOT_SIZE",
  minQty: "0.10",
  maxQty: "9.00",
  stepSize: "0.02",
};
export const notional = {
  filterType: "MIN_NOTIONAL",
  minNotional: "10",
  applyToMarket: true,
  avgPriceMins: 5,
};
