/** Rows of generated tables that differ between a client and everybody else. Types only. */

import type { Advice, OperationDescriptor } from "../tables.ts";

/** What a server and the docs know of an operation besides. */
export interface FullOperationDescriptor extends OperationDescriptor {
  /** Name of the security type in spec/rules/security.yaml. */
  readonly security: string;
  readonly assumed?: string;
  /** Where the operation is written, as `file:line`. */
  readonly source: string;
}

/** What to do after codes: each advice with its codes, separated by spaces. */
export type CodeAdvice = Readonly<Partial<Record<Advice, string>>>;
