/** Schemas in the contract model. */

import type { Origin } from "../documents/model.ts";

/** A named schema: one file, one exported type. */
export interface NamedSchema {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly detail?: ResponseDetail | undefined;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}

/** A response whose fields depend on a parameter: each level adds fields. */
export interface ResponseDetail {
  readonly parameter: string;
  readonly levels: Readonly<Record<string, readonly string[]>>;
  readonly assumed: string | undefined;
}

export type Schema =
  | { readonly kind: "decimal" }
  /** `safe`: every actual value is a safe integer of JavaScript. */
  | { readonly kind: "int64"; readonly safe?: boolean }
  | { readonly kind: "integer" }
  | { readonly kind: "number" }
  | { readonly kind: "text" }
  | { readonly kind: "flag" }
  | { readonly kind: "nothing" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | EnumSchema
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

/** An enum. `open`: the interface does not claim that the list is complete. */
interface EnumSchema {
  readonly kind: "enum";
  readonly values: readonly EnumValue[];
  readonly open: boolean;
}

export interface EnumValue {
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
  /** Schema of additional properties; `undefined` if not mentioned. */
  readonly additional: Schema | undefined;
}

export interface Property {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** The interface is ambiguous about the name: another one may be used. */
  readonly alsoNamed?: boolean;
  /** The sandbox's name for it, where that is another. */
  readonly role?: string;
  readonly assumed: string | undefined;
  readonly origin: Origin;
}
