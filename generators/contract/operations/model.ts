/** REST operations, security types and recordings in the contract model. */

import type { CancellationRules } from "../../../runtime/orders/cancellation-state.ts";
import type { PagedList } from "../../../runtime/pagination/list.ts";
import type {
  HttpMethod,
  OperationWeight,
  ParameterDescriptor,
  PlacementDescriptor,
} from "../../../runtime/tables.ts";
import type { Origin } from "../documents/model.ts";
import type { Schema } from "../schemas/model.ts";

/** One REST operation. */
export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly places: readonly ("query" | "body")[];
  readonly responses: readonly SuccessResponse[];
  readonly weight: OperationWeight | null;
  readonly security: SecurityType;
  readonly securityAssumed: string | undefined;
  readonly placement: PlacementDescriptor | undefined;
  readonly cancellation?: CancellationRules | undefined;
  /** Whether it changes something besides placing and canceling, where the spec says it. */
  readonly changes?: boolean | undefined;
  /** What it is for, where no other part of the contract names it for that. */
  readonly role?: string | undefined;
  /** How a paged list is read. */
  readonly pages?: PagedList | undefined;
  readonly pagesAssumed?: string | undefined;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export interface Parameter extends ParameterDescriptor {
  readonly description: string;
  readonly schema: Schema;
  /** Default of a time, as milliseconds relative to now. */
  readonly defaultFromNowMs?: number;
  /** Assumption of `orElse`, where the parameter itself is documented. */
  readonly orElseAssumed?: string | undefined;
  readonly origin: Origin;
}

/** One successful response; several where a parameter selects the form. */
export interface SuccessResponse {
  readonly schema: Schema;
  readonly when: { readonly parameter: string; readonly is: "present" | "absent" } | undefined;
  readonly assumed?: string | undefined;
}

export interface SecurityType {
  readonly name: string;
  readonly sendsKey: boolean;
  readonly signed: boolean;
}

/** A test vector of the signature: secret and parameters in, signature out. */
export interface SigningVector {
  readonly name: string;
  readonly secret: string;
  readonly query: string;
  readonly body: string;
  readonly signature: string;
}
