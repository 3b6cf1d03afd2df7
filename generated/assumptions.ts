// Generated from spec/assumptions.yaml by generators/emitters/assumptions.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { AssumptionDescriptor } from "../runtime/tables.ts";

/**
 * What the interface does not show, what is taken for it, and how traffic shows whether that holds.
 * `taken` is the default of the sandbox, where it has several options.
 *
 * @see spec/assumptions.yaml
 */
export const assumptions = {
  "envelope-coverage": {
    kind: "open",
    gap: "Which success responses carry the envelope.",
    choice:
      "Left open. A client unwraps an envelope where it finds one; anything else is the " +
      "response itself.",
    check: { never: "Nothing is taken here; bare-successes says which form a response has." },
  },
  "bare-successes": {
    kind: "assumed",
    gap: "Whether a success comes bare or in the envelope.",
    choice: "Bare. The sandbox sends every success without the envelope.",
    taken: "bare",
    check: { name: "bare-successes", needs: "response" },
  },
  "short-error-envelope": {
    kind: "assumed",
    gap: "Whether every error carries all required fields of the envelope.",
    choice:
      "A client also accepts an error of `code` and `msg` alone. The sandbox sends all " +
      "required fields.",
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
    gap: "What decides first, the HTTP status or the code.",
    choice: "The HTTP status; the code decides where the status says success.",
    check: { never: "It is what a client does; nothing that an exchange sends shows it." },
  },
  "errors-without-json": {
    kind: "assumed",
    gap: "Whether an error is always JSON.",
    choice:
      "An error with status 403 or 5xx may carry any text, and a client must not " +
      "stumble over it.",
    check: { name: "errors-without-json", needs: "response" },
  },
  "symbol-statuses": {
    kind: "open",
    gap: "The symbol statuses other than TRADING.",
    choice: "Left open. An unknown status reaches the user as it came.",
    check: {
      never:
        "Nothing is taken here; a report lists words and fields that the contract does " +
        "not know.",
    },
  },
  "symbol-status-values": {
    kind: "assumed",
    gap: "Names of further symbol statuses.",
    choice:
      "The six names of the family. In the sandbox every symbol has the status TRADING " +
      "until its admin gives it another one; then placements on it are refused with " +
      "-2010, and all else goes on.",
    check: { name: "marks", needs: "response" },
  },
  "rate-limit-fields": {
    kind: "assumed",
    gap: "The fields of an element of `rateLimits`.",
    choice:
      "rateLimitType, interval, intervalNum and limit, with the words of the family for " +
      "the first two.",
    check: { name: "marks", needs: "response" },
  },
  "unknown-filters": {
    kind: "assumed",
    gap: "Whether filters other than the eleven occur.",
    choice:
      "They may. A client keeps them as they came and reports them as not evaluated. " +
      "The sandbox has none.",
    check: { name: "marks", needs: "response" },
  },
  "order-types": {
    kind: "open",
    gap: "The full list of order types.",
    choice: "Left open in responses and requests. The sandbox knows the seven types seen.",
    check: {
      never:
        "Nothing is taken here; a report lists words and fields that the contract does " +
        "not know.",
    },
  },
  "site-null-fields": {
    kind: "assumed",
    gap: "Whether numbers of SITE symbols can be missing.",
    choice: "Some amounts may be null on SITE symbols. The sandbox always sends a number.",
    check: { name: "marks", needs: "response" },
  },
  "aggregate-trade-best-match": {
    kind: "assumed",
    gap: "Whether an aggregate trade shows the best match.",
    choice: "An optional `M`, as in the family. The sandbox leaves it out.",
    taken: "absent",
    check: { name: "aggregate-trade-best-match", needs: "response" },
  },
  "kline-trailing-element": {
    kind: "open",
    gap: "What the further trailing text of a kline means.",
    choice: 'Left open. A client hands it on; the sandbox sends "0".',
    check: { never: "Nothing is taken for its meaning, and a text alone does not show it." },
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
    gap: "How the amount filled so far is spelled outside the order query.",
    choice:
      "Either spelling, with one m or two; a client accepts both. The sandbox uses one " +
      "m everywhere.",
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
    gap: "Where a partly filled order goes besides FILLED.",
    choice:
      "To CANCELED, to EXPIRED, or with a further part filled to PARTIALLY_FILLED " + "again.",
    check: { name: "order-states", needs: "calls" },
  },
  "transition-triggers": {
    kind: "open",
    gap: "Triggers of transitions beyond what the descriptions of the states say.",
    choice: "Left open.",
    check: {
      never:
        "Nothing is taken here; a report lists transitions that the contract does not " + "know.",
    },
  },
  "unlocking-on-expiry": {
    kind: "assumed",
    gap: "What happens to the locked amount when an order expires.",
    choice: "It returns to free, as on cancellation.",
    check: { name: "balance-moves", needs: "probe" },
  },
  "locked-amounts": {
    kind: "assumed",
    gap: "How much a placement locks.",
    choice:
      "A SELL locks its quantity; a BUY locks price times quantity; a MARKET BUY locks " +
      "what the book costs or its quoteOrderQty. A BUY that waits without a price locks " +
      "stopPrice times quantity, and what the book costs once it is triggered.",
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
      "It may be null, and then that side and direction are free. The sandbox sends all " + "four.",
    check: { name: "marks", needs: "response" },
  },
  "rule-types": {
    kind: "open",
    gap: "The values of `ruleType` other than PRICE_RANGE.",
    choice: "Left open. An unknown value reaches the user as it came.",
    check: {
      never:
        "Nothing is taken here; a report lists words and fields that the contract does " +
        "not know.",
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
    gap: "The printed security type of each operation.",
    choice:
      "Left open as a label. Market data is NONE and account and orders are SIGNED as " +
      "their sections say; the rest is assumed operation by operation.",
    check: {
      never:
        "Nothing is taken for the label; the security type of each operation is checked " +
        "for itself.",
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
      "A needed symbol and optional orderId, startTime, endTime and limit; the response " +
      "is a list of order records, oldest first. Without orderId the most recent ones " +
      "are given.",
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
    choice: "10, the weight of the account operation.",
    check: { name: "weights", needs: "calls" },
  },
  "listen-key-security": {
    kind: "assumed",
    gap: "The security type of the three listen key operations.",
    choice: "USER_STREAM: the key header alone, without timestamp and signature.",
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
    gap: "The parameters of keeping a listen key alive and of closing it.",
    choice: "The parameter `listenKey`, needed, in the query or in a form body.",
    check: { name: "marks", needs: "response" },
  },
  "listen-key-response": {
    kind: "assumed",
    gap: "The response to the creation of a listen key.",
    choice:
      "One object, or a list with one object for each kind of symbol; a client accepts " +
      "both. The sandbox sends one object.",
    taken: "object",
    check: { name: "listen-key-response", needs: "response" },
  },
  "listen-key-empty-response": {
    kind: "assumed",
    gap: "The responses of keeping a listen key alive and of closing it.",
    choice: "An empty object.",
    check: { name: "marks", needs: "response" },
  },
  "cancel-order": {
    kind: "assumed",
    gap:
      "The call that cancels an order; the interface describes the state and the return " +
      "of the locked amount only.",
    choice:
      "DELETE /api/v1/order with symbol and one of the two ids, signed, weight 1; the " +
      "response is the order as it ended.",
    check: { name: "marks", needs: "response" },
  },
  "order-placement-response": {
    kind: "assumed",
    gap: "The response to a placement.",
    choice:
      "ACK gives the ids and the time, RESULT adds the state, FULL adds the fills; " +
      "every field is optional. A client always names the response type.",
    taken: "full",
    check: { name: "order-placement-response", needs: "probe" },
  },
  "iceberg-quantity": {
    kind: "assumed",
    gap:
      "How an iceberg order is placed; the filters speak of `icebergQty`, and the table " +
      "of parameters lacks it.",
    choice:
      "An optional parameter `icebergQty` of a placement, for limit-priced types with " +
      "GTC, and an optional field of an order.",
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
      "The parameters that order types other than LIMIT need or refuse, and when stop " +
      "orders trigger.",
    choice: "The combinations of the family.",
    check: { name: "order-parameters", needs: "response" },
  },
  "client-id-characters": {
    kind: "assumed",
    gap: "Which characters a client id may hold.",
    choice: "1 to 36 letters, digits, hyphens and underscores.",
    check: { name: "bounds", needs: "probe" },
  },
  "parameter-bounds": {
    kind: "assumed",
    gap:
      "The lowest and highest value of a parameter, and the length and characters of a " + "text.",
    choice:
      "A limit is 1 at least; ids, moments and the receive window are 0 at least, and a " +
      "moment is one that a date can hold. A symbol has 64 characters at most, a listen " +
      "key 256, a client id that is asked for 10000, and none of them is NUL. A value " +
      "outside is refused.",
    check: { name: "bounds", needs: "probe" },
  },
  "rejection-messages": {
    kind: "assumed",
    gap: "The words of an order's rejection.",
    choice:
      "With code -2010 `Account has insufficient balance for requested action.`, `Order " +
      "would immediately match and take.`, `Stop price would trigger immediately.`, " +
      "`Market is closed.`, `IcebergQty exceeds QTY.`, `Price * QTY is zero or less.`, " +
      "`Duplicate order sent.` or `Market orders are not supported for this symbol.`; " +
      "with code -1013 `Filter failure:` and the filter. Clients of the family " +
      "distinguish the reasons by these words. A client accepts any others.",
    check: { name: "rejection-messages", needs: "response" },
  },
  "duplicate-client-id": {
    kind: "assumed",
    gap: "The response to a repeated client id.",
    choice:
      "With code -2010 and the words `Duplicate order sent.`, and the first order stays " +
      "as it is.",
    taken: "refused",
    check: { name: "duplicate-client-id", needs: "probe" },
  },
  "decimal-parameter-form": {
    kind: "assumed",
    gap: "How a decimal parameter is spelled.",
    choice:
      "1 to 500 digits, then if need be a point and 1 to 499 digits; no sign and no " + "exponent.",
    check: { name: "bounds", needs: "probe" },
  },
  "order-lookup": {
    kind: "assumed",
    gap: "Whether an order query needs one of the two ids, and which goes first.",
    choice:
      "One of them is needed; with both, the exchange's number is looked up and the " +
      "client id must belong to it.",
    check: { name: "order-lookup", needs: "probe" },
  },
  "order-of-checks": {
    kind: "assumed",
    gap: "In which order a placement is checked.",
    choice:
      "Key, signature, parameters, timestamp, symbol status, order type, filters, " +
      "counts of open orders, balance. Text that is not percent-encoded UTF-8 counts as " +
      "a wrong signature.",
    check: { name: "order-of-checks", needs: "probe" },
  },
  "form-body": {
    kind: "assumed",
    gap: "The media type of a request body.",
    choice:
      "application/x-www-form-urlencoded, also where the header says otherwise. The " +
      "sandbox refuses a body that is JSON or has several parts with code -1100.",
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
    gap: "Whether percent-encoded values may be signed instead.",
    choice: "Only as a choice of the user; original values are signed unless set otherwise.",
    check: {
      never: "A signature does not show which text was signed to those without the secret.",
    },
  },
  "key-scopes": {
    kind: "open",
    gap: "Permission scopes and security options of API keys.",
    choice: "Left open. A key of the sandbox may do everything.",
    check: { never: "Nothing is taken here, and no response names the scopes of a key." },
  },
  "status-of-codes": {
    kind: "assumed",
    gap: "The HTTP status that comes with an error code.",
    choice: "400, but 401 for keys and 429 for rates.",
    check: { name: "status-of-codes", needs: "response" },
  },
  "further-http-statuses": {
    kind: "assumed",
    gap: "HTTP statuses of errors beyond those listed.",
    choice:
      "400 for refused requests, 401 for keys, 403 for a firewall; of 5XX mostly 500, " +
      "502, 503 and 504.",
    check: { name: "marks", needs: "response" },
  },
  "error-codes": {
    kind: "open",
    gap: "The full list of codes and messages.",
    choice: "Left open. An unknown code reaches the user as it came and is never retried.",
    check: {
      never:
        "Nothing is taken here; a report lists words and fields that the contract does " +
        "not know.",
    },
  },
  "family-error-codes": {
    kind: "assumed",
    gap: "Error codes beyond the four listed.",
    choice: "The codes of the family that fit the operations here.",
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
      never: "Nothing is taken here; retry-after-unit says what is taken for whole numbers.",
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
    choice: "It does, with the rest of the ban.",
    taken: "sent",
    check: { name: "retry-after-on-ban", needs: "response" },
  },
  "jitter-form": {
    kind: "assumed",
    gap: "The form of the jitter.",
    choice: "Full jitter: the wait is drawn evenly from zero to the value of the schedule.",
    check: { never: "It is what a client does; nothing that an exchange sends shows it." },
  },
  "order-not-found": {
    kind: "assumed",
    gap: "The response to the query of an order that does not exist.",
    choice: "With code -2013.",
    check: { name: "order-not-found", needs: "response" },
  },
  "late-placements": {
    kind: "assumed",
    gap: "Until when a placement that nobody has seen can still be accepted.",
    choice:
      "Until its timestamp has left the receive window, which the engine checks as " +
      "well, and no order comes to light later than a second after that. A query shows " +
      "an accepted order at once, and of several under one client id the newest.",
    check: {
      never:
        "That an order never comes to light later cannot be seen in any length of " + "traffic.",
    },
  },
  "placement-after-server-error": {
    kind: "assumed",
    gap: "What follows a placement that ended in a server error.",
    choice: "The order is queried by its client id before anything is sent again.",
    check: { never: "It is what a client does; a report names clients that do otherwise." },
  },
  "order-rate-numbers": {
    kind: "assumed",
    gap: "The amounts of the two order rates.",
    choice: "1000 in 10 seconds and 200000 in a day.",
    check: { name: "order-rate-numbers", needs: "response" },
  },
  "order-count-rule": {
    kind: "assumed",
    gap: "Which placements count against the order rate.",
    choice: "Those that were accepted.",
    taken: "accepted",
    check: { name: "order-count-rule", needs: "probe" },
  },
  "window-alignment": {
    kind: "assumed",
    gap: "Whether windows slide or start with the clock.",
    choice: "They start with the clock: a 10-second window at :00, :10 and so on.",
    taken: "clock",
    check: { name: "window-alignment", needs: "probe" },
  },
  "listed-rate-limits": {
    kind: "assumed",
    gap: "What holds when exchange information lists other amounts than the interface.",
    choice: "What exchange information lists.",
    check: {
      never:
        "Only a refusal between the two amounts would show it, and a probe does not " +
        "provoke one.",
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
    choice: 'It does, in Unix milliseconds behind the word "until".',
    taken: "named",
    check: { name: "ban-end-in-message", needs: "response" },
  },
  "ban-escalation": {
    kind: "open",
    gap: "The steps by which a ban grows.",
    choice: "Left open; the sandbox doubles the ban each time up to the longest.",
    check: { never: "Nothing is taken here, and a probe does not have itself banned twice." },
  },
  "transitions-out-of-final-states": {
    kind: "open",
    gap: "Transitions out of FILLED, CANCELED, REJECTED and EXPIRED.",
    choice: "None is listed; final-states says what is taken.",
    check: { never: "Nothing is taken here; final-states says what is taken." },
  },
  "order-type-combinations": {
    kind: "open",
    gap: "The needed parameters of order types other than LIMIT.",
    choice: "The interface shows none; order-type-parameters says what is taken.",
    check: { never: "Nothing is taken here; order-type-parameters says what is taken." },
  },
  "filter-failure": {
    kind: "open",
    gap: "The code for a violated filter.",
    choice: "Not shown; filter-failure-code says what is taken.",
    check: { never: "Nothing is taken here; filter-failure-code says what is taken." },
  },
  "retry-attempts": {
    kind: "open",
    gap: "How often a request is tried before giving up.",
    choice: "Left open; the user of a client sets it.",
    check: { never: "It is what a client does; nothing that an exchange sends shows it." },
  },
  "rate-limit-types": {
    kind: "open",
    gap: "The values of `rateLimitType` and `interval`.",
    choice: "Left open. An unknown word reaches the user as it came.",
    check: {
      never:
        "Nothing is taken here; a report lists words and fields that the contract does " +
        "not know.",
    },
  },
  "agg-trades-span": {
    kind: "open",
    gap:
      "Which aggregate trades come without bounds, and how far apart the two times may " + "lie.",
    choice:
      "Left open. The sandbox gives the most recent ones without bounds and takes any " + "span.",
    taken: "any",
    check: { name: "agg-trades-span", needs: "probe" },
  },
  "user-trades-span": {
    kind: "open",
    gap:
      "How far apart the two times of userTrades may lie, and which parameters may be " +
      "combined.",
    choice:
      "Left open. The sandbox takes any span and any combination, and fromId is " + "included.",
    taken: "any",
    check: { name: "user-trades-span", needs: "probe" },
  },
  "klines-beyond-limit": {
    kind: "open",
    gap: "Which klines come when more lie between the two times than the limit allows.",
    choice:
      "Left open. The sandbox gives the oldest of them where a start is sent, and the " +
      "latest otherwise.",
    taken: "oldest",
    check: { name: "klines-beyond-limit", needs: "probe" },
  },
  "site-symbol-rules": {
    kind: "open",
    gap: "Execution rules and reference prices of SITE symbols.",
    choice: "Left open. The sandbox has both for every symbol.",
    check: {
      never:
        "Nothing is taken here; the responses for SITE symbols are checked as all others " + "are.",
    },
  },
  "limit-above-maximum": {
    kind: "open",
    gap: "What happens to a limit above its maximum outside the order book.",
    choice: "Left open. A client refuses it before sending, and the sandbox with code -1130.",
    taken: "refused",
    check: { name: "limit-above-maximum", needs: "probe" },
  },
  "wallet-operations": {
    kind: "open",
    gap: "Operations for deposit, withdrawal and the tracking of transfers.",
    choice: "None is in the contract.",
    check: {
      never:
        "Nothing is taken here; a report lists operations that the contract does not " + "know.",
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
      "Left open. The server of the stream document takes both as variables, which " +
      "start with the sandbox's own address, 127.0.0.1:9700 and /stream.",
    check: { never: "Nothing is taken here; whoever connects knows the address." },
  },
  "stream-wrapping": {
    kind: "assumed",
    gap:
      "Whether the messages of a connection opened by a query come wrapped with their " +
      "stream's name.",
    choice:
      "Each message travels as the data of an object that names its stream. A client " +
      "also takes a message that comes bare.",
    taken: "wrapped",
    check: { name: "stream-wrapping", needs: "stream" },
  },
  "control-messages": {
    kind: "assumed",
    gap: "Form of the subscribe and unsubscribe messages and of their responses.",
    choice:
      "A JSON object with method, params and an id: a whole number below 2^53, a text " +
      "of at most 36 characters, or null. The response repeats the id. Success has a " +
      "null result, error has code and msg, at the top or inside error.",
    check: { name: "marks", needs: "stream" },
  },
  "ping-pong": {
    kind: "assumed",
    gap: "Who sends pings, how often, and when a missing pong ends the connection.",
    choice:
      "The exchange sends a ping every 3 minutes and ends a connection whose pong is " +
      "not there within 10. A client sends a pong with the same payload at once and " +
      "takes a connection for dead after a silence that its user can set.",
    check: { never: "Recorded traffic holds messages only, no pings and no pongs." },
  },
  "connection-attempts": {
    kind: "assumed",
    gap: "How many connections an address may open.",
    choice:
      "300 in 5 minutes; the sandbox refuses the next upgrade with status 429. A client " +
      "spreads its attempts so that it never comes to that.",
    check: { never: "A probe would have to open 300 connections in 5 minutes." },
  },
  "close-codes": {
    kind: "assumed",
    gap: "The codes with which the exchange closes a connection.",
    choice:
      "1001 after 24 hours and when the exchange stops, 1008 for too many messages and " +
      "for a pong that stays out. A client connects again after any of them.",
    check: { name: "close-codes", needs: "stream" },
  },
  "event-identity": {
    kind: "assumed",
    gap: "By what two copies of one event are known for the same.",
    choice:
      "A fill by symbol, order and trade id; another report of an order by symbol, " +
      "order, kind, time and whether it is on the book; other messages by their ids, or " +
      "by time and content. Two equal balance changes in one millisecond look like " +
      "copies. A message with balances has no key, as balances may come back to what " +
      "they were; copies of it do no harm.",
    check: { name: "event-identity", needs: "stream" },
  },
  "inbound-excess": {
    kind: "assumed",
    gap: "What happens when a connection sends more than 5 messages in a second.",
    choice:
      "The exchange cuts the connection. A client paces itself so that it never comes " +
      "to that.",
    check: { never: "A probe would have to break a documented limit." },
  },
  "listen-key-validity": {
    kind: "assumed",
    gap: "How long a listenKey lives without being kept alive.",
    choice: "60 minutes from its creation or from the last call that kept it alive.",
    check: { name: "listen-key-validity", needs: "probe" },
  },
  "session-balances": {
    kind: "assumed",
    gap:
      "How balances are had again after a reconnect; the interface names orders and " +
      "trades alone.",
    choice:
      "The account is read, whole: an asset that it does not list is not held. Its time " +
      "of the last change shows whether the response or an event is the newer one.",
    check: { never: "It is what a client does; nothing that an exchange sends shows it." },
  },
  "listen-key-expired": {
    kind: "assumed",
    gap: "Whether the stream says that its listenKey has expired.",
    choice:
      "An event listenKeyExpired with the key in it; a stream whose key was closed " +
      "falls silent, and the connection stays open either way. A client also notices a " +
      "stream that falls silent and makes a new key in time by itself.",
    taken: "event",
    check: { name: "listen-key-expired", needs: "probe" },
  },
  "depth-site-fields": {
    kind: "assumed",
    gap: "Whether diff depth messages carry more than the seven documented fields.",
    choice:
      "SITE symbols add T, a time, and pu, the final update id of the message before. A " +
      "client uses neither to decide on a gap.",
    check: { name: "marks", needs: "stream" },
  },
  "overlapping-depth-events": {
    kind: "assumed",
    gap: "Whether an event may repeat updates of the one before it.",
    choice:
      "It does not. A book with that option also takes events that overlap, drops those " +
      "that hold nothing new, and starts again only where updates are missing.",
    check: { name: "depth-sequence", needs: "stream" },
  },
  "crossed-order-book": {
    kind: "assumed",
    gap:
      "What a client does when the best bid of its book is above the best ask, as no " +
      "event was lost.",
    choice:
      "It fetches one new snapshot. When that is crossed too, the exchange's book is: " +
      "the client follows it, says so, and fetches no other for that reason until the " +
      "book is not crossed any more. A book whose best bid equals its best ask is a " +
      "usual one.",
    check: { never: "It is what a client does; nothing that an exchange sends shows it." },
  },
  "depth-quantities": {
    kind: "assumed",
    gap: "Whether a quantity in a diff depth message replaces the level's or is added to " + "it.",
    choice: "It replaces it. Removing a level that is not in the book changes nothing.",
    check: { name: "depth-quantities", needs: "stream" },
  },
  "trade-event-payload": {
    kind: "assumed",
    gap: "Payload of the trade stream.",
    choice:
      "The fields of the family with the order ids of both sides; M is sent for GLOBAL " +
      "symbols only.",
    taken: "withOrderIds",
    check: { name: "trade-event-payload", needs: "stream" },
  },
  "book-ticker-event-payload": {
    kind: "assumed",
    gap: "Payload of the bookTicker stream.",
    choice:
      "Update id, symbol, both prices and both quantities. SITE symbols add e, E and T, " +
      "GLOBAL ones send no event type, so the stream's name says what it is. The " +
      "sandbox sends neither e nor E.",
    check: { name: "marks", needs: "stream" },
  },
  "ticker-event-payload": {
    kind: "assumed",
    gap: "Payload of the ticker stream.",
    choice:
      "The fields of the family, with event type 24hrTicker; ids are -1 when there were " +
      "no trades.",
    check: { name: "marks", needs: "stream" },
  },
  "mini-ticker-event-payload": {
    kind: "assumed",
    gap: "Payload of the miniTicker stream.",
    choice: "The fields of the family, with event type 24hrMiniTicker.",
    check: { name: "marks", needs: "stream" },
  },
  "execution-report-payload": {
    kind: "assumed",
    gap: "Payload of executionReport.",
    choice:
      "The fields of the family as of 2020. Fields that came later may arrive and are " +
      "kept as they are.",
    taken: "emptyText",
    check: { name: "execution-report-payload", needs: "stream" },
  },
  "execution-types": {
    kind: "open",
    gap: "Which execution types there are.",
    choice: "Left open. The words of the family are listed, and any other one is accepted.",
    check: {
      never:
        "Nothing is taken here; a report lists words and fields that the contract does " +
        "not know.",
    },
  },
  "account-position-payload": {
    kind: "assumed",
    gap: "Payload of outboundAccountPosition.",
    choice:
      "Event type, event time, time of the last change, and a list of asset, free and " + "locked.",
    check: { name: "marks", needs: "stream" },
  },
  "balance-update-payload": {
    kind: "assumed",
    gap: "Payload of balanceUpdate.",
    choice:
      "Event type, event time, asset, signed change and time of the booking; sent for " +
      "deposits, withdrawals and transfers, not for trades.",
    check: { name: "marks", needs: "stream" },
  },
  "events-by-operation": {
    kind: "open",
    gap: "Which REST operation leads to which event.",
    choice:
      "Left open. In the sandbox a placement, each fill, a cancellation and an expiry " +
      "send an executionReport and an outboundAccountPosition; a refused placement " +
      "sends nothing. An order that is triggered sends a second report of type NEW with " +
      "w true, or REJECTED when it is refused.",
    check: { never: "Nothing is taken here; each event is checked for itself." },
  },
  "percent-price-inequality": {
    kind: "assumed",
    gap: "Inequality of PERCENT_PRICE.",
    choice:
      "average * multiplierDown <= price <= average * multiplierUp. An order without a " +
      "price is not asked.",
    check: { name: "filter-rules", needs: "probe" },
  },
  "lot-step-zero": {
    kind: "assumed",
    gap: "What a stepSize of 0 means in LOT_SIZE and MARKET_LOT_SIZE.",
    choice: "There is no step, as with a tickSize of 0.",
    check: { name: "filter-rules", needs: "probe" },
  },
  "market-lot-size-besides-lot-size": {
    kind: "assumed",
    gap: "Whether a MARKET order must satisfy LOT_SIZE where MARKET_LOT_SIZE is there.",
    choice: "It must satisfy both.",
    taken: "both",
    check: { name: "market-lot-size-besides-lot-size", needs: "probe" },
  },
  "min-notional-quote-quantity": {
    kind: "assumed",
    gap: "What MIN_NOTIONAL compares when a MARKET order gives quoteOrderQty.",
    choice: "quoteOrderQty itself, when applyToMarket is true.",
    check: { name: "filter-rules", needs: "probe" },
  },
  "iceberg-parts-pass": {
    kind: "assumed",
    gap: "Pass condition of ICEBERG_PARTS.",
    choice:
      "The number of parts is not above limit. Orders without icebergQty, or with 0, " +
      "are not asked.",
    check: { name: "filter-rules", needs: "probe" },
  },
  "exchange-max-num-orders-field": {
    kind: "assumed",
    gap: "Fields of EXCHANGE_MAX_NUM_ORDERS.",
    choice: "maxNumOrders; an order passes when it makes no more open orders than that.",
    check: { name: "marks", needs: "response" },
  },
  "max-num-orders-spelling": {
    kind: "assumed",
    gap: "Whether the field of MAX_NUM_ORDERS has another spelling.",
    choice: "A filter without limit is read by maxNumOrders; limit wins where both are there.",
    check: { name: "max-num-orders-spelling", needs: "response" },
  },
  "exchange-max-num-algo-orders-field": {
    kind: "assumed",
    gap: "Fields of EXCHANGE_MAX_NUM_ALGO_ORDERS.",
    choice:
      "maxNumAlgoOrders; an algo order passes when it makes no more open algo orders " +
      "than that.",
    check: { name: "marks", needs: "response" },
  },
  "limit-order-extras": {
    kind: "assumed",
    gap: "Whether a LIMIT order may carry quoteOrderQty or stopPrice.",
    choice: "It may not; the code is -1106, as for other types.",
    check: { name: "order-parameters", needs: "probe" },
  },
  "iceberg-queue": {
    kind: "assumed",
    gap:
      "How an iceberg order stands on the book, and what happens when its visible part " +
      "is used up.",
    choice:
      "One part shows at a time and counts in depth. The next part goes to the end of " +
      "the queue of its price. FOK and MARKET orders also take what is hidden.",
    check: {
      never: "The orders of others at the same price hide where a part stands in the queue.",
    },
  },
  "stop-trigger-price": {
    kind: "assumed",
    gap: "Which price triggers a waiting order, and in which order several are triggered.",
    choice:
      "The price of the last trade, when it reaches the stop price. The stop price that " +
      "is reached first goes first, then the oldest order. Before the first trade " +
      "nothing is refused for its stop price.",
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
    gap: "Whether a placement that is refused leaves an order in state REJECTED.",
    choice:
      "It leaves none: the error is the whole response, and its client id stays free. " +
      "REJECTED is where an order ends that waited for its stop price and cannot be " +
      "paid when it is triggered.",
    check: { name: "refused-placements", needs: "probe" },
  },
  "working-flag": {
    kind: "assumed",
    gap: "When `isWorking` is true.",
    choice:
      "From the acceptance of an order until it ends; an order with a stop price begins " +
      "with its trigger.",
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
    gap: "Whether a request that is refused for its weight adds to the weight used.",
    choice: "It does not.",
    taken: "free",
    check: { name: "refused-request-weight", needs: "probe" },
  },
  "ban-threshold": {
    kind: "assumed",
    gap: "How many refusals come before a ban.",
    choice:
      "10; the next one bans the address for 2 minutes, and each further ban is twice " +
      "as long.",
    check: { name: "ban-threshold", needs: "probe" },
  },
  "list-pages": {
    kind: "assumed",
    gap: "Which rows come when there are more than the limit allows.",
    choice: "Those that follow the start time or id that was given; without one, the latest.",
    taken: "latest",
    check: { name: "list-pages", needs: "probe" },
  },
  "own-trade-pages": {
    kind: "assumed",
    gap: "How own trades are read when there are more than one response holds.",
    choice:
      "As other lists are. One trade can come as two rows, when both its orders are of " +
      "the account, so the row that a page ends with is asked for again and left out.",
    check: {
      never:
        "It is how a client reads pages; self-trades says whether one trade can be two " + "rows.",
    },
  },
  "kline-origins": {
    kind: "assumed",
    gap: "From when klines of three days are counted.",
    choice: "From the epoch, 1970-01-01; weeks begin on Monday, and all spans in UTC.",
    check: { name: "kline-origins", needs: "response" },
  },
  "klines-without-trades": {
    kind: "assumed",
    gap: "Whether a span without trades has a kline.",
    choice:
      "It has one after the first trade of the symbol; it repeats the last price with " +
      "no volume.",
    taken: "repeated",
    check: { name: "klines-without-trades", needs: "response" },
  },
  "depth-update-pace": {
    kind: "assumed",
    gap: "How often depth messages are sent.",
    choice: "With every command that changes the book.",
    taken: "everyChange",
    check: { name: "depth-update-pace", needs: "stream" },
  },
  "signature-refusals": {
    kind: "assumed",
    gap: "The codes for a signature that is missing, sent twice, or has another form.",
    choice: "-1102 when it is missing, -1101 when it is sent twice, -1022 for any other text.",
    check: { name: "signature-refusals", needs: "probe" },
  },
  "unknown-request-responses": {
    kind: "assumed",
    gap:
      "How unknown paths, other methods and operations that are not carried out are " + "refused.",
    choice: "With status 404, 405 and 501, and codes -1000, -1000 and -1020 in the envelope.",
    check: { name: "unknown-request-responses", needs: "probe" },
  },
  "average-price": {
    kind: "assumed",
    gap: "How the average price of a filter is made, and what it is when nothing was " + "traded.",
    choice:
      "The trades of the minutes weighted by their quantity, rounded down to eight " +
      "places; the last price where those minutes had no trade.",
    check: { never: "A response holds the average, not the trades of all its minutes." },
  },
  "stream-backlog": {
    kind: "assumed",
    gap: "What becomes of events that their reader is too slow for.",
    choice:
      "A client keeps a bounded number. Of prices it keeps the newest; of trades it " +
      "drops the oldest and counts them; order books and account events are given up " +
      "and synchronized anew.",
    check: { never: "It is what a client does; nothing that an exchange sends shows it." },
  },
} as const satisfies Readonly<Record<string, AssumptionDescriptor>>;

/** Id of an assumption. */
export type AssumptionId = keyof typeof assumptions;

/** Name of a check that looks for assumptions in traffic. */
export type CheckName = Extract<
  (typeof assumptions)[AssumptionId]["check"],
  { readonly name: string }
>["name"];
