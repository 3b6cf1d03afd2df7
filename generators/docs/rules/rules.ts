import * as read from "../../contract/documents/read.ts";
import { orderSchema } from "../../contract/known-names.ts";
import type { Contract, JsonObject, OrderTypeRule } from "../../contract/model.ts";
import { operationLink, orderFieldLink, placingOperation } from "../links.ts";
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
import { alsoAssumed, mark, markOf } from "../marks.ts";
import { errors, retries } from "./errors.ts";
import { inOrder } from "./filters.ts";
import { sentencesOf } from "./sentences.ts";

/** The page of rules across operations, with links to rules on other pages. */
export function rules(contract: Contract): Md {
  const { openapi, asyncapi } = contract.documents;
  /** A block of the spec under its heading: its text, `body`, facts, and what is assumed beside. */
  const section = (id: string, title: string, name: string, ...body: Part[]): Md => {
    const document = name in openapi ? openapi : asyncapi;
    if (document[name] === undefined)
      return md`${heading(2, id, title)}The contract says nothing about this.`;
    const block = read.object(document[name]);
    const text = md`${heading(2, id, title)}${prose(read.text(block, "description"))}

${body}
${list(sentencesOf(contract, name))}`;
    return md`${text}${alsoAssumed(contract, document, block, text)}`;
  };
  return md`
# Rules

Rules for all operations: how requests are signed, what they cost, which errors occur,
which fields and states an order has, and which values a symbol accepts.

${ownPages(contract)}
${section("errors", "Errors", "x-errors", errors(contract))}
${section("retry", "Retries", "x-retry", retries(contract))}
${section("envelope", "Envelope", "x-envelope")}
${section("versioning", "Versioning", "x-versioning")}
${section("order-types", "Order types and their fields", "x-order-rules", orderTypes(contract))}
${section("order-states", "Order states", "x-order-states", states(contract))}
${section("balances", "Balances", "x-balances", moves(read.object(openapi, "x-balances")))}
${section("connection", "Stream connections", "x-connection")}
${section("session", "User data session", "x-user-data")}`;
}

function moves(balances: JsonObject): Md {
  return list(
    read.objects(balances, "moves").map((move) => {
      return md`By ${code(read.text(move, "when"))}: ${prose(read.text(move, "description"))}${markOf(move)}`;
    }),
  );
}

/** The states, with what the schema of an order's status says about each. */
function states(contract: Contract): Md {
  const { openapi } = contract.documents;
  const status = orderSchema(contract, "status") ?? "";
  const meanings = read.at(read.components(openapi, "schemas")[status], "x-enumDescriptions");
  const rows = read.objects(openapi, "x-order-states", "states").map((row) => {
    const name = read.text(row, "name");
    const isFinal = read.unwrapped(row, "final") === true;
    return [
      md`${anchor(`state-${name}`, code(name))}${markOf(row)}`,
      prose(read.text(read.object(meanings)[name])),
      md`${isFinal ? "yes" : "no"}${markOf(row["final"])}`,
    ];
  });
  return md`${widget("states", "a drawing of the states and transitions below")}
${table(["State", "Meaning", "Final"], rows)}
${transitions(read.object(openapi, "x-order-states"))}`;
}

function transitions(node: JsonObject): Md {
  const rows = read
    .objects(node, "transitions")
    .map((row) => [
      md`${code(read.text(row, "from"))}${markOf(row)}`,
      code(read.text(row, "to")),
      code(read.text(row, "trigger")),
      prose([row["condition"], row["also"]].map((text) => read.text(text)).join(" ")),
    ]);
  const triggers = Object.entries(read.object(node, "triggers"));
  return md`${table(["From", "To", "By", "When, and what follows"], rows)}
${terms(triggers.map(([name, text]) => [code(name), prose(read.text(text))]))}`;
}

/** Links to the rules with their own pages. */
function ownPages(contract: Contract): Md {
  const names = inOrder(contract).map(({ name }) => link(`filters.html#${name}`, name));
  return list([
    contract.documents.openapi["x-signing"] === undefined
      ? md`**[Signing](signing.md)**: no request is signed.`
      : md`**[Signing](signing.md)**: what is signed and how, a worked example, and the
[time window](signing.md#timing). [Which operations are signed](signing.md#security),
[test vectors](signing.md#vectors).`,
    md`**[Error responses](responses.md)**: what the client does with each status and code, and whether
an order may have been placed.`,
    md`**[Limits](limits.md)**: weights, windows, headers, and what is left after your calls.`,
    md`**[Filters](filters.md)**: a calculator that checks and rounds an order. ${joined(names)}.`,
    md`**[Order book](order-book.md)**: the steps that keep a local one.`,
  ]);
}

/** Each order type with its required and forbidden fields. */
function orderTypes(contract: Contract): Md {
  const operation = placingOperation(contract);
  const { types, fieldNeeds } = contract.orderRules;
  const rows = types.map((rule) => {
    const { type, description, required, oneOf, anyOf, forbidden, assumed } = rule;
    const fields = (names: readonly string[]): Md =>
      joined(
        names.map((name) => {
          const words = anchor(`order-type-${type}.${name}`, orderFieldLink(contract, name));
          return md`${words}${mark(rule.assumedFields[name])}`;
        }),
      );
    const needs = [
      required.length > 0 && fields(required),
      ...oneOf.map((names) => md`one of ${fields(names)}`),
      ...anyOf.map((names) => md`at least one of ${fields(names)}`),
    ];
    return [
      md`${anchor(`order-type-${type}`, code(type))}${mark(assumed)}`,
      md`${joined(needs, "; ")}`,
      fields(forbidden),
      md`${prose(description)}${followUps(rule)}`,
    ];
  });
  const used = operation && md`These are fields of ${operationLink(operation)}.`;
  const beside = fieldNeeds.map(({ field, other, value, assumed }) => {
    const [own, needed] = [field, other].map((name) => orderFieldLink(contract, name));
    return md`\n\n${own} needs ${needed} ${code(value)}.${mark(assumed)}`;
  });
  return md`${used}${table(["Type", "Required", "Not allowed", "Description"], rows)}${beside}`;
}

/** What triggers an order and what then becomes of it, and what it is refused for. */
function followUps({ becomes, triggersWhenPrice = {}, refusedWhen }: OrderTypeRule): Part {
  const ways = Object.entries(triggersWhenPrice).map(
    ([side, way]) => md`${code(side)} when the price ${way} to the stop price`,
  );
  return [
    ways.length > 0 && md` Triggered: ${joined(ways)}.`,
    becomes && md` Then it is a ${code(becomes)} order.`,
    refusedWhen && md` Refused if it ${refusals[refusedWhen]} at once.`,
  ];
}

const refusals: Readonly<Record<string, string>> = {
  wouldMatch: "would trade",
  wouldTrigger: "would be triggered",
};
