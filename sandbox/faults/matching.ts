/** Whether a fault rule matches a request, a message or a new connection. */

import type { FaultRule } from "./kinds.ts";
import { isWithin } from "./time.ts";

/** What rules can match. */
export interface Facts {
  /** Time of the sandbox in milliseconds. */
  readonly now: number;
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly account?: string | undefined;
  readonly symbol?: string | undefined;
  /** Event type of a message, such as `depthUpdate`. */
  readonly event?: string | undefined;
  /** Stream of the message, or the streams that a connection requests. */
  readonly streams?: readonly string[] | undefined;
}

/** The conditions of any rule. */
export type When = NonNullable<FaultRule["when"]>;

/** Whether all conditions hold; a condition that is absent always does. */
export function matches(when: When, facts: Facts): boolean {
  const { operation, method, path, account, symbol, event, stream } = when as AnyWhen;
  return (
    isWithin(facts.now, when) &&
    isOneOf(facts.operation, operation) &&
    isOneOf(facts.method, method) &&
    isOneOf(facts.path, path) &&
    isOneOf(facts.account, account) &&
    isOneOf(facts.symbol, symbol) &&
    isOneOf(facts.event, event) &&
    (stream === undefined || (facts.streams ?? []).some((name) => fits(name, stream)))
  );
}

type Words = string | readonly string[] | undefined;

/** All conditions of the three kinds of rules. */
interface AnyWhen {
  readonly operation?: Words;
  readonly method?: Words;
  readonly path?: Words;
  readonly account?: Words;
  readonly symbol?: Words;
  readonly event?: Words;
  readonly stream?: string;
}

function isOneOf(value: string | undefined, wanted: Words): boolean {
  if (wanted === undefined) return true;
  if (value === undefined) return false;
  return typeof wanted === "string" ? value === wanted : wanted.includes(value);
}

function fits(name: string, wanted: string): boolean {
  return wanted.startsWith("*") ? name.endsWith(wanted.slice(1)) : name === wanted;
}
