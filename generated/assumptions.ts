// Generated from spec/assumptions.yaml by generators/emitters/assumptions.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { AssumptionDescriptor } from "../runtime/tables.ts";

/**
 * Each assumption: what the interface does not document, our choice, and how traffic shows whether
 * it holds. `taken` is the default of the sandbox, where it has several options.
 *
 * @see spec/assumptions.yaml
 */
export const assumptions = {
  "envelope-coverage": {
    kind: "open",
    gap: "Which success responses carry the envelope.",
    choice:
      "Left open. A client unwraps an envelope where it finds one; any other body is " +
      "the response itself.",
    check: { never: "Nothing is assumed here; bare-successes says which form a response has." },
  },
  "bare-successes": {
    kind: "assumed",
    gap: "Whether a success comes bare, that is without the envelope, or in the envelope.",
    choice: "Bare. The sandbox sends every success without the envelope.",
    taken: "bare",
    check: { name: "bare-successes", needs: "response" },
  },
  "short-error-envelope": {
    kind: "assumed",
    gap: "Whether every error carries all required fields of the envelope.",
    choice:
      "A client also accepts an error that has only `code` and `msg`. The sandbox sends " +
      "all required fields.",
    taken: "whole",
    check: { name: "short-error-envelope", needs: "response" },
  },
  "success-code-200": {
    kind: "assumed",
    gap: "Whether a code other than 0 can mean success.",
    choice:
      "A bare object with code 200 and HTTP status 200 is a success. The sandbox never " +
      "sends it.",
    check: { name: "success-code-200", needs: "response" },
  },
  "error-decision": {
    kind: "assumed",
    gap: "What decides whether a response is an error: the HTTP status or the code.",
    choice: "The HTTP status. The code decides only if the status means success.",
    check: { never: "This is client behaviour; no message of the exchange shows it." },
  },
  "errors-without-json": {
    kind: "assumed",
    gap: "Whether an error is always JSON.",
    choice:
      "An error with status 403, 5XX may have any text as its body, and a client has to " +
      "handle that.",
    check: { name: "errors-without-json", needs: "response" },
  },
  "symbol-statuses": {
    kind: "open",
    gap: "The symbol statuses other than TRADING.",
    choice: "Left open. A client passes an unknown status on unchanged.",
    check: {
      never:
        "Nothing is assumed. `npm run observe` reports words and fields that the contract " +
        "does not know.",
    },
  },
  "symbol-status-values": {
    kind: "assumed",
    gap: "Names of further symbol statuses.",
    choice:
      "The six names of the API family. In the sandbox every symbol has the status " +
      "TRADING until an admin changes it. Then placements on the symbol are refused " +
      "with -2010; everything else continues.",
    check: { name: "marks", needs: "response" },
  },
  "rate-limit-fields": {
    kind: "assumed",
    gap: "The fields of an element of `rateLimits`.",
    choice:
      "rateLimitType, interval, intervalNum and limit. The first two have the values of " +
      "the API family.",
    check: { name: "marks", needs: "response" },
  },
  "unknown-filters": {
    kind: "assumed",
    gap: "Whether there are filters other than the eleven.",
    choice:
      "There may be. A client keeps them unchanged and reports them as not evaluated. " +
      "The sandbox has none.",
    check: { name: "marks", needs: "response" },
  },
  "order-types": {
    kind: "open",
    gap: "The full list of order types.",
    choice:
      "Left open in responses and requests. The sandbox knows the seven types that are " + "shown.",
    check: {
      never:
        "Nothing is assumed. `npm run observe` reports words and fields that the contract " +
        "does not know.",
    },
  },
  "site-null-fields": {
    kind: "assumed",
    gap: "Whether amounts of SITE symbols can be missing.",
    choice: "Some amounts may be null on SITE symbols. The sandbox always sends a value.",
    check: { name: "marks", needs: "response" },
  },
  "aggregate-trade-best-match": {
    kind: "assumed",
    gap: "Whether an aggregate trade says that it was the best price match.",
    choice: "An optional `M`, as in the API family. The sandbox leaves it out.",
    taken: "absent",
    check: { name: "aggregate-trade-best-match", needs: "response" },
  },
  "kline-trailing-element": {
    kind: "open",
    gap: "What the trailing, unnamed text of a kline means.",
    choice: 'Left open. A client passes it on; the sandbox sends "0".',
    check: { never: "Nothing is assumed about its meaning, and its text alone does not show it." },
  },
  "list-order": {
    kind: "assumed",
    gap: "The order of lists other than klines.",
    choice: "Oldest first.",
    check: { name: "list-order", needs: "response" },
  },
  "order-record-extras": {
    kind: "assumed",
    gap: "Whether an order record has further fields.",
    choice: "An optional `orderListId`. The sandbox leaves it out.",
    taken: "absent",
    check: { name: "order-record-extras", needs: "response" },
  },
  "cumulative-quote-spelling": {
    kind: "assumed",
    gap:
      "How the field for the quote amount filled so far is spelled outside the order " + "query.",
    choice: "With one m or two; a client accepts both. The sandbox uses one m everywhere.",
    taken: "oneM",
    check: { name: "cumulative-quote-spelling", needs: "probe" },
  },
  "final-states": {
    kind: "assumed",
    gap: "Whether an order can leave FILLED, CANCELED, REJECTED or EXPIRED.",
    choice: "It cannot; the four states are final.",
    check: { name: "order-states", needs: "calls" },
  },
  "partly-filled-transitions": {
    kind: "assumed",
    gap: "Which states besides FILLED can follow PARTIALLY_FILLED.",
    choice: "CANCELED, EXPIRED, or after a further fill PARTIALLY_FILLED again.",
    check: { name: "order-states", needs: "calls" },
  },
  "transition-triggers": {
    kind: "open",
    gap: "What triggers a transition, beyond the descriptions of the states.",
    choice: "Left open.",
    check: {
      never:
        "Nothing is assumed. `npm run observe` reports transitions that the contract does " +
        "not know.",
    },
  },
  "unlocking-on-expiry": {
    kind: "assumed",
    gap: "What happens to the locked amount when an order expires.",
    choice: "It becomes free again, as after a cancellation.",
    check: { name: "balance-moves", needs: "probe" },
  },
  "locked-amounts": {
    kind: "assumed",
    gap: "How much a placement locks.",
    choice:
      "A SELL locks its quantity. A BUY locks price times quantity. A MARKET BUY locks " +
      "what it costs on the current order book, or its quoteOrderQty. A waiting BUY " +
      "without a price locks stopPrice times quantity, and once it is triggered what it " +
      "costs on the order book.",
    check: { name: "balance-moves", needs: "probe" },
  },
  "reference-price-without-symbol": {
    kind: "assumed",
    gap: "The response of referencePrice when the symbol is left out.",
    choice:
      "A list with one record for each symbol that has a reference price, as the price " +
      "ticker does.",
    taken: "list",
    check: { name: "reference-price-without-symbol", needs: "response" },
  },
  "reference-price-null": {
    kind: "assumed",
    gap: "Whether a reference price can be missing.",
    choice: "It may be null. The sandbox always has one.",
    check: { name: "marks", needs: "response" },
  },
  "execution-rule-nulls": {
    kind: "assumed",
    gap: "Whether a factor of an execution rule can be missing.",
    choice:
      "It may be null; then prices on that side and in that direction are not limited. " +
      "The sandbox sends all four.",
    check: { name: "marks", needs: "response" },
  },
  "rule-types": {
    kind: "open",
    gap: "The values of `ruleType` other than PRICE_RANGE.",
    choice: "Left open. A client passes an unknown value on unchanged.",
    check: {
      never:
        "Nothing is assumed. `npm run observe` reports words and fields that the contract " +
        "does not know.",
    },
  },
  "general-security": {
    kind: "assumed",
    gap: "The security type of the five general operations.",
    choice: "NONE.",
    check: { name: "security", needs: "response" },
  },
  "security-labels": {
    kind: "open",
    gap: "The security type that the interface would print for each operation.",
    choice:
      "Left open as a label. Market data is NONE, and account and orders are SIGNED, as " +
      "their sections say. The other operations are assumed one by one.",
    check: {
      never:
        "Nothing is assumed about the label; the security type of each operation has its " +
        "own check.",
    },
  },
  "named-only-security": {
    kind: "assumed",
    gap: "Whether openOrders, allOrders and accountV2 are signed.",
    choice:
      "They are, so they take timestamp and recvWindow like the documented signed " + "operations.",
    check: { name: "security", needs: "response" },
  },
  "open-orders-form": {
    kind: "assumed",
    gap: "Parameters and response of openOrders.",
    choice: "An optional symbol; the response is a list of order records.",
    check: { name: "marks", needs: "response" },
  },
  "all-orders-form": {
    kind: "assumed",
    gap: "Parameters and response of allOrders.",
    choice:
      "A required symbol and optional orderId, startTime, endTime and limit. The " +
      "response is a list of order records, oldest first. Without orderId it holds the " +
      "most recent orders.",
    check: { name: "marks", needs: "response" },
  },
  "account-v2-form": {
    kind: "assumed",
    gap: "The form of the response of accountV2.",
    choice: "An object whose `balances` holds records of asset, free and locked.",
    check: { name: "marks", needs: "response" },
  },
  "account-v2-weight": {
    kind: "assumed",
    gap: "The weight of accountV2.",
    choice: "10, from the account operation.",
    check: { name: "weights", needs: "calls" },
  },
  "listen-key-security": {
    kind: "assumed",
    gap: "The security type of the three listen key operations.",
    choice: "USER_STREAM: only the API key header, no timestamp and no signature.",
    check: { name: "security", needs: "response" },
  },
  "listen-key-weight": {
    kind: "assumed",
    gap: "The weight of the three listen key operations.",
    choice: "1 each.",
    check: { name: "weights", needs: "calls" },
  },
  "listen-key-parameter": {
    kind: "assumed",
    gap: "The parameters for keeping a listen key alive and for closing it.",
    choice: "The required parameter `listenKey`, in the query or in a form body.",
    check: { name: "marks", needs: "response" },
  },
  "listen-key-response": {
    kind: "assumed",
    gap: "The response to the creation of a listen key.",
    choice:
      "One object, or a list with one object for each symbol type. A client accepts " +
      "both. The sandbox sends one object.",
    taken: "object",
    check: { name: "listen-key-response", needs: "response" },
  },
  "listen-key-empty-response": {
    kind: "assumed",
    gap: "The responses for keeping a listen key alive and for closing it.",
    choice: "An empty object.",
    check: { name: "marks", needs: "response" },
  },
  "cancel-order": {
    kind: "assumed",
    gap:
      "The operation that cancels an order. The interface describes only the state, and " +
      "that the locked amount returns.",
    choice:
      "DELETE /api/v1/order with symbol and one of the two ids, signed, weight 1. The " +
      "response is the order in its final state.",
    check: { name: "marks", needs: "response" },
  },
  "order-placement-response": {
    kind: "assumed",
    gap: "The response to a placement.",
    choice:
      "ACK has the ids and the time, RESULT adds the state, FULL adds the fills. Every " +
      "field is optional. A client always sends the response type.",
    taken: "full",
    check: { name: "order-placement-response", needs: "probe" },
  },
  "iceberg-quantity": {
    kind: "assumed",
    gap:
      "How an iceberg order is placed. The filters mention `icebergQty`, but the table " +
      "of parameters does not list it.",
    choice:
      "An optional parameter `icebergQty` of a placement, for order types with a limit " +
      "price and GTC, and an optional field of an order.",
    check: { name: "marks", needs: "response" },
  },
  "limit-order-quantity": {
    kind: "assumed",
    gap: "Whether a LIMIT order needs a quantity.",
    choice: "It does.",
    check: { name: "order-parameters", needs: "probe" },
  },
  "order-type-parameters": {
    kind: "assumed",
    gap:
      "Which parameters order types other than LIMIT require or refuse, and when stop " +
      "orders trigger.",
    choice: "The combinations of the API family.",
    check: { name: "order-parameters", needs: "response" },
  },
  "client-id-characters": {
    kind: "assumed",
    gap: "Which characters a client order id may contain.",
    choice: "Letters, digits, hyphens and underscores: `^[A-Za-z0-9_-]{1,36}$`.",
    check: { name: "bounds", needs: "probe" },
  },
  "parameter-bounds": {
    kind: "assumed",
    gap: "The minimum and maximum of a parameter, and the length and characters of a text.",
    choice:
      "A limit is at least 1. Ids, the times of a list and the receive window are not " +
      "negative. A symbol, a listen key and a client order id that is queried are as " +
      "long as their patterns allow, and none contains NUL. A value outside these " +
      "bounds is refused.",
    check: { name: "bounds", needs: "probe" },
  },
  "rejection-messages": {
    kind: "assumed",
    gap: "The messages of rejected orders.",
    choice:
      "With code -2010 `Account has insufficient balance for requested action.`, `Order " +
      "would immediately match and take.`, `Stop price would trigger immediately.`, " +
      "`Market is closed.`, `IcebergQty exceeds QTY.`, `Price * QTY is zero or less.`, " +
      "`Duplicate order sent.` or `Market orders are not supported for this symbol.`; " +
      "with code -1013 `Filter failure: ` and the filter. Clients in the API family use " +
      "these messages to distinguish the reasons. A client accepts any other message.",
    check: { name: "rejection-messages", needs: "response" },
  },
  "duplicate-client-id": {
    kind: "assumed",
    gap: "The response to a placement that repeats a client order id.",
    choice:
      "Code -2010 and the message `Duplicate order sent.`; the first order stays " + "unchanged.",
    taken: "refused",
    check: { name: "duplicate-client-id", needs: "probe" },
  },
  "decimal-parameter-form": {
    kind: "assumed",
    gap: "How a decimal parameter is written.",
    choice:
      "Digits, then optionally a point and more digits, as many as " +
      "`^[0-9]{1,500}(\\.[0-9]{1,499})?$` allows; no sign and no exponent.",
    check: { name: "bounds", needs: "probe" },
  },
  "order-lookup": {
    kind: "assumed",
    gap:
      "Whether an order query needs one of the two ids, and which id decides if both " +
      "are sent.",
    choice:
      "One of them is required. With both, the exchange's order id is looked up, and " +
      "the client order id has to belong to that order.",
    check: { name: "order-lookup", needs: "probe" },
  },
  "order-of-checks": {
    kind: "assumed",
    gap: "In which order a placement is checked.",
    choice:
      "API key, signature, parameters, timestamp, symbol status, order type, filters, " +
      "number of open orders, balance. Text that is not percent-encoded UTF-8 counts as " +
      "a wrong signature.",
    check: { name: "order-of-checks", needs: "probe" },
  },
  "form-body": {
    kind: "assumed",
    gap: "The media type of a request body.",
    choice:
      "application/x-www-form-urlencoded, even if the Content-Type header says " +
      "otherwise. The sandbox refuses a JSON or multipart body with code -1100.",
    check: { name: "marks", needs: "response" },
  },
  "parameter-in-both-places": {
    kind: "assumed",
    gap: "What happens when a parameter is sent both in the query and in the body.",
    choice: "A client never does it, and the sandbox refuses it with code -1101.",
    taken: "refused",
    check: { name: "parameter-in-both-places", needs: "probe" },
  },
  "percent-encoded-signing": {
    kind: "assumed",
    gap: "Whether a client may sign percent-encoded values instead.",
    choice: "Only if the user chooses it. By default the original values are signed.",
    check: { never: "Without the secret, a signature does not show which text was signed." },
  },
  "key-scopes": {
    kind: "open",
    gap: "Permission scopes and security options of API keys.",
    choice: "Left open. An API key of the sandbox may do everything.",
    check: { never: "Nothing is assumed, and no response names the scopes of a key." },
  },
  "status-of-codes": {
    kind: "assumed",
    gap: "The HTTP status that comes with an error code.",
    choice: "400, except 401 for API key errors and 429 for rate limits.",
    check: { name: "status-of-codes", needs: "response" },
  },
  "further-http-statuses": {
    kind: "assumed",
    gap: "HTTP statuses of errors beyond those listed.",
    choice:
      "400 for refused requests, 401 for API key errors, 403 for a firewall. Of 5XX " +
      "mostly 500, 501, 502, 503, 504.",
    check: { name: "marks", needs: "response" },
  },
  "error-codes": {
    kind: "open",
    gap: "The full list of codes and messages.",
    choice: "Left open. A client passes an unknown code on unchanged and never retries it.",
    check: {
      never:
        "Nothing is assumed. `npm run observe` reports words and fields that the contract " +
        "does not know.",
    },
  },
  "family-error-codes": {
    kind: "assumed",
    gap: "Error codes beyond the four listed.",
    choice: "The codes of the API family that fit these operations.",
    check: { name: "marks", needs: "response" },
  },
  "filter-failure-code": {
    kind: "assumed",
    gap: "Code and message for a violated filter.",
    choice: "-1013 with a message that ends in the name of the filter.",
    check: { name: "filter-failure-code", needs: "response" },
  },
  "retry-after-form": {
    kind: "open",
    gap: "The form of the header Retry-After.",
    choice: "Left open; see retry-after-unit.",
    check: {
      never: "Nothing is assumed here; retry-after-unit assumes the unit of whole numbers.",
    },
  },
  "retry-after-unit": {
    kind: "assumed",
    gap: "The unit of the header Retry-After.",
    choice: "Whole seconds.",
    check: { name: "retry-after-unit", needs: "response" },
  },
  "retry-after-on-ban": {
    kind: "assumed",
    gap: "Whether a response with status 418 carries Retry-After.",
    choice: "It does, with the time that is left of the ban.",
    taken: "sent",
    check: { name: "retry-after-on-ban", needs: "response" },
  },
  "jitter-form": {
    kind: "assumed",
    gap: "How jitter is added to the wait before a retry.",
    choice:
      "Full jitter: a random wait between zero and the value of the schedule, uniformly " +
      "distributed.",
    check: { never: "This is client behaviour; no message of the exchange shows it." },
  },
  "order-not-found": {
    kind: "assumed",
    gap: "The response to a query for an order that does not exist.",
    choice: "Code -2013.",
    check: { name: "order-not-found", needs: "response" },
  },
  "late-placements": {
    kind: "assumed",
    gap: "For how long a placement whose outcome is unknown can still be accepted.",
    choice:
      "Until its timestamp is outside the receive window, which the engine checks as " +
      "well; no order appears more than a second after that. A query finds an accepted " +
      "order immediately. If several orders have the same client order id, it finds the " +
      "newest.",
    check: { never: "No amount of traffic proves that an order never appears later." },
  },
  "placement-after-server-error": {
    kind: "assumed",
    gap: "Whether a placement that ended in a server error may have been executed.",
    choice:
      "It may. A client queries the order by its client order id before it sends " +
      "anything again.",
    check: {
      never: "This is client behaviour; `npm run observe` reports clients that do otherwise.",
    },
  },
  "order-rate-numbers": {
    kind: "assumed",
    gap: "The values of the two order rate limits.",
    choice: "1000 in 10 seconds and 200000 in 1 day.",
    check: { name: "order-rate-numbers", needs: "response" },
  },
  "order-count-rule": {
    kind: "assumed",
    gap: "Which placements count against the order rate limits.",
    choice: "Accepted ones.",
    taken: "accepted",
    check: { name: "order-count-rule", needs: "probe" },
  },
  "window-alignment": {
    kind: "assumed",
    gap: "Whether windows of rate limits slide or are aligned to the clock.",
    choice:
      "They are aligned to the clock: a window of ten seconds starts at :00, :10 and so " + "on.",
    taken: "clock",
    check: { name: "window-alignment", needs: "probe" },
  },
  "listed-rate-limits": {
    kind: "assumed",
    gap: "What applies if exchange information lists other limits than the interface.",
    choice: "What exchange information lists.",
    check: {
      never:
        "Only a refusal between the two values would show it, and a probe does not cause " + "one.",
    },
  },
  "ban-durations": {
    kind: "assumed",
    gap: "How long a ban lasts.",
    choice: "From 2 minutes up to 3 days.",
    check: { name: "ban-durations", needs: "response" },
  },
  "ban-end-in-message": {
    kind: "assumed",
    gap: "Whether the message of a ban says when the ban ends.",
    choice: 'It does, in Unix milliseconds after the word "until".',
    taken: "named",
    check: { name: "ban-end-in-message", needs: "response" },
  },
  "ban-escalation": {
    kind: "open",
    gap: "How bans become longer.",
    choice: "Left open. The sandbox doubles each ban, up to the maximum.",
    check: { never: "Nothing is assumed, and a probe does not get itself banned twice." },
  },
  "transitions-out-of-final-states": {
    kind: "open",
    gap: "Transitions out of FILLED, CANCELED, REJECTED and EXPIRED.",
    choice: "None is listed; final-states says what is assumed.",
    check: { never: "Nothing is assumed here; final-states says what is assumed." },
  },
  "order-type-combinations": {
    kind: "open",
    gap: "Which parameters order types other than LIMIT require.",
    choice: "The interface shows none; order-type-parameters says what is assumed.",
    check: { never: "Nothing is assumed here; order-type-parameters says what is assumed." },
  },
  "filter-failure": {
    kind: "open",
    gap: "The code for a violated filter.",
    choice: "Not shown; filter-failure-code says what is assumed.",
    check: { never: "Nothing is assumed here; filter-failure-code says what is assumed." },
  },
  "retry-attempts": {
    kind: "open",
    gap: "How often a request is tried before a client gives up.",
    choice: "Left open; the user of a client sets it.",
    check: { never: "This is client behaviour; no message of the exchange shows it." },
  },
  "rate-limit-types": {
    kind: "open",
    gap: "The values of `rateLimitType` and `interval`.",
    choice: "Left open. A client passes an unknown value on unchanged.",
    check: {
      never:
        "Nothing is assumed. `npm run observe` reports words and fields that the contract " +
        "does not know.",
    },
  },
  "agg-trades-span": {
    kind: "open",
    gap:
      "Which aggregate trades a request without bounds returns, and how far apart " +
      "startTime and endTime may be.",
    choice:
      "Left open. Without bounds the sandbox returns the most recent ones, and it " +
      "accepts any time range.",
    taken: "any",
    check: { name: "agg-trades-span", needs: "probe" },
  },
  "user-trades-span": {
    kind: "open",
    gap:
      "How far apart startTime and endTime of userTrades may be, and which parameters " +
      "may be combined.",
    choice:
      "Left open. The sandbox accepts any time range and any combination; fromId is " + "included.",
    taken: "any",
    check: { name: "user-trades-span", needs: "probe" },
  },
  "klines-beyond-limit": {
    kind: "open",
    gap:
      "Which klines are returned if there are more between startTime and endTime than " +
      "the limit allows.",
    choice:
      "Left open. The sandbox returns the oldest of them if startTime is sent, " +
      "otherwise the latest.",
    taken: "oldest",
    check: { name: "klines-beyond-limit", needs: "probe" },
  },
  "site-symbol-rules": {
    kind: "open",
    gap: "Whether SITE symbols have execution rules and reference prices.",
    choice: "Left open. The sandbox has both for every symbol.",
    check: { never: "Nothing is assumed; responses for SITE symbols are checked like all others." },
  },
  "limit-above-maximum": {
    kind: "open",
    gap: "What happens to a limit above its maximum outside the order book.",
    choice:
      "Left open. A client refuses it before sending; the sandbox refuses it with code " + "-1130.",
    taken: "refused",
    check: { name: "limit-above-maximum", needs: "probe" },
  },
  "wallet-operations": {
    kind: "open",
    gap: "Operations for deposits, withdrawals and the tracking of transfers.",
    choice: "The contract has none.",
    check: {
      never:
        "Nothing is assumed. `npm run observe` reports operations that the contract does " +
        "not know.",
    },
  },
  "deprecation-policy": {
    kind: "open",
    gap: "The policy on deprecation and compatibility.",
    choice: "Left open.",
    check: { never: "It is a promise about the future." },
  },
  "stream-address": {
    kind: "open",
    gap: "Host and path behind {stream_url}.",
    choice:
      "Left open. In the AsyncAPI document both are variables of the server. Their " +
      "defaults are the sandbox's address, 127.0.0.1:9700, and /stream.",
    check: { never: "Nothing is assumed; whoever connects knows the address." },
  },
  "stream-wrapping": {
    kind: "assumed",
    gap:
      "Whether messages come wrapped with the name of their stream if the connection " +
      "was opened with streams in the query.",
    choice:
      "Each message is the `data` of an object that names its stream. A client also " +
      "accepts messages without this wrapping.",
    taken: "wrapped",
    check: { name: "stream-wrapping", needs: "stream" },
  },
  "unwrapped-connections": {
    kind: "assumed",
    gap:
      "Whether there are connections whose messages come without wrapping, and at which " + "path.",
    choice:
      "`/ws` opens a connection without streams, and the path with a slash and a name " +
      "one with that stream. A name of digits is no stream: clients that number their " +
      "connections, such as ccxt, open `/ws/0` and subscribe to streams there. The " +
      "sandbox refuses any other name that is no stream with status 400.",
    check: {
      never:
        "Recorded traffic has the messages of a stream without the path of its " + "connection.",
    },
  },
  "control-messages": {
    kind: "assumed",
    gap: "The form of subscribe and unsubscribe messages and of their responses.",
    choice:
      "A JSON object with method, params and id. The id is a whole number below 2^53, a " +
      "text of at most 36 characters, or null; the response repeats it. A success has " +
      "the result null. An error has code and msg, at the top level or inside error.",
    check: { name: "marks", needs: "stream" },
  },
  "ping-pong": {
    kind: "assumed",
    gap: "Who sends pings, how often, and when a missing pong ends the connection.",
    choice:
      "The exchange sends a ping every 3 minutes and closes a connection if no pong " +
      "arrives within 10 minutes. A client sends a pong with the same payload " +
      "immediately. It treats a connection as dead if nothing arrives for a time that " +
      "its user can set.",
    check: { never: "Recorded traffic contains only messages, no pings and no pongs." },
  },
  "connection-attempts": {
    kind: "assumed",
    gap: "How many connections an IP address may open.",
    choice:
      "300 in 5 minutes; the sandbox refuses further upgrades with status 429. A client " +
      "spreads its attempts so that it stays below the limit.",
    check: { never: "A probe would have to open that many connections." },
  },
  "close-codes": {
    kind: "assumed",
    gap: "The codes with which the exchange closes a connection.",
    choice:
      "1001 after 24 hours, 1001 when the exchange stops, 1008 for too many messages, " +
      "1008 for a missing pong. A client reconnects after any of them.",
    check: { name: "close-codes", needs: "stream" },
  },
  "event-identity": {
    kind: "assumed",
    gap: "How a client recognizes two copies of one event.",
    choice:
      "A report of an order by symbol, order id, trade id, execution type, whether the " +
      "order is on the book, filled quantity and time. Other messages by their ids, or " +
      "by time and content. Two equal balance changes in the same millisecond look like " +
      "copies. A message with balances is never treated as a copy, because balances may " +
      "return to earlier values; processing it twice does no harm.",
    check: { name: "event-identity", needs: "stream" },
  },
  "inbound-excess": {
    kind: "assumed",
    gap: "What happens if a client sends more messages on a connection than it may.",
    choice:
      "The exchange closes the connection. A client limits its own rate to stay below " + "that.",
    check: { never: "A probe would have to break a documented limit." },
  },
  "listen-key-validity": {
    kind: "assumed",
    gap: "How long a listen key is valid if it is not kept alive.",
    choice: "60 minutes from its creation or from the last keep-alive call.",
    check: { name: "listen-key-validity", needs: "probe" },
  },
  "session-balances": {
    kind: "assumed",
    gap:
      "How a client restores balances after a reconnect. The interface mentions only " +
      "orders and trades.",
    choice:
      "It reads the whole account. An asset that the account does not list has no " +
      "balance. The time of the last change shows whether the response or an event is " +
      "newer.",
    check: { never: "This is client behaviour; no message of the exchange shows it." },
  },
  "listen-key-expired": {
    kind: "assumed",
    gap: "Whether the stream reports that its listen key has expired.",
    choice:
      "It does, with an event listenKeyExpired that contains the key. A stream whose " +
      "key was closed sends nothing more. The connection stays open in both cases. A " +
      "client also detects a silent stream and creates a new key before the old one " +
      "expires.",
    taken: "event",
    check: { name: "listen-key-expired", needs: "probe" },
  },
  "depth-site-fields": {
    kind: "assumed",
    gap: "Whether diff depth messages carry more than the seven documented fields.",
    choice:
      "For SITE symbols they also carry T, a time, and pu, the final update id of the " +
      "previous message. A client uses neither to detect a gap.",
    check: { name: "marks", needs: "stream" },
  },
  "overlapping-depth-events": {
    kind: "assumed",
    gap: "Whether a depth event may repeat updates of the previous one.",
    choice:
      "It may not. With the option for it, an order book also accepts overlapping " +
      "events, drops those with nothing new, and resynchronizes only if updates are " +
      "missing.",
    check: { name: "depth-sequence", needs: "stream" },
  },
  "crossed-order-book": {
    kind: "assumed",
    gap:
      "What a client does if the best bid of its order book is above the best ask " +
      "although no event was lost.",
    choice:
      "It fetches one new snapshot. If that is crossed too, so is the exchange's order " +
      "book: the client follows it, reports it, and fetches no further snapshot for " +
      "this reason until the book is no longer crossed. A best bid equal to the best " +
      "ask does not count as crossed.",
    check: { never: "This is client behaviour; no message of the exchange shows it." },
  },
  "depth-quantities": {
    kind: "assumed",
    gap:
      "Whether a quantity in a depth event replaces the quantity of the level or is " +
      "added to it.",
    choice: "It replaces it. Removing a level that is not in the book changes nothing.",
    check: { name: "depth-quantities", needs: "stream" },
  },
  "trade-event-payload": {
    kind: "assumed",
    gap: "The payload of the trade stream.",
    choice:
      "The fields of the API family, with the order ids of both sides. M is sent only " +
      "for GLOBAL symbols.",
    taken: "withOrderIds",
    check: { name: "trade-event-payload", needs: "stream" },
  },
  "book-ticker-event-payload": {
    kind: "assumed",
    gap: "The payload of the bookTicker stream.",
    choice:
      "Update id, symbol, both prices and both quantities. For SITE symbols also e, E " +
      "and T. For GLOBAL symbols there is no event type, so only the stream's name says " +
      "what the message is. The sandbox sends neither e nor E.",
    check: { name: "marks", needs: "stream" },
  },
  "ticker-event-payload": {
    kind: "assumed",
    gap: "The payload of the ticker stream.",
    choice:
      "The fields of the API family, with event type 24hrTicker. Ids are -1 if there " +
      "were no trades.",
    check: { name: "marks", needs: "stream" },
  },
  "mini-ticker-event-payload": {
    kind: "assumed",
    gap: "The payload of the miniTicker stream.",
    choice: "The fields of the API family, with event type 24hrMiniTicker.",
    check: { name: "marks", needs: "stream" },
  },
  "execution-report-payload": {
    kind: "assumed",
    gap: "The payload of executionReport.",
    choice:
      "The fields of the API family in 2020. Newer fields may arrive; a client keeps " +
      "them unchanged.",
    taken: "emptyText",
    check: { name: "execution-report-payload", needs: "stream" },
  },
  "execution-types": {
    kind: "open",
    gap: "Which execution types there are.",
    choice:
      "Left open. The values of the API family are listed, and a client accepts any " + "other.",
    check: {
      never:
        "Nothing is assumed. `npm run observe` reports words and fields that the contract " +
        "does not know.",
    },
  },
  "account-position-payload": {
    kind: "assumed",
    gap: "The payload of outboundAccountPosition.",
    choice:
      "Event type, event time, time of the last change, and a list of asset, free and " + "locked.",
    check: { name: "marks", needs: "stream" },
  },
  "balance-update-payload": {
    kind: "assumed",
    gap: "The payload of balanceUpdate.",
    choice:
      "Event type, event time, asset, signed change and time of the booking. It is sent " +
      "for deposits, withdrawals and transfers, not for trades.",
    check: { name: "marks", needs: "stream" },
  },
  "events-by-operation": {
    kind: "open",
    gap: "Which operation causes which event.",
    choice:
      "Left open. In the sandbox a placement, each fill, a cancellation and an expiry " +
      "send an executionReport and an outboundAccountPosition; a refused placement " +
      "sends nothing. A triggered order sends a second report, of type NEW with w true, " +
      "or REJECTED if it is refused.",
    check: { never: "Nothing is assumed; each event has its own check." },
  },
  "percent-price-inequality": {
    kind: "assumed",
    gap: "The inequality of PERCENT_PRICE.",
    choice:
      "average * multiplierDown <= price <= average * multiplierUp. The filter does not " +
      "apply to an order without a price.",
    check: { name: "filter-rules", needs: "probe" },
  },
  "lot-size-zero": {
    kind: "assumed",
    gap: "What a stepSize or a maxQty of 0 means in LOT_SIZE and MARKET_LOT_SIZE.",
    choice:
      "There is no step and no largest quantity, as with a tickSize and a maxPrice of " + "0.",
    check: { name: "filter-rules", needs: "probe" },
  },
  "market-lot-size-besides-lot-size": {
    kind: "assumed",
    gap:
      "Whether a MARKET order must satisfy LOT_SIZE if the symbol also has " + "MARKET_LOT_SIZE.",
    choice: "It must satisfy both.",
    taken: "both",
    check: { name: "market-lot-size-besides-lot-size", needs: "probe" },
  },
  "min-notional-quote-quantity": {
    kind: "assumed",
    gap: "What MIN_NOTIONAL compares if a MARKET order has quoteOrderQty.",
    choice: "quoteOrderQty itself, if applyToMarket is true.",
    check: { name: "filter-rules", needs: "probe" },
  },
  "iceberg-parts-pass": {
    kind: "assumed",
    gap: "When an order passes ICEBERG_PARTS.",
    choice:
      "If the number of parts is at most limit. The filter does not apply to orders " +
      "without icebergQty or with 0.",
    check: { name: "filter-rules", needs: "probe" },
  },
  "exchange-max-num-orders-field": {
    kind: "assumed",
    gap: "The fields of EXCHANGE_MAX_NUM_ORDERS.",
    choice:
      "maxNumOrders; an order passes if there are at most that many open orders, itself " +
      "included.",
    check: { name: "marks", needs: "response" },
  },
  "max-num-orders-spelling": {
    kind: "assumed",
    gap: "Whether the field of MAX_NUM_ORDERS has another name.",
    choice: "If a filter has no limit, maxNumOrders is read; limit wins if there are both.",
    check: { name: "max-num-orders-spelling", needs: "response" },
  },
  "exchange-max-num-algo-orders-field": {
    kind: "assumed",
    gap: "The fields of EXCHANGE_MAX_NUM_ALGO_ORDERS.",
    choice:
      "maxNumAlgoOrders; an algo order passes if there are at most that many open algo " +
      "orders, itself included.",
    check: { name: "marks", needs: "response" },
  },
  "limit-order-extras": {
    kind: "assumed",
    gap: "Whether a LIMIT order may have quoteOrderQty or stopPrice.",
    choice: "It may not; the error is -1106, as for other types.",
    check: { name: "order-parameters", needs: "probe" },
  },
  "iceberg-queue": {
    kind: "assumed",
    gap:
      "Which place an iceberg order has in the queue of its price, and what happens " +
      "when its visible part is filled.",
    choice:
      "One part is visible at a time and counts in the depth of the book. The next part " +
      "goes to the end of the queue of its price. FOK and MARKET orders also match the " +
      "hidden quantity.",
    check: { never: "Orders of others at the same price hide the place of a part in the queue." },
  },
  "stop-trigger-price": {
    kind: "assumed",
    gap: "Which price triggers a waiting order, and the sequence if several are triggered.",
    choice:
      "The price of the last trade, when it reaches the stop price. The order whose " +
      "stop price is reached first goes first; of equal ones the oldest. Before the " +
      "first trade no order is refused for its stop price.",
    check: { never: "No message names the trade that triggered an order." },
  },
  "self-trades": {
    kind: "assumed",
    gap: "Whether two orders of one account may trade with each other.",
    choice: "They may, and pay commission on both sides.",
    taken: "allowed",
    check: { name: "self-trades", needs: "probe" },
  },
  "refused-placements": {
    kind: "assumed",
    gap: "Whether a refused placement leaves an order in state REJECTED.",
    choice:
      "It does not: the error is the whole response, and the client order id stays " +
      "free. An order becomes REJECTED if it waited for its stop price and the balance " +
      "is too low when it is triggered.",
    check: { name: "refused-placements", needs: "probe" },
  },
  "working-flag": {
    kind: "assumed",
    gap: "When `isWorking` is true.",
    choice:
      "From the acceptance of an order until its end; for an order with a stop price " +
      "from its trigger.",
    taken: "working",
    check: { name: "working-flag", needs: "probe" },
  },
  "commission-rounding": {
    kind: "assumed",
    gap: "How a commission is rounded.",
    choice: "Down to 8 decimal places, the commission precision of every symbol.",
    taken: "down",
    check: { name: "commission-rounding", needs: "probe" },
  },
  "refused-request-weight": {
    kind: "assumed",
    gap: "Whether a request that is refused because of its weight adds to the used weight.",
    choice: "It does not.",
    taken: "free",
    check: { name: "refused-request-weight", needs: "probe" },
  },
  "ban-threshold": {
    kind: "assumed",
    gap: "How many refusals lead to a ban.",
    choice:
      "10; the next one bans the IP address for 2 minutes, and each further ban is " +
      "twice as long.",
    check: { name: "ban-threshold", needs: "probe" },
  },
  "list-pages": {
    kind: "assumed",
    gap: "Which rows are returned if there are more than the limit allows.",
    choice: "Those that follow the given start time or id; without one, the latest.",
    taken: "latest",
    check: { name: "list-pages", needs: "probe" },
  },
  "own-trade-pages": {
    kind: "assumed",
    gap: "How a client reads its own trades if they do not fit in one response.",
    choice:
      "Like other lists. One trade can be two rows if both its orders belong to the " +
      "account, so a client requests the last row of a page again and drops the " +
      "repeated one.",
    check: {
      never: "This is client behaviour; self-trades says whether one trade can be two rows.",
    },
  },
  "kline-origins": {
    kind: "assumed",
    gap: "At which time klines of three days begin.",
    choice:
      "They are counted from the epoch, 1970-01-01. Weeks begin on Monday. All " +
      "intervals are in UTC.",
    check: { name: "kline-origins", needs: "response" },
  },
  "klines-without-trades": {
    kind: "assumed",
    gap: "Whether there is a kline for an interval without trades.",
    choice:
      "There is one if the symbol has had a trade before; it repeats the last price and " +
      "has no volume.",
    taken: "repeated",
    check: { name: "klines-without-trades", needs: "response" },
  },
  "depth-update-pace": {
    kind: "assumed",
    gap: "How often depth events are sent.",
    choice: "After every command that changes the order book.",
    taken: "everyChange",
    check: { name: "depth-update-pace", needs: "stream" },
  },
  "signature-refusals": {
    kind: "assumed",
    gap: "The error codes for a signature that is missing, repeated, or malformed.",
    choice: "-1102 if it is missing, -1101 if it is sent twice, -1022 for any other text.",
    check: { name: "signature-refusals", needs: "probe" },
  },
  "unknown-request-responses": {
    kind: "assumed",
    gap:
      "How unknown paths, other methods and operations that are not implemented are " + "refused.",
    choice:
      "With status 404, 405 and 501, and with code -1000, or -1020 for an operation " +
      "that is not implemented, in the envelope. This sandbox serves every operation; " +
      "one of another contract has some that it cannot serve.",
    check: { name: "unknown-request-responses", needs: "probe" },
  },
  "average-price": {
    kind: "assumed",
    gap: "How the average price of a filter is calculated, and what it is without trades.",
    choice:
      "The mean of the trade prices of those minutes, weighted by quantity and rounded " +
      "down to eight places. Without trades in those minutes, the last price.",
    check: { never: "A response has the average, but not the trades of all its minutes." },
  },
  "stream-backlog": {
    kind: "assumed",
    gap: "What happens to events if their reader is too slow.",
    choice:
      "A client keeps a limited number. Of prices it keeps the newest. Of trades it " +
      "drops the oldest and counts the dropped ones. Order books and account events are " +
      "discarded and synchronized again.",
    check: { never: "This is client behaviour; no message of the exchange shows it." },
  },
} as const satisfies Readonly<Record<string, AssumptionDescriptor>>;

/** Id of an assumption. */
export type AssumptionId = keyof typeof assumptions;

/** Name of a check that looks for assumptions in traffic. */
export type CheckName = Extract<
  (typeof assumptions)[AssumptionId]["check"],
  { readonly name: string }
>["name"];
