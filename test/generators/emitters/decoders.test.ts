import { expect, test } from "vitest";

import type { Schema } from "../../../generators/contract/model.ts";
import { decoders } from "../../../generators/emitters/decoders.ts";
import { type EmitterCase, emitted, trimmed } from "../../support/emitted.ts";
import * as given from "../../support/given.ts";

/** A stream whose message has these fields. */
const contractOf = (
  fields: Readonly<Record<string, Schema>>,
  access: "public" | "userData" = "public",
) => {
  const properties = Object.entries(fields).map(([name, schema]) => given.property(name, schema));
  const payload = { kind: "record", properties, additional: undefined } as const;
  const messages = [
    given.message({ name: "trade", payload: { kind: "reference", name: "Trade" } }),
  ];
  return given.contract({
    schemas: [given.schema("Trade", payload), given.schema("Id", { kind: "int64" })],
    channels: [given.channel({ id: "trade", access, messages })],
  });
};

const cases: readonly EmitterCase[] = [
  {
    name: "each field is read as its schema says, also through references",
    given: contractOf({ t: { kind: "reference", name: "Id" }, p: { kind: "decimal" } }),
    want: 'fields: { t: "integer", p: "text" },',
  },
  {
    name: "a name is known by the number of its bytes",
    given: contractOf({ pu: { kind: "int64" } }),
    want: `case ${112 + 256 * 117}:`,
  },
  {
    name: "a view reads a field when it is asked for",
    given: contractOf({ m: { kind: "flag" } }),
    want: 'return this.flag(109, "m")',
  },
  {
    name: "a message with a list is left to the general reader",
    given: contractOf({ b: { kind: "list", items: { kind: "text" } } }),
    want: "export const eventForms = {} as const;",
    not: "fill",
  },
  {
    name: "a message with a long name is left to the general reader",
    given: contractOf({ listenKey: { kind: "text" } }),
    want: "export const eventForms = {} as const;",
  },
  {
    name: "the stream of an account has no readers",
    given: contractOf({ p: { kind: "decimal" } }, "userData"),
    want: "export const eventForms = {} as const;",
  },
];

for (const { name, given: contract, want, not } of cases) {
  test(name, async () => {
    const text = trimmed(await emitted(decoders, contract));
    expect(text).toContain(want);
    if (not !== undefined) expect(text).not.toContain(not);
  });
}
