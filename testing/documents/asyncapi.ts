/**
 * The bundled AsyncAPI document, read for checking: streams with the patterns of their names, and
 * their messages with validators.
 */

import type { ErrorObject } from "ajv/dist/2020.js";

import { isRecord } from "../recordings/recording.ts";
import {
  asList,
  asNode,
  child,
  createChecker,
  type DocumentNode,
  locate,
  onceFor,
  withOpenSets,
} from "./openapi.ts";
import { type Found, walkAnswer } from "./schema-coverage.ts";

/** One documented stream, or the control messages, which have no name of a stream. */
export interface DocumentedStream {
  readonly id: string;
  /** What its names look like; absent for control messages. */
  readonly pattern: RegExp | undefined;
  readonly messages: readonly DocumentedMessage[];
  readonly assumed: boolean;
}

/** One kind of message of a stream. */
export interface DocumentedMessage {
  readonly stream: string;
  readonly name: string;
  /** Where the schema of its content stands, as a JSON pointer. */
  readonly pointer: string;
  /** The contents that the document shows as examples. */
  readonly examples: readonly unknown[];
  readonly direction: "client" | "exchange";
  /** Properties that have one value, by which a message is known. */
  readonly marks: ReadonlyMap<string, unknown>;
  /** Properties that the document names. */
  readonly properties: ReadonlySet<string>;
  readonly assumed: boolean;
}

/** The document, and the ways to look into it. */
export interface StreamDocuments {
  readonly root: DocumentNode;
  readonly streams: readonly DocumentedStream[];
  /** Holds a content against the schema of a message; gives back what is wrong. */
  readonly fits: (message: DocumentedMessage, content: unknown) => readonly string[];
  /** Holds a message against the document. */
  readonly check: (said: SaidMessage) => MessageCheck;
}

/** A message with its wrapping taken off. */
export interface SaidMessage {
  readonly direction: "client" | "exchange";
  /** The stream that it came on; none for control messages. */
  readonly stream: string | undefined;
  readonly content: unknown;
}

/** What a message is, and in what it differs from the document. */
export interface MessageCheck {
  readonly message: DocumentedMessage | undefined;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  readonly found: readonly Found[];
}

/** Reads a bundled AsyncAPI document; throws when it has no stream at all. */
export function readStreamDocuments(asyncapi: unknown): StreamDocuments {
  return onceFor(asyncapi, alreadyRead, read);
}

const alreadyRead = new WeakMap<object, StreamDocuments>();

function read(root: DocumentNode): StreamDocuments {
  const streams = listStreams(root);
  if (streams.length === 0) {
    throw new Error("The AsyncAPI document has no channel: give the bundle, not the entry file.");
  }
  const checkers = {
    exchange: createChecker(asNode(withOpenSets(root))),
    client: createChecker(root),
  };
  const fits: StreamDocuments["fits"] = ({ direction, pointer, name }, content) => {
    const errors = checkers[direction](pointer, content);
    return errors.map((error) => `the message ${name} ${describe(error)}`);
  };
  return {
    root,
    streams,
    fits,
    check: (said) => {
      const message = findMessage(streams, said);
      if (message === undefined) {
        const what = said.stream === undefined ? "no control message" : "none of the stream's";
        const faults = [`the message is ${what} in the documents: ${shown(said.content)}`];
        return { message, faults, notes: [], found: [] };
      }
      const walked = walkAnswer(root, message.pointer, said.content, message.name);
      return {
        message,
        faults: fits(message, said.content),
        notes: walked.notes,
        found: walked.found,
      };
    },
  };
}

/** What a frame says once the object around it is taken off. */
export function unwrap(value: unknown, stream: string | undefined): SaidMessage {
  const isWrapped = isRecord(value) && typeof value["stream"] === "string" && "data" in value;
  if (isWrapped) {
    return { direction: "exchange", stream: String(value["stream"]), content: value["data"] };
  }
  const isControl = isRecord(value) && ("result" in value || "error" in value);
  return { direction: "exchange", stream: isControl ? undefined : stream, content: value };
}

function listStreams(root: DocumentNode): readonly DocumentedStream[] {
  const sent = clientMessages(root);
  return Object.keys(asNode(root["channels"])).map((id) => {
    const { node, pointer } = locate(root, child("/channels", id));
    const address = node["address"];
    const assumed = "x-assumed" in node;
    const messages = Object.keys(asNode(node["messages"])).map((key): DocumentedMessage => {
      const at = locate(root, child(pointer, "messages", key));
      const payload = locate(root, child(at.pointer, "payload"));
      const properties = asNode(payload.node["properties"]);
      const marks = Object.entries(properties).flatMap(([name, property]) =>
        "const" in asNode(property) ? [[name, asNode(property)["const"]] as const] : [],
      );
      return {
        stream: id,
        name: String(at.node["name"] ?? key),
        pointer: payload.pointer,
        examples: asList(at.node["examples"]).map((example) => asNode(example)["payload"]),
        direction: sent.has(`${id} ${key}`) ? "client" : "exchange",
        marks: new Map(marks),
        properties: new Set(Object.keys(properties)),
        assumed: assumed || "x-assumed" in at.node || "x-assumed" in payload.node,
      };
    });
    return { id, pattern: patternOf(address), messages, assumed };
  });
}

/** `{symbol}@depth` as a pattern of names. */
function patternOf(address: unknown): RegExp | undefined {
  if (typeof address !== "string") return undefined;
  return new RegExp(`^${address.replace(/\{[^}]*\}/g, "[^@/]+")}$`);
}

/** The messages of operations that send, as `<channel> <message>`. */
function clientMessages(root: DocumentNode): ReadonlySet<string> {
  const sending = Object.values(asNode(root["operations"])).map(asNode);
  return new Set(
    sending
      .filter(({ action }) => action === "send")
      .flatMap(({ messages }) => asList(messages))
      .map((reference) => String(asNode(reference)["$ref"]).split("/"))
      .map((steps) => `${steps.at(-3)} ${steps.at(-1)}`),
  );
}

/** By the stream's name, then by what marks the message, then by the properties that it shows. */
function findMessage(
  streams: readonly DocumentedStream[],
  { direction, stream, content }: SaidMessage,
): DocumentedMessage | undefined {
  const own = streams.find(({ pattern }) =>
    stream === undefined ? pattern === undefined : pattern?.test(stream),
  );
  const fields = isRecord(content) ? content : {};
  const fitting = (own?.messages ?? []).filter(
    (message) =>
      message.direction === direction &&
      [...message.marks].every(([name, value]) => fields[name] === value),
  );
  const shows = ({ properties }: DocumentedMessage): number =>
    Object.keys(fields).filter((name) => properties.has(name)).length;
  return fitting.toSorted((one, other) => shows(other) - shows(one))[0];
}

function describe(error: ErrorObject): string {
  const where = error.instancePath === "" ? "" : `${error.instancePath} `;
  return `${where}${error.message ?? error.keyword}`;
}

function shown(content: unknown): string {
  const text = JSON.stringify(content) ?? "nothing";
  return /[A-Za-z0-9]{32,}/.test(text) ? "its content is not repeated" : text.slice(0, 120);
}
