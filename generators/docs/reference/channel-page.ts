/** The page of one stream: how to open it, what it sends, and its limits. */

import * as read from "../../contract/documents/read.ts";
import type { Channel, Contract } from "../../contract/model.ts";
import {
  code,
  fence,
  heading,
  joined,
  link,
  list,
  type Md,
  md,
  prose,
  soft,
  terms,
} from "../markdown.ts";
import { alsoAssumedSection, mark, markOf } from "../marks.ts";
import { sentencesOf } from "../rules/sentences.ts";
import { bookLink } from "../rules/used-in.ts";
import { fieldsOf } from "../schema-tables.ts";
import { samplesIn } from "./examples.ts";
import { withOwnModules } from "./samples.ts";
import { recordedFrame, streamSamples } from "./stream-samples.ts";

/** The text of the page; its links are relative to the portal's root. */
export function channelPage(contract: Contract, channel: Channel): Md {
  const { id, address, description, access, assumed, origin, afterReconnect, backlog } = channel;
  const document = contract.documents.asyncapi;
  const { "x-stream": given, parameters: named } = read.object(document, "channels", id);
  const [stream, parameters] = [read.object(given), read.object(named)];
  const handling = (key: string, words: string): Md => md`${words}${markOf(stream[key])}`;
  const isPublic = access === "public";
  const text = md`
# ${id}

${address !== "" && md`**stream** ${code(address)}`}

${prose(description)}${mark(assumed)}
${terms([
  [
    "Access",
    isPublic ? "public" : md`only with the account's ${link("rules.html#session", "listen key")}`,
  ],
  ...channel.parameters.map(
    ({ name }) =>
      [
        code(name),
        prose(read.text(read.resolved(document, parameters[name]), "description")),
      ] as const,
  ),
  ["Reconnect", handling("afterReconnect", reconnects[afterReconnect])],
  backlog && ["Slow reader", handling("backlog", slow[backlog])],
])}
${id === contract.streamRules.bookSync.channel && bookLink}
${messages(contract, channel)}
## {#limits} Limits of a connection
${list(sentencesOf(contract, "x-connection"))}`;
  const node = [read.at(document, "channels", id) ?? {}, document["servers"] ?? {}];
  return md`${text}
${alsoAssumedSection(contract, document, node, text)}

${soft("Contract:")} ${code(`${origin.file}:${origin.line}`)}
${samples(contract, channel)}`;
}

function messages(contract: Contract, { messages: all }: Channel): Md {
  return md`${all.map(({ name, description, payload, assumed, eventKeys = [] }) => {
    const keys = eventKeys.map(({ fields, unless }) => {
      const condition = unless && md` unless ${code(unless.field)} is ${String(unless.is)}`;
      return md`${joined(fields.map(code))}${condition}`;
    });
    const form =
      assumed && md`\n\nThe interface does not show the form of this message.${mark(assumed)}`;
    const copies =
      keys.length > 0 &&
      md`Copies of one event have the same ${joined(keys, "; otherwise the same ")}.`;
    return md`${heading(2, name, name)}${prose(description)}${form}
${fieldsOf(contract, payload, name)}${copies}\n\n`;
  })}`;
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

function samples(contract: Contract, channel: Channel): Md {
  const { typescript, python } = streamSamples(channel, contract);
  const frame = recordedFrame(channel, contract);
  const recorded = frame && md`\n## {#recorded} Recorded message\n${fence(frame, "json")}`;
  const languages = [
    { title: "TypeScript", language: "typescript", text: withOwnModules(typescript, contract) },
    { title: "Python", language: "python", text: python },
  ];
  const note = md`Programs that read the stream. Python needs \`pip install websockets\`.`;
  return md`${samplesIn(languages, note)}${recorded}`;
}
