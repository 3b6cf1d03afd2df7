import { componentsOf, objectIn, textIn } from "../../contract/documents/json.ts";
import { orderSchema } from "../../contract/known-names.ts";
import type { Contract, Json } from "../../contract/model.ts";
import { fieldList, fieldTable, rowsOf } from "../field-list.ts";
import { heading, joined, link, list, type Md, md, prose, widget } from "../markdown.ts";
import type { Mark } from "../marks.ts";
import { connectionKeys, connectionSentences } from "./connection.ts";
import { errors, retries } from "./errors.ts";
import { inOrder } from "./filters.ts";
import { orderTypes } from "./order-types.ts";

/** The page of rules across operations, with links to rules on other pages. */
export function rules(contract: Contract, mark: Mark): Md {
  const { openapi, asyncapi } = contract.documents;
  /** A block of the spec under its heading: text, tables of `shown`, and all other facts. */
  const section = (id: string, title: string, block: Json | undefined, shown: Shown = {}): Md => {
    const node = objectIn(block);
    return md`${heading(2, id, title)}${prose(textIn(node["description"]))}

${Object.values(shown)}
${fieldList(node, mark, Object.keys(shown), id)}`;
  };
  return md`
# Rules

Rules for all operations: how requests are signed, what they cost, which errors occur,
which fields and states an order has, and which values a symbol accepts.

${ownPages(contract)}
${section("errors", "Errors", openapi["x-errors"], errors(contract, mark))}
${section("retry", "Retries", openapi["x-retry"], retries(contract, mark))}
${section("envelope", "Envelope", openapi["x-envelope"])}
${section("versioning", "Versioning", openapi["x-versioning"])}
${section("order-types", "Order types and their fields", openapi["x-order-rules"], {
  types: orderTypes(contract, mark),
})}
${section("order-states", "Order states", openapi["x-order-states"], {
  states: md`${widget("states", "a drawing of the states and transitions below")}${states(contract, mark)}`,
  transitions: fieldTable(rowsOf(objectIn(openapi["x-order-states"])["transitions"]), mark),
})}
${section("balances", "Balances", openapi["x-balances"], {
  moves: fieldTable(rowsOf(objectIn(openapi["x-balances"])["moves"]), mark),
})}
${section("connection", "Stream connections", asyncapi["x-connection"], {
  ...Object.fromEntries(connectionKeys.map((key) => [key, md``])),
  lifetime: list(connectionSentences(contract, mark)),
})}
${section("session", "User data session", asyncapi["x-user-data"])}`;
}

/** The states, with what the schema of an order's status says about each. */
function states(contract: Contract, mark: Mark): Md {
  const { openapi } = contract.documents;
  const status = orderSchema(contract, "status") ?? "";
  const meanings = objectIn(componentsOf(openapi, "schemas")[status])["x-enumDescriptions"];
  const rows = rowsOf(objectIn(openapi["x-order-states"])["states"]).map((row) => {
    return { ...row, description: textIn(objectIn(meanings)[textIn(row["name"])]) };
  });
  return fieldTable(rows, mark, ["name", "description", "final"], "state");
}

/** Members of a block with their own rendering. */
type Shown = Readonly<Record<string, Md>>;

/** Links to the rules with their own pages. */
function ownPages(contract: Contract): Md {
  const names = inOrder(contract).map(({ name }) => link(`filters.html#${name}`, name));
  return list([
    md`**[Signing](signing.md)**: what is signed and how, a worked example, and the
[time window](signing.md#timing). [Which operations are signed](signing.md#security),
[test vectors](signing.md#vectors).`,
    md`**[Error responses](responses.md)**: what the client does with each status and code, and whether
an order may have been placed.`,
    md`**[Limits](limits.md)**: weights, windows, headers, and what is left after your calls.`,
    md`**[Filters](filters.md)**: a calculator that checks and rounds an order. ${joined(names)}.`,
    md`**[Order book](order-book.md)**: how to keep a local one in six steps.`,
  ]);
}
