import { componentsOf, objectIn, textIn } from "../../contract/documents/json.ts";
import { orderSchema } from "../../contract/known-names.ts";
import type { Contract, Json, JsonObject } from "../../contract/model.ts";
import { alsoAssumed } from "../also-assumed.ts";
import {
  anchor,
  code,
  heading,
  joined,
  link,
  list,
  type Md,
  md,
  type Part,
  prose,
  table,
  terms,
  widget,
} from "../markdown.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { errors, retries } from "./errors.ts";
import { inOrder } from "./filters.ts";
import { orderTypes } from "./order-types.ts";
import { rowsOf } from "./rows.ts";
import {
  balanceSentences,
  connectionSentences,
  envelopeSentences,
  errorSentences,
  orderTypeSentences,
  retrySentences,
  sentencesOf,
  userDataSentences,
  versioningSentences,
} from "./sentences.ts";

/** The page of rules across operations, with links to rules on other pages. */
export function rules(contract: Contract, mark: Mark): Md {
  const { openapi, asyncapi } = contract.documents;
  /** A block of the spec under its heading: its text, `body`, and what is assumed beside it. */
  const section = (id: string, title: string, block: Json | undefined, ...body: Part[]): Md => {
    const text = md`${heading(2, id, title)}${prose(textIn(objectIn(block)["description"]))}

${body}`;
    return md`${text}${alsoAssumed(contract, openapi, block, text, mark)}`;
  };
  const sentences = (key: string, all: Parameters<typeof sentencesOf>[1]): Md =>
    list(sentencesOf(objectIn(openapi[key] ?? asyncapi[key]), all, mark));
  return md`
# Rules

Rules for all operations: how requests are signed, what they cost, which errors occur,
which fields and states an order has, and which values a symbol accepts.

${ownPages(contract)}
${section("errors", "Errors", openapi["x-errors"], errors(contract, mark), sentences("x-errors", errorSentences))}
${section("retry", "Retries", openapi["x-retry"], retries(contract, mark), sentences("x-retry", retrySentences))}
${section("envelope", "Envelope", openapi["x-envelope"], sentences("x-envelope", envelopeSentences))}
${section("versioning", "Versioning", openapi["x-versioning"], sentences("x-versioning", versioningSentences))}
${section(
  "order-types",
  "Order types and their fields",
  openapi["x-order-rules"],
  orderTypes(contract, mark),
  sentences("x-order-rules", orderTypeSentences),
)}
${section(
  "order-states",
  "Order states",
  openapi["x-order-states"],
  widget("states", "a drawing of the states and transitions below"),
  states(contract, mark),
  transitions(objectIn(openapi["x-order-states"]), mark),
)}
${section(
  "balances",
  "Balances",
  openapi["x-balances"],
  list([
    ...rowsOf(objectIn(openapi["x-balances"])["moves"]).map((move) => {
      return md`By ${code(textIn(move["when"]))}: ${prose(textIn(move["description"]))}${mark(assumedIn(move))}`;
    }),
    ...sentencesOf(objectIn(openapi["x-balances"]), balanceSentences, mark),
  ]),
)}
${section("connection", "Stream connections", asyncapi["x-connection"], list(connectionSentences(contract, mark)))}
${section("session", "User data session", asyncapi["x-user-data"], sentences("x-user-data", userDataSentences(contract)))}`;
}

/** The states, with what the schema of an order's status says about each. */
function states(contract: Contract, mark: Mark): Md {
  const { openapi } = contract.documents;
  const status = orderSchema(contract, "status") ?? "";
  const meanings = objectIn(componentsOf(openapi, "schemas")[status])["x-enumDescriptions"];
  const rows = rowsOf(objectIn(openapi["x-order-states"])["states"]).map((row) => {
    const name = textIn(row["name"]);
    const isFinal = row["final"] === true || objectIn(row["final"])["value"] === true;
    return [
      md`${anchor(`state-${name}`, code(name))}${mark(assumedIn(row))}`,
      prose(textIn(objectIn(meanings)[name])),
      md`${isFinal ? "yes" : "no"}${mark(assumedIn(row["final"]))}`,
    ];
  });
  return table(["State", "Meaning", "Final"], rows);
}

function transitions(node: JsonObject, mark: Mark): Md {
  const rows = rowsOf(node["transitions"]).map((row) => [
    md`${code(textIn(row["from"]))}${mark(assumedIn(row))}`,
    code(textIn(row["to"])),
    code(textIn(row["trigger"])),
    prose([row["condition"], row["also"]].map(textIn).join(" ")),
  ]);
  const triggers = Object.entries(objectIn(node["triggers"]));
  return md`${table(["From", "To", "By", "When, and what follows"], rows)}
${terms(triggers.map(([name, text]) => [code(name), prose(textIn(text))]))}`;
}

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
