import type { Verdicts } from "./verdicts.ts";
import {
  breaking,
  ceiling,
  demand,
  fact,
  floor,
  minor,
  pace,
  patch,
  proof,
  whole,
  wording,
} from "./verdicts.ts";

/** A rule for all places of a pattern: `*` is any one name, `**` any number of them. */
export interface Rule {
  readonly at: string;
  readonly verdicts: Verdicts;
  /** What a breaking change means where it is only assumed, so that it breaks nothing. */
  readonly whereAssumed?: string;
  /** Holds even where the fact is assumed, because types and methods come of it. */
  readonly isTyped?: true;
}

export const sooner = "who stayed just within it is made to wait or refused";
const refused = "an order that was sent before may be refused before it is sent";
const resigned = "who signs by other means than the client is refused";
const doubt = "what breaks it is sent, and the client only tells its doubt";
const doubted = minor("callers", doubt);
const refusedNow = breaking("callers", "what breaks it is refused before it is sent");

/**
 * What changes in our own vocabulary mean, the first rule that fits. A fact that no rule names is
 * taken for something that programs rely on.
 */
export const factRules: readonly Rule[] = [
  // Words, wherever they stand.
  { at: "**/description|summary|title|condition|also|causes", verdicts: wording },
  { at: "**/causes|x-enumDescriptions|examples|example/**", verdicts: wording },
  { at: "**/x-vectors", verdicts: proof },
  { at: "x-signing/vectors/**", verdicts: proof },
  { at: "x-assumptions/**", verdicts: wording },
  { at: "**/x-unstated", verdicts: wording },
  { at: "x-limits/fields/**", verdicts: wording },
  { at: "x-versioning/label", verdicts: wording },
  { at: "x-security-types/operationLabels/**", verdicts: wording },

  // Weights and limits.
  { at: "**/x-weight/**", verdicts: floor("budgets are used up sooner: " + sooner) },
  { at: "x-limits/windows/*", verdicts: demand("requests are counted once more: " + sooner) },
  { at: "x-limits/windows/*/amount", verdicts: ceiling(sooner) },
  { at: "x-limits/windows/*/window", verdicts: floor("the same amount must last longer") },
  { at: "x-limits/windows/*/header", verdicts: fact("readers", "usage is told elsewhere") },
  { at: "x-limits/repeated/after", verdicts: ceiling("an address is banned sooner") },
  { at: "x-limits/repeated/ban/**", verdicts: floor("a banned address stays shut out longer") },
  {
    at: "**/streamsCountAgainstWeight|countsAgainstRequestWeight|ordersCountedPerIp|addsWeight",
    verdicts: {
      on: breaking("callers", "more is counted: " + sooner),
      off: minor("callers", "less is counted"),
    },
  },

  // Filters.
  {
    at: "**/x-rules/*/disabledWhen|appliesWhen",
    verdicts: {
      added: minor("callers", "fewer orders are asked to keep the rule"),
      removed: breaking("callers", "more orders are asked to keep the rule"),
      changed: breaking("callers", "other orders than before are asked to keep the rule"),
    },
  },
  {
    at: "**/x-rules/*/disabledWhen|appliesWhen/x-assumed",
    verdicts: { assumed: minor("callers", "which orders the rule is for is less sure") },
  },
  { at: "**/x-rules/*/x-assumed", verdicts: { assumed: doubted, documented: refusedNow } },
  {
    at: "**/x-rules/*/comparison",
    verdicts: demand(`the rule is another: ${refused}`),
    whereAssumed: doubt,
  },
  { at: "**/x-rules/*/id", verdicts: fact("readers", "violations come under another name") },
  { at: "**/x-rules|x-besides/**", verdicts: demand(refused), whereAssumed: doubt },
  {
    at: "**/x-site",
    verdicts: {
      added: breaking("readers", "symbols may come without the filter"),
      removed: minor("readers", "every symbol comes with the filter"),
    },
  },
  {
    at: "**/x-null",
    verdicts: {
      added: breaking("readers", "answers may hold null where a value was sure"),
      removed: minor("readers", "answers hold a value where null was to be expected"),
    },
  },

  // Security and signing.
  {
    at: "x-security-types/types/*/requires/**",
    verdicts: demand("who does not show it is refused"),
  },
  { at: "x-signing/timing/aheadMsBelow", verdicts: ceiling("a fast clock is refused sooner") },
  {
    at: "x-signing/recommendedWindowMsAtMost|windowGuidance|clockOffset/**",
    verdicts: pace("it is advice, which nobody is held to"),
  },
  { at: "x-signing/header", verdicts: fact("callers", "the key is looked for elsewhere") },
  { at: "x-signing/joined|excluded/**", verdicts: whole("callers", resigned) },
  { at: "x-signing/**", verdicts: fact("callers", resigned) },

  // Failures and retries.
  {
    at: "x-errors/codes|statuses/*",
    verdicts: fact("readers", "the failure is no longer known by it"),
  },
  {
    at: "x-errors/codes|statuses/*/advice",
    verdicts: fact("readers", "who follows the advice does something else after the failure"),
  },
  {
    at: "x-errors/codes|statuses/**",
    verdicts: fact("readers", "who tells failures apart by it takes one for another"),
  },
  {
    at: "x-retry/rules/*",
    verdicts: {
      added: minor("callers", "the client deals by itself with one more failure"),
      removed: breaking("callers", "the failure reaches callers, where it was sent again before"),
    },
  },
  {
    at: "x-retry/rules",
    verdicts: { reordered: breaking("callers", "the first rule that fits decides: another may") },
  },
  {
    at: "x-retry/rules/**",
    verdicts: fact("callers", "after the failure the client does something else than before"),
  },
  {
    at: "x-retry/backoff|attempts/**",
    verdicts: pace("the client waits differently between attempts"),
  },
  {
    at: "x-retry/placements/**",
    verdicts: fact("callers", "an unknown outcome is resolved in another way"),
  },

  // Orders.
  {
    at: "x-order-rules/types/*/required|forbidden|oneOf/*",
    verdicts: demand(refused),
    whereAssumed: doubt,
  },
  {
    at: "x-order-rules/types/*/required|forbidden|oneOf/*/x-assumed",
    verdicts: { assumed: doubted, documented: refusedNow },
  },
  {
    at: "x-order-rules/types/*/x-assumed",
    verdicts: { assumed: doubted, documented: refusedNow },
  },
  {
    at: "x-order-rules/fields/*/pattern",
    verdicts: demand("a value that was sent before may be refused"),
  },
  {
    at: "x-order-rules/fields/*/for/*",
    verdicts: fact("callers", "an order type no longer takes the field"),
  },
  { at: "x-order-rules/checks/order/**", verdicts: whole("readers", "another fault comes first") },
  {
    at: "x-order-rules/trigger/sequence/**",
    verdicts: whole("readers", "waiting orders are triggered one after another otherwise"),
  },
  { at: "x-order-states/states/*/final", verdicts: isFinal() },
  {
    at: "x-order-states/states|transitions/*",
    verdicts: fact("readers", "what orders did before is no longer foreseen"),
  },
  {
    at: "x-balances/**",
    verdicts: fact("readers", "who keeps own books of balances comes to other sums"),
  },

  // Lists that are read page by page.
  {
    at: "**/x-pages",
    verdicts: {
      added: minor("callers", "the list can be read page by page"),
      removed: breaking("callers", "the list can no longer be read page by page"),
    },
  },
  { at: "**/x-pages/**", verdicts: whole("callers", "long lists are read in another way") },

  // Parameters.
  {
    at: "**/x-above-maximum",
    verdicts: {
      added: minor("callers", "what was refused before is taken"),
      removed: breaking("callers", "a value above the maximum is no longer cut down"),
    },
  },
  {
    at: "**/x-inclusive",
    verdicts: fact("callers", "the row at the border comes where it stayed away, or the reverse"),
  },
  { at: "**/x-positions/**", verdicts: whole("readers", "an element is known by another name") },
  { at: "**/x-only-with/**", verdicts: demand("the parameter alone is not enough") },
  { at: "**/x-unique-among", verdicts: demand("a value cannot be used twice there") },
  {
    at: "**/x-default/**",
    verdicts: fact("callers", "a request without the parameter means something else"),
  },

  { at: "x-versioning/tradingRules/refresh/**", verdicts: pace("rules are fetched otherwise") },
];

function isFinal(): Verdicts {
  return {
    on: breaking("readers", "who waits for what comes after the state waits in vain"),
    off: breaking("readers", "who stops at the state misses what comes after it"),
    reordered: patch("the order carries no meaning"),
  };
}
