/**
 * Documented facts that no row can cover, because only a faulty server shows them: a complete run
 * passes without them.
 */
export const unreachable: ReadonlySet<string> = new Set([
  // A timeout inside the exchange, and its internal errors.
  "status RequestTimeout 408",
  "header RequestTimeout 408 X-MBX-USED-WEIGHT-10S",
  "header RequestTimeout 408 X-MBX-USED-WEIGHT-1M",
  "status ServerFailure 5XX",
  "header ServerFailure 5XX X-MBX-USED-WEIGHT-10S",
  "header ServerFailure 5XX X-MBX-USED-WEIGHT-1M",
  // Successful responses may come in an envelope; one server sends them bare or in it, not both.
  "property Envelope.data",
  // The interface lists this order status, but not when an order gets it.
  "enum value OrderStatus=REJECTED",
]);
