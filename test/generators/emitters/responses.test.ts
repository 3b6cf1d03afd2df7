import type { Property, Schema } from "../../../generators/contract/model.ts";
import { responses } from "../../../generators/emitters/responses.ts";
import { type EmitterCase, testEmitter } from "../../support/emitted.ts";
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
  given.operation({ id: "getTime", responses: [{ schema, when: undefined, assumed }] });
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
    name: "fields stand under their rule; free ones are left out",
    given: given.contract({ schemas: [order], operations: [operation(reference)] }),
    want: `
      Order: {
        record: {
          required: { id: "int64", price: "decimal", qty: "decimal" },
          optional: { note: "text" },
          assumed: { extra: "int64" },
        },
      },`,
  },
  {
    name: "a list is a list of its elements",
    given: given.contract({
      schemas: [order],
      operations: [operation({ kind: "list", items: reference })],
    }),
    want: `getTime: { list: "Order" }`,
  },
  {
    name: "an assumed response is marked as a whole",
    given: given.contract({
      schemas: [order],
      operations: [operation({ kind: "union", members: [reference, { kind: "nothing" }] }, "gap")],
    }),
    want: `getTime: { assumed: { oneOf: ["Order", "null"] } }`,
  },
  {
    name: "an assumed schema needs nothing",
    given: given.contract({
      schemas: [{ ...order, assumed: "gap" }],
      operations: [operation(reference)],
    }),
    want: `
      Order: {
        record: {
          assumed: { id: "int64", price: "decimal", qty: "decimal", note: "text", extra: "int64" },
        },
      },`,
  },
  {
    name: "a field that may have another name is not needed under this one",
    given: given.contract({
      operations: [operation(record(property("limit", { kind: "integer" }, { alsoNamed: true })))],
    }),
    want: `getTime: { record: { optional: { limit: "integer" } } }`,
  },
  {
    name: "a schema of alternatives has a name, and its members their constants",
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
    want: `
        A: { record: { constants: { kind: "a" } } },`,
  },
  {
    name: "a response that is not shown has no type",
    given: given.contract({ operations: [operation({ kind: "unstated" })] }),
    want: "responses: {}",
  },
  {
    name: "nor has one of which an alternative is not shown",
    given: given.contract({
      schemas: [order],
      operations: [operation({ kind: "union", members: [reference, { kind: "unstated" }] })],
    }),
    want: "responses: {}",
  },
  {
    name: "a response of an assumed schema is marked as a whole",
    given: given.contract({
      schemas: [{ ...order, assumed: "gap" }],
      operations: [operation(reference)],
    }),
    want: `getTime: { assumed: "Order" }`,
  },
  {
    name: "a required field of any type has to be there",
    given: given.contract({ operations: [operation(record(property("x", { kind: "unstated" })))] }),
    want: `getTime: { record: { required: { x: "any" } } }`,
  },
];

testEmitter(responses, cases);
