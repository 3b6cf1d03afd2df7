/**
 * The contract model: what the spec says, in the words of the interface, with every optional
 * decided once. `load` and `build` make it, emitters read it; nothing here runs, and nothing
 * here knows YAML, `$ref` or a disk.
 */

import type { PagedList } from "../../runtime/pagination/list.ts";
import type {
  Advice,
  EnvelopeDescriptor,
  ErrorDescriptor,
  HttpMethod,
  LimitDescriptor,
  LimitRules,
  OperationWeight,
  ParameterDescriptor,
  PlacementDescriptor,
  RetryDescriptor,
  SigningDescriptor,
  StatusDescriptor,
} from "../../runtime/tables.ts";
import type { Filter, FilterRule } from "./filters/model.ts";
import type { BalanceMove, OrderRules, OrderStates, RulesRefresh } from "./orders/model.ts";
import type { Channel, StreamRules } from "./streams/model.ts";

export type * from "./orders/model.ts";
export type * from "./streams/model.ts";

/** Where something is written: path from the project's root, 1-based line and column. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One fault of the spec: what, where, and what to do about it. */
export interface Problem {
  readonly origin: Origin;
  readonly message: string;
  readonly mend: string;
}

/** Everything that the emitters see. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly schemas: readonly NamedSchema[];
  readonly operations: readonly Operation[];
  readonly channels: readonly Channel[];
  readonly filters: readonly Filter[];
  readonly orderRules: OrderRules;
  readonly orderStates: OrderStates;
  readonly balanceMoves: readonly BalanceMove[];
  /** `undefined` where the spec does not say that trading rules are fetched again. */
  readonly rulesRefresh: RulesRefresh | undefined;
  readonly errors: readonly Sourced<ErrorDescriptor>[];
  readonly statuses: readonly Sourced<StatusDescriptor>[];
  readonly retry: RetryDescriptor;
  /** `undefined` where the spec tells of none. */
  readonly envelope: EnvelopeDescriptor | undefined;
  readonly limits: readonly Sourced<LimitDescriptor>[];
  readonly limitRules: LimitRules;
  readonly signing: SigningDescriptor & { readonly vectors: readonly SigningVector[] };
  readonly securityTypes: readonly SecurityType[];
  readonly streamRules: StreamRules;
  readonly assumptions: readonly Assumption[];
  /** The two bundles, complete and standard, as plain JSON. */
  readonly documents: { readonly openapi: JsonObject; readonly asyncapi: JsonObject };
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A value with the place it is written at. */
export type Sourced<T> = T & { readonly origin: Origin; readonly description: string };

/** A schema that has a name of its own: one file, one exported type. */
export interface NamedSchema {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

export type Schema =
  | { readonly kind: "decimal" }
  | { readonly kind: "int64" }
  | { readonly kind: "integer" }
  | { readonly kind: "number" }
  | { readonly kind: "text" }
  | { readonly kind: "flag" }
  | { readonly kind: "nothing" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | ChoiceSchema
  | { readonly kind: "list"; readonly items: Schema }
  | {
      readonly kind: "tuple";
      readonly items: readonly TupleItem[];
      readonly rest: Schema | undefined;
    }
  | RecordSchema
  | { readonly kind: "union"; readonly members: readonly Schema[] }
  | { readonly kind: "reference"; readonly name: string }
  | { readonly kind: "unstated" };

/** A set of known words. `open`: the interface does not claim the set is complete. */
export interface ChoiceSchema {
  readonly kind: "choice";
  readonly values: readonly ChoiceValue[];
  readonly open: boolean;
}

export interface ChoiceValue {
  readonly value: string;
  readonly description: string;
  readonly assumed: string | undefined;
}

export interface TupleItem {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly origin: Origin;
}

export interface RecordSchema {
  readonly kind: "record";
  readonly properties: readonly Property[];
  /** What further properties hold; `undefined` where the schema says nothing of them. */
  readonly additional: Schema | undefined;
}

export interface Property {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** The interface itself is not clear about the name: another may stand for it. */
  readonly alsoNamed?: boolean;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** One REST operation. */
export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly places: readonly ("query" | "body")[];
  readonly answers: readonly Answer[];
  readonly weight: OperationWeight | null;
  readonly security: SecurityType;
  readonly securityAssumed: string | undefined;
  readonly placement: PlacementDescriptor | undefined;
  /** How a list that is longer than one answer is read. */
  readonly pages?: PagedList | undefined;
  readonly pagesAssumed?: string | undefined;
  readonly assumed: string | undefined;
  readonly recordings: readonly Recording[];
  readonly origin: Origin;
}

export interface Parameter extends ParameterDescriptor {
  readonly description: string;
  readonly schema: Schema;
  readonly origin: Origin;
}

/** The payload of a success; several where a parameter's presence decides which. */
export interface Answer {
  readonly schema: Schema;
  readonly when: { readonly parameter: string; readonly is: "present" | "absent" } | undefined;
  readonly assumed?: string | undefined;
}

/** One recorded example: name, and the request and answer as they were. */
export interface Recording {
  readonly name: string;
  readonly summary: string;
  readonly request: JsonObject;
  readonly response: JsonObject;
  readonly value: Json;
  readonly origin: Origin;
}

export interface SecurityType {
  readonly name: string;
  readonly description: string;
  readonly sendsKey: boolean;
  readonly signed: boolean;
  readonly origin: Origin;
}

/** Secret and parameters in, signature out; `body` holds what travels in the body. */
export interface SigningVector {
  readonly name: string;
  readonly secret: string;
  readonly query: string;
  readonly body: string;
  readonly signature: string;
}

/** One entry of the ledger: what is not shown, and what we take for it. */
export interface Assumption {
  readonly id: string;
  readonly kind: "assumed" | "open";
  readonly gap: string;
  readonly section: string;
  readonly choice: string;
  readonly source: string;
  readonly confidence: string;
  readonly contradicts: string | undefined;
  /** Places in the spec that name it. */
  readonly usedBy: readonly Origin[];
  readonly origin: Origin;
}

export type { Advice, Filter, FilterRule, PagedList };
