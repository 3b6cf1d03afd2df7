/** The first pages of REST and streams: every operation and stream, with links to their pages. */

import { lookUp, objectsIn, textIn, textsIn } from "../../contract/documents/json.ts";
import type { Contract, Operation } from "../../contract/model.ts";
import { weightText } from "../../write/operation-text.ts";
import { code, dataScript, type Html, html, prose, soft, table } from "../html.ts";
import { channelHref, operationHref } from "../links.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { groupedBy } from "../words.ts";

/** Operations of a group, in the order of the contract. */
interface OperationGroup {
  readonly name: string;
  readonly description: string;
  readonly assumed: string | undefined;
  readonly operations: readonly Operation[];
}

function operationGroups({ operations, documents }: Contract): readonly OperationGroup[] {
  const { openapi } = documents;
  const byTag = groupedBy(operations, ({ path, method }) => {
    return textsIn(lookUp(openapi, ["paths", path, method.toLowerCase(), "tags"]))[0] ?? "";
  });
  const tags = new Map(objectsIn(openapi["tags"]).map((tag) => [textIn(tag["name"]), tag]));
  return [...byTag].map(([name, own]) => {
    const tag = tags.get(name) ?? {};
    return {
      name,
      description: textIn(tag["description"]),
      assumed: assumedIn(tag),
      operations: own,
    };
  });
}

/** The page REST. A script leads from the address of an operation on it to the operation's page. */
export function restIndex(contract: Contract, mark: Mark): Html {
  const groups = operationGroups(contract);
  return html`
<h1>REST</h1>
<p class="lead">${prose(contract.description)} ${contract.operations.length} operations, a page for each.</p>
<p>Samples read <code>API_KEY</code> and <code>API_SECRET</code> from the environment. For the sandbox:</p>
<pre data-language="sh"><code>export API_KEY=sandbox-key-of-alice
export API_SECRET=sandbox-secret-of-alice
</code></pre>
${groups.map(
  ({
    name,
    description,
    assumed,
    operations,
  }) => html`<h2 id="group-${name.toLowerCase().replaceAll(" ", "-")}">${name}</h2>
<p>${prose(description)}${mark(assumed)}</p>
${table(
  ["Operation", "Call", "Security", "Weight"],
  operations.map((one) => operationRow(one, mark)),
)}`,
)}
${dataScript("reference-pages", Object.fromEntries(contract.operations.map((one) => [one.id.toLowerCase(), operationHref(one)])))}`;
}

function operationRow(operation: Operation, mark: Mark): readonly Html[] {
  const { id, method, path, summary, assumed, security, securityAssumed, weight } = operation;
  return [
    html`<a id="${id}" href="${operationHref(operation)}">${code(id)}</a>${mark(assumed)}`,
    html`${soft(method)} ${path}<br />${soft(summary)}`,
    html`${code(security.name)}${mark(securityAssumed)}`,
    html`${prose(weightText(weight))}${mark(weight?.assumed)}`,
  ];
}

/** The page Streams. */
export function streamIndex(contract: Contract, mark: Mark): Html {
  const { channels } = contract;
  return html`
<h1>Streams</h1>
<p class="lead">${channels.length} streams of messages over WebSocket, a page for each.</p>
${table(
  ["Stream", "Name", "Use"],
  channels.map(({ id, assumed, address, description }) => [
    html`<a id="${id}" href="${channelHref({ id })}">${id}</a>${mark(assumed)}`,
    address === "" ? html`` : code(address),
    prose(description),
  ]),
)}
<p>The <a href="rules.html#connection">connection</a> has limits, and the
<a href="rules.html#session">user data</a> need a listen key. A
<a href="order-book.html">local order book</a> is kept in six steps.</p>
${dataScript("reference-pages", Object.fromEntries(channels.map((one) => [one.id.toLowerCase(), channelHref(one)])))}`;
}

/** Links to every page of the reference, for the side of each. */
export function referenceLinks(contract: Contract): readonly LinkGroup[] {
  return [
    ...operationGroups(contract).map(({ name, operations }) => ({
      name,
      links: operations.map((one) => ({ path: operationHref(one), title: one.id })),
    })),
    {
      name: "Streams",
      links: contract.channels.map((one) => ({ path: channelHref(one), title: one.id })),
    },
  ];
}

/** A part of the side's list of pages. */
export interface LinkGroup {
  readonly name: string;
  readonly links: readonly { readonly path: string; readonly title: string }[];
}
