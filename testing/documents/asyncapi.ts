/** The bundled AsyncAPI document: its streams and messages, and a schema checker. */

import { connectionRules } from "../../generated/streams.ts";
import { fieldsIn, isRecord, listIn } from "../../runtime/encoding/json-value.ts";
import { defaultWrapping } from "../../runtime/streams/decode.ts";
import type { ConnectionRules } from "../../runtime/tables.ts";
import type { Issue } from "./issue.ts";
import {
  child,
  createSchemaChecker,
  type DocumentNode,
  describeError,
  errorPointer,
  locate,
  readOnce,
} from "./json-pointers.ts";
import { assumptionBy, markAt } from "./marks.ts";

export type StreamDocument = ReturnType<typeof readAsyncApi>;
export type DocumentedMessage = ReturnType<typeof listStreams>[number]["messages"][number];

/** A message without its wrapper. */
export interface StreamMessage {
  readonly sender: "client" | "exchange";
  /** Its stream's name; absent for control messages. */
  readonly stream: string | undefined;
  readonly content: unknown;
}

/** Reads a bundled AsyncAPI document; throws when it has no stream. */
export const readAsyncApi = readOnce((root) => {
  const streams = listStreams(root);
  if (streams.length === 0) {
    throw new Error("The AsyncAPI document has no channel: pass the bundle, not the entry file.");
  }
  const checkers = {
    exchange: createSchemaChecker(root, { openEnums: true }),
    client: createSchemaChecker(root, { openEnums: false }),
  };
  return {
    root,
    streams,
    /** Checks content against the schema of a message; returns the issues. */
    checkContent: (
      { sender, place, pointer, name }: DocumentedMessage,
      content: unknown,
    ): readonly Issue[] =>
      checkers[sender](pointer, content).map((error) => ({
        kind: "message",
        text: describeError(error, `the message ${name}`),
        pointer: errorPointer(root, error, pointer),
        assumption: assumptionBy(root, [...place, pointer], content, error),
      })),
  };
});

/** Another contract may lack streams. */
const rules: Partial<ConnectionRules> | undefined = connectionRules;

/** Path of connections without wrapper, in front of the stream's name. */
export const rawPath: string | undefined = rules?.unwrapped && `${rules.unwrapped.path}/`;

/** The name in the path of a connection without wrapper; empty for another connection. */
export function rawStreamIn(path: string): string {
  const [, ...rest] = rawPath === undefined ? [] : path.split(rawPath);
  return rest.join(rawPath);
}

/**
 * Unwraps a message of the exchange from the name of its stream. `bareStream`: the stream of a
 * message that comes without wrapper.
 */
export function unwrap(value: unknown, bareStream: string | undefined): StreamMessage {
  const { stream: name, data } = rules?.wrapping ?? defaultWrapping;
  const { [name]: stream, [data]: content } = fieldsIn(value);
  if (typeof stream === "string" && content !== undefined) {
    return { sender: "exchange", stream, content };
  }
  const isControl = isRecord(value) && ("result" in value || "error" in value);
  return { sender: "exchange", stream: isControl ? undefined : bareStream, content: value };
}

/** Finds a message by stream name, then constant properties, then present properties. */
export function findMessage(
  document: StreamDocument,
  { sender, stream, content }: StreamMessage,
): DocumentedMessage | undefined {
  const fields = fieldsIn(content);
  const possible = messagesOf(document, stream).filter((message) => message.sender === sender);
  const fitting = possible.filter(({ constants }) =>
    [...constants].every(([name, value]) => fields[name] === value),
  );
  // The only message of a named stream needs nothing that identifies it.
  const isOnly = stream !== undefined && possible.length === 1;
  const candidates = isOnly ? possible : fitting;
  const matching = ({ properties }: DocumentedMessage): number =>
    Object.keys(fields).filter((name) => properties.has(name)).length;
  return candidates.toSorted((one, other) => matching(other) - matching(one))[0];
}

/** The messages of the stream with a name; without one, the control messages. */
export function messagesOf(
  { streams }: StreamDocument,
  stream: string | undefined,
): readonly DocumentedMessage[] {
  const found = streams.find(({ pattern }) =>
    stream === undefined ? pattern === undefined : pattern?.test(stream),
  );
  return found?.messages ?? [];
}

/** Every stream, and the control messages, which have no stream name. */
function listStreams(root: DocumentNode) {
  const sent = clientMessages(root);
  return Object.keys(fieldsIn(root["channels"])).map((id) => {
    const { node, pointer } = locate(root, child("/channels", id));
    const assumed = "x-assumed" in node;
    const messages = Object.keys(fieldsIn(node["messages"])).map((key) => {
      const message = readMessage(root, child(pointer, "messages", key), key);
      const sender = sent.has(`${id} ${key}`) ? ("client" as const) : ("exchange" as const);
      const isAssumed = assumed || message.assumption !== undefined;
      return {
        ...message,
        stream: id,
        sender,
        place: [pointer, message.place],
        assumed: isAssumed,
      };
    });
    const address = typeof node["address"] === "string" ? node["address"] : undefined;
    return { id, address, pattern: patternOf(address), messages, assumed };
  });
}

function readMessage(root: DocumentNode, pointer: string, key: string) {
  const message = locate(root, pointer);
  const payload = locate(root, child(message.pointer, "payload"));
  const properties = Object.entries(fieldsIn(payload.node["properties"]));
  const constants = properties
    .filter(([, property]) => "const" in fieldsIn(property))
    .map(([name, property]) => [name, fieldsIn(property)["const"]] as const);
  return {
    name: String(message.node["name"] ?? key),
    /** JSON pointer to the content's schema. */
    pointer: payload.pointer,
    place: message.pointer,
    examples: listIn(message.node["examples"]).map((example) => fieldsIn(example)["payload"]),
    /** Properties with a constant value, which identify the message. */
    constants: new Map(constants),
    properties: new Set(properties.map(([name]) => name)),
    assumption: markAt(root, message.pointer) ?? markAt(root, payload.pointer),
  };
}

/** The pattern of names for an address such as `{symbol}@depth`. */
function patternOf(address: string | undefined): RegExp | undefined {
  if (address === undefined) return undefined;
  return new RegExp(`^${address.replace(/\{[^{}]*\}/g, "[^@/]+")}$`);
}

/** Messages of send operations, as `<channel> <message>`. */
function clientMessages(root: DocumentNode): ReadonlySet<string> {
  const sending = Object.values(fieldsIn(root["operations"])).map(fieldsIn);
  return new Set(
    sending
      .filter(({ action }) => action === "send")
      .flatMap(({ messages }) => listIn(messages))
      .map((reference) => String(fieldsIn(reference)["$ref"]).split("/"))
      .map((steps) => `${steps.at(-3)} ${steps.at(-1)}`),
  );
}
