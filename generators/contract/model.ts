/**
 * The contract model: the spec in the terms of the interface, with every default resolved. `load`
 * and `build` make it, emitters read it. Types only; nothing here knows YAML, `$ref` or a disk.
 */

import type {
  AssumptionDescriptor,
  EnvelopeDescriptor,
  ErrorDescriptor,
  LimitDescriptor,
  LimitRules,
  RetryDescriptor,
  SigningDescriptor,
  StatusDescriptor,
} from "../../runtime/tables.ts";
import type { JsonObject, Origin } from "./documents/model.ts";
import type { Filter, MarketDatum } from "./filters/model.ts";
import type { Operation, SecurityType, SigningVector } from "./operations/model.ts";
import type { OrderRules, OrderStates, RulesRefresh } from "./orders/model.ts";
import type { NamedSchema } from "./schemas/model.ts";
import type { Channel, StreamRules } from "./streams/model.ts";

export type * from "./documents/model.ts";
export type { Filter, FilterRule, MarketDatum } from "./filters/model.ts";
export type * from "./operations/model.ts";
export type * from "./orders/model.ts";
export type * from "./schemas/model.ts";
export type * from "./streams/model.ts";

/** What contract.json holds. */
interface PlainContract {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly schemas: readonly NamedSchema[];
  readonly operations: readonly Operation[];
  /** The operation of each role; one without a role goes by its id. */
  readonly roles: Readonly<Record<string, string>>;
  readonly channels: readonly Channel[];
  readonly filters: readonly Filter[];
  readonly marketData: readonly MarketDatum[];
  readonly orderRules: OrderRules;
  readonly orderStates: OrderStates;
  /** `undefined` where the spec does not say when trading rules are fetched again. */
  readonly rulesRefresh: RulesRefresh | undefined;
  readonly errors: readonly (ErrorDescriptor & { readonly givenBy?: ErrorSource })[];
  readonly statuses: readonly StatusDescriptor[];
  readonly retry: RetryDescriptor;
  /** `undefined` where the spec has none. */
  readonly envelope: EnvelopeDescriptor | undefined;
  readonly limits: readonly Limit[];
  readonly limitRules: LimitRules;
  readonly signing: SigningDescriptor & { readonly vectors: readonly SigningVector[] };
  /** Codes of refused signatures, and the text before a violated filter's name. */
  readonly refusals: Readonly<Record<string, string | number>>;
  readonly securityTypes: readonly SecurityType[];
  readonly streamRules: StreamRules;
  readonly assumptions: readonly Assumption[];
}

/** Everything that the emitters see. */
export interface Contract extends PlainContract {
  /** The two bundles, complete and standard, as JSON. */
  readonly documents: { readonly openapi: JsonObject; readonly asyncapi: JsonObject };
  /** Source places (`file:line`) of the bundles' nodes, by JSON pointer. */
  readonly places: Readonly<Record<"openapi" | "asyncapi", Readonly<Record<string, string>>>>;
  /** The rows of the contract tests, as testing/scenarios/scenario.ts has them. */
  readonly scenarios: readonly JsonObject[];
  /** JSON Schemas of the sandbox's inputs, by name; none without a sandbox. */
  readonly sandbox: JsonObject;
}

/** A rate-limit window, with its place in the spec. */
export interface Limit extends LimitDescriptor {
  readonly description: string;
  readonly origin: Origin;
}

/** The operations that can return an error: those that match one of these. */
export interface ErrorSource {
  readonly security: readonly string[];
  readonly parameters: readonly string[] | "any";
  readonly operations: readonly string[];
}

export interface SandboxChoice {
  readonly default: string;
  readonly readings: Readonly<Record<string, string>>;
}

/** One assumption: an undocumented fact, and our choice. */
export interface Assumption
  extends Pick<AssumptionDescriptor, "kind" | "gap" | "choice" | "check"> {
  readonly id: string;
  readonly section: string;
  /** Where traffic has confirmed the choice. */
  readonly evidence: readonly {
    readonly seen: string;
    readonly times: number;
    readonly at: string;
  }[];
  readonly source: string;
  readonly confidence: string;
  readonly contradicts: string | undefined;
  /** The sandbox's options with their meaning, and its default. */
  readonly sandbox: SandboxChoice | undefined;
  /** Positions that use it. */
  readonly usedBy: readonly Origin[];
}
