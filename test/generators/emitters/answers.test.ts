import { expect, test } from "vitest";

import type { Property, Schema } from "../../../generators/contract/model.ts";
import { answers } from "../../../generators/emitters/answers.ts";
import { type EmitterCase, emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

const property = (name: string, schema: Schema, facets: Partial<Property> = {}): Property => ({
  name,
  description: "",
  schema,
  required: true,
  assumed: undefined,
  origin: given.origin(),
  ...facets,
});
const record = (...properties: readonly Property[]): Schema => ({
  kind: "record",
  properties,
  additional: undefined,
});
const operation = (schema: Schema, assumed?: string) =>
  given.operation({ id: "getTime", answers: [{ schema, when: undefined, assumed }] });
const order = given.schema(
  "Order",
  record(
    property("id", { kind: "int64" }),
    property("price", { kind: "decimal" }),
    property("qty", { kind: "decimal" }),
    property("note", { kind: "text" }, { required: false }),
    property("extra", { kind: "int64" }, { required: false, assumed: "gap" }),
    property("free", { kind: "unstated" }, { required: false }),
  ),
);
const reference: Schema = { kind: "reference", name: "Order" };

const cases: readonly EmitterCase[] = [
  {
    name: "fields of one type and one rule stand together",
    given: given.contract({ schemas: [order], operations: [operation(reference)] }),
    want: `Order: "!i:id; !d:price qty; :t:note; ?i:extra"`,
  },
  {
    name: "a list is a list of its elements",
    given: given.contract({
      schemas: [order],
      operations: [operation({ kind: "list", items: reference })],
    }),
    want: `getTime: "Order[]"`,
  },
  {
    name: "an assumed answer is marked as a whole",
    given: given.contract({
      schemas: [order],
      operations: [operation({ kind: "union", members: [reference, { kind: "nothing" }] }, "gap")],
    }),
    want: `getTime: "?Order|?z"`,
  },
  {
    name: "an assumed schema needs nothing",
    given: given.contract({
      schemas: [{ ...order, assumed: "gap" }],
      operations: [operation(reference)],
    }),
    want: `Order: "?i:id extra; ?d:price qty; ?t:note"`,
  },
  {
    name: "a field that may have another name is not needed under this one",
    given: given.contract({
      operations: [operation(record(property("limit", { kind: "integer" }, { alsoNamed: true })))],
    }),
    want: `getTime: ":n:limit"`,
  },
  {
    name: "a schema of alternatives has a name, and its members their words",
    given: given.contract({
      schemas: [
        given.schema("A", record(property("kind", { kind: "literal", value: "a" }))),
        given.schema("Either", {
          kind: "union",
          members: [{ kind: "reference", name: "A" }, reference],
        }),
        order,
      ],
      operations: [operation({ kind: "list", items: { kind: "reference", name: "Either" } })],
    }),
    want: `Either: "| A Order"`,
  },
  {
    name: "an answer that is not shown has no shape",
    given: given.contract({ operations: [operation({ kind: "unstated" })] }),
    want: "answers: {}",
  },
];

for (const { name, given: contract, path, want, not } of cases) {
  test(name, async () => {
    const text = trimmed(await emitted(answers, contract, path));
    expect(text).toContain(trimmed(want));
    if (not !== undefined) expect(text).not.toContain(not);
  });
}
