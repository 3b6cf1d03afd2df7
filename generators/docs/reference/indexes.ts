/** The first pages of REST and streams: every operation and stream, with links to their pages. */

import { posix } from "node:path";

import * as read from "../../contract/documents/read.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { weightText } from "../../write/operation-text.ts";
import { dataScript, type Html } from "../html.ts";
import { channelHref, operationHref } from "../links.ts";
import {
  anchor,
  code,
  fence,
  heading,
  link,
  type Md,
  md,
  prose,
  soft,
  table,
  widget,
} from "../markdown.ts";
import { assumedIn, mark } from "../marks.ts";
import { isDeprecated, operationNode } from "../nodes.ts";
import { groupedBy, hasSandbox } from "../words.ts";

/** The operations by their tags, in the order of the contract. */
export function operationGroups(contract: Contract) {
  const byTag = groupedBy(contract.operations, (one) => {
    return read.texts(operationNode(contract, one), "tags")[0] ?? "";
  });
  const listed = read.objects(contract.documents.openapi, "tags");
  const tags = new Map(listed.map((tag) => [read.text(tag, "name"), tag]));
  return [...byTag].map(([name, operations]) => {
    const tag = tags.get(name) ?? {};
    return {
      name,
      description: read.text(tag, "description"),
      assumed: assumedIn(tag),
      operations,
    };
  });
}

const sandboxKeys = md`For the sandbox:
${fence("export TRADESPEC_KEY=sandbox-key-of-alice\nexport TRADESPEC_SECRET=sandbox-secret-of-alice", "sh")}`;

/** The page REST. A script leads from the address of an operation on it to the operation's page. */
export function restIndex(contract: Contract): Md {
  return md`
# REST

${prose(contract.description)}

Samples read \`TRADESPEC_KEY\` and \`TRADESPEC_SECRET\` from the environment.
${hasSandbox(contract) && sandboxKeys}
${operationGroups(contract).map(({ name, description, assumed, operations }) => {
  const id = `group-${name.toLowerCase().replaceAll(" ", "-")}`;
  const rows = operations.map((one) => operationRow(contract, one));
  return md`${heading(2, id, name)}${prose(description)}${mark(assumed)}
${table(["Operation", "Call", "Use", "Security", "Weight"], rows)}`;
})}
${widget("pages", "an address with the name of an operation leads to its page")}`;
}

function operationRow(contract: Contract, operation: Operation): readonly Md[] {
  const { id, method, path, summary, assumed, security, securityAssumed, weight } = operation;
  return [
    md`${anchor(id, link(operationHref(operation), code(id)))}${mark(assumed)}`,
    md`${soft(method)} ${path}`,
    md`${isDeprecated(contract, operation) ? "Deprecated. " : ""}${summary}`,
    md`${code(security.name)}${mark(securityAssumed)}`,
    md`${prose(weightText(weight))}${mark(weight?.assumed)}`,
  ];
}

export function streamIndex({ channels, documents }: Contract): Md {
  const rows = channels.map(({ id, assumed, address, description }) => [
    md`${anchor(id, link(channelHref({ id }), id))}${mark(assumed)}`,
    code(address),
    prose(description),
  ]);
  const keyed =
    documents.asyncapi["x-user-data"] !== undefined &&
    md`, and the ${link("rules.html#session", "user data")} need a listen key`;
  return md`
# Streams

${prose(read.text(documents.asyncapi, "info", "description"))}
${table(["Stream", "Name", "Use"], rows)}
The [connection](rules.md#connection) has limits${keyed}.
A [local order book](order-book.md) is kept in steps.
${widget("pages", "an address with the name of a stream leads to its page")}`;
}

/** The pages of operations, or of streams, for the script that leads to them. */
export function pageNames(hrefs: readonly string[]): Html {
  const names = hrefs.map((href) => [posix.basename(href, ".html").toLowerCase(), href]);
  return dataScript("reference-pages", Object.fromEntries(names));
}
