import { isOutcomeOpen } from "../../runtime/call/retry.ts";
import type { RetryRule } from "../../runtime/tables.ts";
import { answerTables } from "../contract/errors/errors.ts";
import type { Contract, Operation } from "../contract/model.ts";

/** Whether a sandbox of its own implements a contract. */
export function hasSandbox({ sandbox }: Contract): boolean {
  return Object.keys(sandbox).length > 0;
}

/** How a list is paged; empty for a complete response. */
export function pagesInWords({ pages }: Operation): string {
  if (pages === undefined) return "";
  const { from, start, limit } = pages;
  const parameter = from ?? start;
  const way = parameter === undefined ? "only the latest rows" : `continue with \`${parameter}\``;
  return `**Paging:** ${way}; at most ${pages.limitMax} rows a page, by \`${limit}\`.`;
}

/** What a client retries, and when. */
export function retryInWords(contract: Contract, operation: Operation): string {
  const { placement, cancellation, method, changes } = operation;
  if (cancellation !== undefined) {
    return (
      `an unknown outcome is resolved by \`${cancellation.queriedBy}\`; while the order is open, ` +
      "it is canceled again until the call times out"
    );
  }
  if (placement !== undefined) {
    const { operation: query, parameter } = placement.resolvedBy;
    return (
      `never blindly. \`${placement.clientId}\` is set before sending; an unknown outcome is ` +
      `resolved by \`${query}\` with \`${parameter}\` before anything is sent again`
    );
  }
  const isRead = method === "GET" && changes !== true;
  const tables = answerTables(contract);
  const groups = groupedBy(contract.retry.rules, ({ action, status, code }) => {
    const isOpen = !isRead && isOutcomeOpen({ status: status?.from, code }, tables);
    return isOpen ? "never, as it may have been executed" : retryText(action, contract);
  });
  return [...groups]
    .map(([words, own]) => `after ${own.map(errorInWords).join(", ")}: ${words}`)
    .join("; ");
}

/** `429`, `5XX` or `code -1021`. */
function errorInWords({ status, code }: RetryRule): string {
  if (code !== undefined) return `code ${code}`;
  return status === undefined ? "any error" : statusName(status);
}

/** `429` or `5XX`. */
export function statusName({ from, to }: NonNullable<RetryRule["status"]>): string {
  return from === to ? String(from) : `${from / 100}XX`;
}

/** Whether and when a request is sent again, as the end of a sentence. */
export function retryText(action: RetryRule["action"], { statuses }: Contract): string {
  switch (action) {
    case "never":
      return "never";
    case "retryAfterHeader": {
      const header = statuses.find((status) => status.header !== undefined)?.header;
      return `after the wait in ${header === undefined ? "its header" : `\`${header}\``}`;
    }
    case "backOff":
      return "with growing waits";
    case "resyncClock":
      return "once, after synchronizing the clock";
  }
}

/** Groups items by key, in the order of first appearance. */
export function groupedBy<Item, Key extends string>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
