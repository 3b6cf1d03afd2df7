/** Every error response that the exchange can give, and what the client does after it: a table. */

import type { Advice, ErrorCodeDescriptor, RetryRule, StatusRange } from "../tables.ts";
import type { AnswerTables } from "./retry.ts";
import { decide, rowOf } from "./retry.ts";

/** Answers after which the client does the same for the same reason: each status with each code. */
export interface AnswerRow {
  readonly statuses: readonly StatusRange[];
  /** Error codes; `undefined` stands for a response without one. */
  readonly codes: readonly (number | undefined)[];
  /** The retry rule that decides, by its position. */
  readonly rule: number | undefined;
  /** `never`: it is not sent again. */
  readonly action: RetryRule["action"];
  readonly advice: Advice;
  /** The request may have been executed. */
  readonly isOpen: boolean;
  /** What decides: a retry rule, a status or a code of the spec; or the client, by its default. */
  readonly by: "rule" | "status" | "code" | "default";
  /** Entry in spec/assumptions.yaml of what decides, where the interface does not show it. */
  readonly assumed: string | undefined;
}

/** Successes that hold an error code, and all statuses of errors. */
const [success, lowest, highest] = [{ from: 200, to: 299 }, 400, 599] as const;

/** Ranges within which the tables do not distinguish statuses. */
export function statusRanges({ statuses, retry }: AnswerTables): readonly StatusRange[] {
  const named = [...statuses, ...retry.rules.flatMap(({ status }) => status ?? [])];
  const starts = named.flatMap(({ from, to }) => [from, to + 1]);
  const inside = starts.filter((start) => start > lowest && start <= highest);
  const sorted = [...new Set([lowest, ...inside])].toSorted((one, other) => one - other);
  const errors = sorted.map((from, index) => ({
    from,
    to: (sorted[index + 1] ?? highest + 1) - 1,
  }));
  return [success, ...errors];
}

/** The table, with as few rows as say it all. */
export function listAnswers(
  tables: AnswerTables,
  listed: readonly Pick<ErrorCodeDescriptor, "code" | "assumed">[],
): readonly AnswerRow[] {
  const codes = [undefined, ...listed.map(({ code }) => code)];
  const assumptions = new Map(listed.map(({ code, assumed }) => [code, assumed]));
  const cells = codes.flatMap((code) =>
    statusRanges(tables)
      .filter((range) => code !== undefined || range !== success)
      .map((range) => ({ code, range, ...answerAt(tables, range.from, code, assumptions) })),
  );
  const ofCode = groupBy(cells, ({ code, range: _, ...answer }) => [code, answer]);
  const rows = ofCode.map(([first, ...others]) => {
    const { code, range, ...answer } = first;
    return { code, answer, statuses: joined([range, ...others.map((cell) => cell.range)]) };
  });
  return groupBy(rows, ({ code: _, ...row }) => row).map((group) => {
    const [{ statuses, answer }] = group;
    return { statuses, codes: group.map(({ code }) => code), ...answer };
  });
}

function answerAt(
  tables: AnswerTables,
  status: number,
  code: number | undefined,
  assumptions: ReadonlyMap<number | undefined, string | undefined>,
): Omit<AnswerRow, "statuses" | "codes"> {
  const { advice, isOpen, rule, isByStatus } = decide({ status, code }, tables);
  const { action = "never" } = rule ?? {};
  const position = rule && tables.retry.rules.indexOf(rule);
  const known = { rule: position, action, advice, isOpen };
  if (rule !== undefined) return { ...known, by: "rule", assumed: rule.assumed };
  if (isByStatus) {
    return { ...known, by: "status", assumed: rowOf(status, tables.statuses)?.assumed };
  }
  if (!assumptions.has(code)) return { ...known, by: "default", assumed: undefined };
  return { ...known, by: "code", assumed: assumptions.get(code) };
}

/** Groups of at least one item, by the JSON of a key. */
function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
): readonly (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Ranges in ascending order, with neighbours as one. */
function joined(ranges: readonly StatusRange[]): readonly StatusRange[] {
  const whole: StatusRange[] = [];
  for (const range of ranges) {
    const last = whole.at(-1);
    if (last?.to === range.from - 1) whole[whole.length - 1] = { from: last.from, to: range.to };
    else whole.push(range);
  }
  return whole;
}
