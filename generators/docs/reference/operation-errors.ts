import { adviceSentences } from "../../../runtime/errors.ts";
import * as read from "../../contract/documents/read.ts";
import type { Contract, ErrorSource, Operation } from "../../contract/model.ts";
import { groupedBy } from "../words.ts";

/**
 * The errors of an operation as a Markdown list, by what the caller does next: documented statuses,
 * and codes. Assumed codes of every operation are only on the page of errors.
 */
export function errorsInWords(contract: Contract, operation: Operation): string {
  const groups = groupedBy(
    [...statusesOf(contract, operation), ...codesOf(contract, operation)],
    ({ advice }) => advice,
  );
  const items = Object.entries(adviceSentences).flatMap(([advice, sentence]) => {
    const links = groups.get(advice)?.map(({ text, anchor }) => `[${text}](rules.md#${anchor})`);
    return links === undefined ? [] : [`- **${sentence}** ${links.join(", ")}`];
  });
  const others = "Any operation can also give [other codes](rules.md#errors).";
  return ["By what to do:", items.join("\n"), others].join("\n\n");
}

interface OperationError {
  readonly text: string;
  /** Its anchor on the rules page. */
  readonly anchor: string;
  readonly advice: string;
}

function statusesOf(
  { documents }: Contract,
  { placement, cancellation, changes }: Operation,
): readonly OperationError[] {
  const documented = read
    .objects(documents.openapi, "x-errors", "statuses")
    .filter((node) => !("x-assumed" in node));
  const isChange = changes === true || (placement ?? cancellation) !== undefined;
  return documented.map(({ status, advice, outcome }) => {
    // The exchange may have executed the request nevertheless.
    const isOpen = read.unwrapped(outcome) === "open";
    const word = isOpen && isChange ? "queryFirst" : String(advice);
    return { text: `HTTP ${status}`, anchor: `status-${status}`, advice: word };
  });
}

/** Codes of few operations come first. */
function codesOf({ errors }: Contract, operation: Operation): readonly OperationError[] {
  return errors
    .filter(({ givenBy, assumed }) =>
      givenBy === undefined ? assumed === undefined : isSource(givenBy, operation),
    )
    .toSorted((one, other) => breadth(one.givenBy) - breadth(other.givenBy))
    .map(({ code, name, advice }) => {
      const words = name.replaceAll("_", " ").toLowerCase();
      return { text: `${code} ${words}`, anchor: `error${code}`, advice };
    });
}

function breadth(givenBy: ErrorSource | undefined): number {
  if (givenBy === undefined || givenBy.parameters === "any") return 3;
  if (givenBy.security.length > 0) return 2;
  return givenBy.parameters.length > 0 ? 1 : 0;
}

/** Whether an operation can return an error. */
function isSource(
  { security, parameters, operations }: ErrorSource,
  operation: Operation,
): boolean {
  const names = operation.parameters.map(({ name }) => name);
  const takesOne =
    parameters === "any" ? names.length > 0 : names.some((name) => parameters.includes(name));
  return (
    takesOne || security.includes(operation.security.name) || operations.includes(operation.id)
  );
}
