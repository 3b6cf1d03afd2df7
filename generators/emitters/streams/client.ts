import type { Channel } from "../../contract/model.ts";
import { doc } from "../../write/doc.ts";
import type { Emitter } from "../../write/emitter.ts";
import { camelCase, messageName, propertyKey, quoted, unique } from "../../write/names.ts";
import { typeWriter, union } from "../../write/type-text.ts";

/** The typed stream client with one documented method per public stream. */
export const streamClient: Emitter = {
  name: "streams/client",
  sources: ["spec/{asyncapi*,events/**,rules/*}"],
  emit: (contract) => {
    if (contract.channels.length === 0) return [];
    const writer = typeWriter(contract);
    const channels = contract.channels.filter(
      ({ access, address }) => access === "public" && address !== "",
    );
    const text = `
import { createStreamClient, type StreamClient } from "../runtime/streams/client.ts";
import { each } from "../runtime/streams/names.ts";
import type { StreamOptions } from "../runtime/streams/options.ts";
import { type SubscribeOptions, type Subscription, subscribe } from "../runtime/streams/subscription.ts";
import type { Backlog, StreamTables } from "../runtime/streams/types.ts";
import { retry, statuses } from "./errors.ts";
import {
  connectionLimits,
  connectionQuery,
  connectionRules,
  type StreamId,
  type StreamMessages,
  type StreamParameters,
  streamName,
  streams,
} from "./streams.ts";
${writer.imports}

/** The streams of an exchange: one method for each public stream. */
export interface Streams {
  /** The connections underneath. */
  readonly client: StreamClient;
${channels.map(signature).join("\n")}
  /** Any streams by name, with their events as received; drops the oldest for a slow reader. */
  open(names: ${several}, options?: SubscribeOptions): Subscription<unknown>;
  /** Ends all streams and connections; no timer and no listener is left. */
  close(): void;
}

${createStreams(channels)}
export * from "./streams.ts";
export type { SubscribeOptions, Subscription } from "../runtime/streams/subscription.ts";
export type { StreamOptions } from "../runtime/streams/options.ts";
export type { Backlog, StreamNotice, StreamState } from "../runtime/streams/types.ts";
export { StreamRefusedError } from "../runtime/streams/client.ts";
export { StreamStaleError } from "../runtime/streams/queue.ts";
`;
    const origins = channels.map(({ id, origin }) => [`Streams.${id}`, origin] as const);
    return [{ path: "stream-client.ts", text, origins: new Map(origins) }];
  },
};

function createStreams(channels: readonly Channel[]): string {
  return `
/**
 * Makes a client of the streams. It connects at the first subscription, and has to be closed.
 *
 * @throws InvalidRequestError for a wrong option; TradespecError where the platform has no
 *   WebSocket and the options give none.
 */
export function createStreams(options: StreamOptions): Streams {
  const tables: StreamTables = {
    streams,
    limits: connectionLimits,
    rules: connectionRules,
    query: connectionQuery,
    backoff: retry.backoff,
    statuses,
  };
  const client = createStreamClient(tables, options);
  const open = <Stream extends StreamId>(
    id: Stream,
    parameters: readonly StreamParameters[Stream][],
    backlog: Backlog,
    options: SubscribeOptions | undefined,
  ): Subscription<StreamMessages[Stream]> => {
    const named = parameters.map((values) => ({ id, name: streamName(id, values) }));
    return subscribe(client, named, backlog, options);
  };
  return {
    client,
${channels.map(method).join("\n")}
    open: (names, options) =>
      subscribe(client, each("name", names), "dropOldest", options),
    close: client.close,
  };
}
`;
}

const several = "string | readonly string[]";

function signature(channel: Channel): string {
  const { description, assumed, messages, origin, parameters } = channel;
  const docs = {
    text: description,
    assumed,
    statements: [listText(channel), backlogTexts[backlogOf(channel)]].filter(Boolean),
    throws: [
      "InvalidRequestError for a symbol that no stream can have, or a wrong option; " +
        "TradespecError after `close`.",
    ],
    see: origin.file,
  };
  // A name with one parameter takes one value or many.
  const type = parameters.length === 1 ? several : "string";
  const taken = parameterNames(channel).map((name) => `${name}: ${type}`);
  const events = messages.map(messageName);
  const event = events.length === 0 ? "unknown" : union(events);
  const given = [...taken, "options?: SubscribeOptions"].join(", ");
  return `${doc(docs, 2)}${memberName(channel)}(${given}): Subscription<${event}>;`;
}

/** Streams whose names would hide a member of every client get another one. */
function memberName({ id }: Channel): string {
  return ["client", "close", "open", "then"].includes(id) ? `${id}_` : propertyKey(id);
}

/** The parameters of a stream name as identifiers. */
function parameterNames({ parameters }: Channel): readonly string[] {
  const taken = new Set(["options", "open", "client", "each"]);
  return parameters.map(({ name }) => unique(camelCase(name), taken));
}

/** What a name with one parameter takes. */
function listText({ parameters }: Channel): string {
  const [parameter, ...others] = parameters;
  if (parameter === undefined || others.length > 0) return "";
  const letters = parameter.letterCase === "lower" ? ", in letters of any case" : "";
  return `Takes one \`${parameter.name}\` or a list${letters}.`;
}

type Backlog = NonNullable<Channel["backlog"]>;

/** A stream that can only be recovered as a whole must not miss an event. */
function backlogOf({ backlog, afterReconnect }: Channel): Backlog {
  return backlog ?? (afterReconnect === "nothing" ? "dropOldest" : "stale");
}

const backlogTexts: Readonly<Record<Backlog, string>> = {
  latest: "A reader that is too slow finds the newest event.",
  dropOldest: "A reader that is too slow loses the oldest events, and `dropped` counts them.",
  stale: "A reader that is too slow gets a StreamStaleError: it must not miss an event.",
};

function method(channel: Channel): string {
  const names = parameterNames(channel);
  const fields = channel.parameters.map(({ name: wire }, index) => {
    const name = names[index] ?? "";
    return name === propertyKey(wire) ? name : `${propertyKey(wire)}: ${name}`;
  });
  const [wire, ...others] = channel.parameters.map(({ name }) => quoted(name));
  const rows =
    wire !== undefined && others.length === 0
      ? `each(${wire}, ${names[0]})`
      : `[{ ${fields.join(", ")} }]`;
  const opened = `open(${quoted(channel.id)}, ${rows}, ${quoted(backlogOf(channel))}, options)`;
  return `${memberName(channel)}: (${[...names, "options"].join(", ")}) => ${opened},`;
}
