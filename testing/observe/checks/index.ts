/**
 * The checks by their names in spec/assumptions.yaml. Each is a pure function from traffic to what
 * it shows; the contract says which assumption each belongs to.
 */

import type { CheckName } from "../../../generated/assumptions.ts";
import type { Choices } from "../../../generated/sandbox.ts";
import * as limits from "./limits.ts";
import * as lists from "./lists.ts";
import * as orders from "./orders.ts";
import * as responses from "./responses.ts";
import * as shared from "./shared.ts";
import type { Check, Verdict } from "./sighting.ts";
import * as streams from "./streams.ts";

/** A check that shows every reading that the sandbox may take. */
type ChoiceChecks = { readonly [Id in keyof Choices]: Check<Choices[Id]> };

const choiceChecks: ChoiceChecks = {
  "bare-successes": responses.bareSuccesses,
  "short-error-envelope": responses.shortErrorEnvelope,
  "aggregate-trade-best-match": responses.aggregateTradeBestMatch,
  "order-record-extras": responses.orderRecordExtras,
  "cumulative-quote-spelling": responses.cumulativeQuoteSpelling,
  "reference-price-without-symbol": responses.referencePriceWithoutSymbol,
  "listen-key-response": responses.listenKeyResponse,
  "retry-after-on-ban": responses.retryAfterOnBan,
  "ban-end-in-message": responses.banEndInMessage,
  "agg-trades-span": lists.aggTradesSpan,
  "user-trades-span": lists.userTradesSpan,
  "klines-beyond-limit": lists.klinesBeyondLimit,
  "klines-without-trades": lists.klinesWithoutTrades,
  "limit-above-maximum": lists.limitAboveMaximum,
  "list-pages": lists.listPages,
  "order-placement-response": orders.orderPlacementResponse,
  "duplicate-client-id": orders.duplicateClientId,
  "parameter-in-both-places": orders.parameterInBothPlaces,
  "self-trades": orders.selfTrades,
  "working-flag": orders.workingFlag,
  "commission-rounding": orders.commissionRounding,
  "market-lot-size-besides-lot-size": shared.marketLotSizeBesidesLotSize,
  "order-count-rule": limits.orderCountRule,
  "window-alignment": limits.windowAlignment,
  "refused-request-weight": limits.refusedRequestWeight,
  "stream-wrapping": streams.streamWrapping,
  "listen-key-expired": streams.listenKeyExpired,
  "trade-event-payload": streams.tradeEventPayload,
  "execution-report-payload": streams.executionReportPayload,
  "depth-update-pace": streams.depthUpdatePace,
};

const otherChecks = {
  "success-code-200": responses.successCode200,
  "errors-without-json": responses.errorsWithoutJson,
  "rejection-messages": responses.rejectionMessages,
  "status-of-codes": responses.statusOfCodes,
  "filter-failure-code": responses.filterFailureCode,
  "retry-after-unit": responses.retryAfterUnit,
  "ban-durations": responses.banDurations,
  "order-not-found": responses.orderNotFound,
  "order-rate-numbers": responses.orderRateNumbers,
  "max-num-orders-spelling": responses.maxNumOrdersSpelling,
  "unknown-request-responses": responses.unknownRequestResponses,
  "list-order": lists.listOrder,
  "kline-origins": lists.klineOrigins,
  "order-lookup": orders.orderLookup,
  "refused-placements": orders.refusedPlacements,
  "balance-moves": orders.balanceMoves,
  "ban-threshold": limits.banThreshold,
  "order-of-checks": limits.orderOfChecks,
  "signature-refusals": limits.signatureRefusals,
  "close-codes": streams.closeCodes,
  "event-identity": streams.eventIdentity,
  "depth-sequence": streams.depthSequence,
  "depth-quantities": streams.depthQuantities,
  "listen-key-validity": streams.listenKeyValidity,
  marks: shared.marks,
  security: shared.security,
  weights: shared.weights,
  bounds: shared.bounds,
  "order-parameters": shared.orderParameters,
  "filter-rules": shared.filterRules,
  "order-states": shared.orderStates,
} satisfies Readonly<Record<string, Check<Verdict>>>;

/** A name in the contract without a check does not compile. */
export const checks: Readonly<Record<CheckName, Check>> = { ...choiceChecks, ...otherChecks };
