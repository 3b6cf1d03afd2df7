import { limits } from "../../generated/limits.ts";

/** Usage headers of every response. */
const usageHeaders = limits.flatMap(({ carriedBy, header }) =>
  carriedBy === "everyResponse" ? [header] : [],
);

/**
 * Documented statements that no row can cover, because only a broken server shows them: a complete
 * run passes without them.
 */
export const unreachable: ReadonlySet<string> = new Set([
  // A timeout inside the exchange, and its internal errors.
  ...["RequestTimeout 408", "ServerFailure 5XX"].flatMap((response) => [
    `status ${response}`,
    ...usageHeaders.map((header) => `header ${response} ${header}`),
  ]),
  // Successful responses may come in an envelope; one server sends them bare or in it, not both.
  "property Envelope.data",
  // The interface lists this order status, but not when an order gets it.
  "enum value OrderStatus=REJECTED",
]);
