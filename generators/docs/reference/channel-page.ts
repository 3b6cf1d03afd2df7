/** The page of one stream: how to open it, what it sends, and its limits. */

import { lookUp, objectIn } from "../../contract/documents/json.ts";
import type { Channel, Contract } from "../../contract/model.ts";
import { code, type Html, html, joined, prose } from "../html.ts";
import { assumedIn, type Mark } from "../marks.ts";
import { renderMarkdown } from "../portal/markdown.ts";
import { connectionSentences } from "../rules/connection.ts";
import { bookLink } from "../rules/used-in.ts";
import { fieldsOf } from "../schema-tables.ts";
import { alsoAssumed } from "./also-assumed.ts";
import { codeFigure, sampleTabs } from "./examples.ts";
import { recordedFrame, streamSamples } from "./stream-samples.ts";

/** The body of the page; its links are relative to the portal's root. */
export function channelPage(contract: Contract, channel: Channel, mark: Mark): Html {
  const { id, address, description, access, assumed, origin } = channel;
  const name =
    address === ""
      ? undefined
      : html`<p class="call"><span class="method">stream</span> ${code(address)}</p>`;
  const isPublic = access === "public";
  const body = html`<h1>${id}</h1>
${name}
<p class="lead">${prose(description)}${mark(assumed)}</p>
<dl class="badges">
<dt>Access</dt><dd>${isPublic ? "public" : html`only with the account's <a href="rules.html#session">listen key</a>`}</dd>
<dt>Reconnect</dt><dd>${handling(contract, channel, "afterReconnect", reconnects[channel.afterReconnect], mark)}</dd>
${
  channel.backlog === undefined
    ? undefined
    : html`<dt>Slow reader</dt><dd>${handling(contract, channel, "backlog", slow[channel.backlog], mark)}</dd>`
}</dl>
${id === contract.streamRules.bookSync.channel ? renderMarkdown(bookLink, (href) => href) : undefined}
${messages(contract, channel, mark)}
<h2 id="limits">Limits of a connection</h2>
<ul>${connectionSentences(contract, mark).map((one) => html`<li>${one}</li>`)}</ul>
`;
  const document = contract.documents.asyncapi;
  const node = [lookUp(document, ["channels", id]) ?? {}, document["servers"] ?? {}];
  return html`
<div class="reference">
<div class="text">
${body}
${alsoAssumed(contract, { document, node, body }, mark)}
<p class="soft small">Contract: ${origin.file}:${origin.line}</p>
</div>
<section class="code" aria-label="Samples">${samples(contract, channel)}</section>
</div>`;
}

function messages(contract: Contract, { messages: all }: Channel, mark: Mark): Html {
  return html`${all.map(({ name, description, payload, assumed, eventKeys = [] }) => {
    const keys = eventKeys.map(({ fields, unless }) => {
      const condition =
        unless === undefined
          ? undefined
          : html` unless ${code(unless.field)} is ${String(unless.is)}`;
      return html`${joined(fields.map(code))}${condition}`;
    });
    const form =
      assumed === undefined
        ? undefined
        : html`<p>The interface does not show the form of this message.${mark(assumed)}</p>`;
    const copies =
      keys.length === 0
        ? undefined
        : html`<p>Copies of one event have the same ${joined(keys, "; otherwise the same ")}.</p>`;
    return html`<h2 id="${name}">${name}</h2>
<p>${prose(description)}</p>${form}${fieldsOf(contract, payload, mark)}${copies}`;
  })}`;
}

/** What a client does, with the mark of the statement in the document. */
function handling(
  { documents: { asyncapi } }: Contract,
  { id }: Channel,
  key: string,
  words: string,
  mark: Mark,
): Html {
  const stream = objectIn(lookUp(asyncapi, ["channels", id, "x-stream"]));
  return html`${words}${mark(assumedIn(stream[key]))}`;
}

const reconnects: Readonly<Record<Channel["afterReconnect"], string>> = {
  nothing: "nothing to do",
  newSnapshot: "fetch a new snapshot",
  reconcile: "reconcile over REST with orders, open orders and own trades",
};

const slow: Readonly<Record<NonNullable<Channel["backlog"]>, string>> = {
  latest: "only the newest event is kept",
  dropOldest: "the oldest events are dropped and counted",
  stale: "events are discarded, and the data is synchronized again",
};

function samples(contract: Contract, channel: Channel): Html {
  const { typescript, python } = streamSamples(channel, contract);
  const frame = recordedFrame(channel, contract);
  const recorded =
    frame === undefined
      ? undefined
      : html`<h2 class="side-title" id="recorded">Recorded message</h2>${codeFigure(frame, "json")}`;
  return html`<h2 class="side-title" id="samples">Sample</h2>
${sampleTabs([
  { title: "TypeScript", language: "typescript", text: typescript },
  { title: "Python", language: "python", text: python },
])}
<p class="soft small">Python needs <code>pip install websockets</code>.</p>
${recorded}`;
}
