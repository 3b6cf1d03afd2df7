// Generated from spec/paths/**/*.yaml by generators/emitters/client.ts.
// Do not edit: change the spec, then run `npm run generate`.

export type { Int64, Open } from "../runtime/tables.ts";
export * from "./client.ts";
export * from "./errors.ts";
export * from "./iterators.ts";
export * from "./open-orders.ts";
export { placeOrderRequest } from "./order-rules.ts";
export { canMove, isFinal } from "./order-states.ts";
export type { paths } from "./schema.ts";
export * from "./types.ts";
