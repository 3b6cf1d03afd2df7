export const anotherSymbol = "an order of another symbol";

/**
 * Successes that do not say that there is this order: name, body, whether explorations have it,
 * status.
 */
export const oddSuccesses: readonly (readonly [string, string, boolean, number?])[] = [
  ["no fields", "{}", true],
  ["null for the client id", '{"clientOrderId":null}', false],
  ["null for the order id", '{"symbol":"BTCUSDT","orderId":null,"status":"NEW"}', true],
  ["unknown fields", '{"queued":true}', false],
  ["an envelope without data", '{"code":0,"msg":"success","timestamp":1}', true],
  ["an envelope around nothing", '{"code":0,"data":null}', false],
  ["an envelope around no fields", '{"code":0,"msg":"","data":{}}', false],
  ["an empty list", "[]", true],
  ["a list of orders", '[{"symbol":"BTCUSDT","orderId":7}]', false],
  ["no body", "", true],
  ["status 204", "", true, 204],
  ["spaces", " \r\n", false],
  ["null", "null", true],
  ["a word", '"ok"', false],
  ["a number", "17", false],
  [anotherSymbol, '{"symbol":"ETHUSDT","orderId":7}', true],
];

/** The rule of such a success, for an order that was taken or not. */
export const oddFault = (body: string, status = 200, accepted = true) =>
  ({ fault: "response", status, ...(body !== "" && { body }), accepted }) as const;
