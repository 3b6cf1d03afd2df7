import type { Contract, Origin } from "../../contract/model.ts";
import { doc } from "../../write/doc.ts";
import type { Emitter } from "../../write/emitter.ts";
import { table } from "../../write/literal.ts";
import {
  messageName,
  messagesOf,
  pascalCase,
  propertyKey,
  quoted,
  unique,
} from "../../write/names.ts";
import { typeWriter, union } from "../../write/type-text.ts";

/** The streams: names, messages, and connection rules. */
export const streams: Emitter = {
  name: "streams/streams",
  sources: ["spec/{asyncapi*,events/**,rules/*}"],
  emit: (contract) => {
    if (contract.channels.length === 0) return [];
    const writer = typeWriter(contract);
    const { connection, connectionRules, userData } = contract.streamRules;
    const { query, separator, ...limits } = connection;
    const text = `
import { checkOptions, oneOf } from "../runtime/check-options.ts";
import { fillStreamName, hasEventType } from "../runtime/streams/names.ts";
import type { ConnectionLimits, ConnectionRules, UserDataRules } from "../runtime/tables.ts";
${writer.imports}

${table("streams", streamsDoc, streamRows(contract))}
/** The id of a stream. */
export type StreamId = keyof typeof streams;

/** The parameters of each stream name. Letters may have any case. */
export interface StreamParameters {
${parameterMembers(contract).join("\n")}
}

/** The messages of each stream. */
export interface StreamMessages {
${messageMembers(contract).join("\n")}
}

/**
 * The name of a stream as a connection subscribes to it: \`btcusdt@depth\`.
 *
 * @throws InvalidRequestError for an unknown stream, or a value that no name can have.
 */
export function streamName<Stream extends StreamId>(
  id: Stream,
  parameters: StreamParameters[Stream],
): string {
  if (!Object.hasOwn(streams, id)) {
    checkOptions("streamName", { id }, { id: oneOf(...Object.keys(streams)) }, "id");
  }
  return fillStreamName(streams[id], parameters);
}

${guards(contract).join("\n")}
${table("connectionLimits", connectionDocs.limits, limits, "ConnectionLimits")}
${table("connectionQuery", connectionDocs.query, { parameter: query, separator })}
${table("connectionRules", connectionDocs.rules, connectionRules, "ConnectionRules")}
${table("userDataRules", userDataDoc, userData, "UserDataRules")}
/**
 * @deprecated Use \`userDataRules\`.
 * @alias
 */
export const userSession = userDataRules;
`;
    return [{ path: "streams.ts", text, origins: origins(contract) }];
  },
};

const streamsDoc = {
  text:
    "Every stream by its id: the pattern of its name, who may open it, its messages, and what a " +
    "subscriber does after a reconnect.",
  see: "spec/asyncapi.yaml",
};

const seeConnection = "spec/rules/connection.yaml";

const connectionDocs = {
  limits: { text: "Limits of a connection; times in milliseconds.", see: seeConnection },
  query: { text: "How the address of a connection names its streams.", see: seeConnection },
  rules: {
    text:
      "Rules of a connection: pings, the wrapper of messages, methods of control messages, and " +
      "close codes of the exchange. What the spec does not state is absent.",
    see: seeConnection,
  },
};

const userDataDoc = {
  text: "How a user data session is kept alive and reconciled.",
  see: "spec/rules/userData.yaml",
};

function streamRows({ channels }: Contract) {
  const rows = channels.map((channel) => {
    const { id, messages, assumed, origin } = channel;
    const { address, access, afterReconnect, parameters, role } = channel;
    const described = messages.map(({ name, eventType, eventKeys }) => {
      return { name, eventType, eventKeys };
    });
    const row = { address, access, afterReconnect, parameters, messages: described, role, assumed };
    return [id, { ...row, source: `${origin.file}:${origin.line}` }];
  });
  return Object.fromEntries(rows);
}

function parameterMembers({ channels }: Contract): readonly string[] {
  return channels.map(({ id, description, parameters }) => {
    const fields = parameters.map(({ name }) => `readonly ${propertyKey(name)}: string`).join("; ");
    const type = fields === "" ? "Readonly<Record<string, never>>" : `{ ${fields} }`;
    return `${doc({ text: description }, 2)}readonly ${propertyKey(id)}: ${type};`;
  });
}

function messageMembers({ channels }: Contract): readonly string[] {
  return channels.map(({ id, description, messages, assumed }) => {
    const type = union(messages.map(messageName));
    return `${doc({ text: description, assumed }, 2)}readonly ${propertyKey(id)}: ${type};`;
  });
}

/** A type guard for each message with an event type. */
function guards(contract: Contract): readonly string[] {
  const taken = new Set<string>();
  return messagesOf(contract).flatMap((message) => {
    const { name, eventType, description, assumed, origin } = message;
    if (eventType === undefined) return [];
    const type = messageName(message);
    const text = `Whether a message is of the type \`${type}\`. ${description}`;
    const guard = unique(`is${pascalCase(name)}`, taken);
    return `${doc({ text, assumed, see: origin.file })}export function ${guard}(
  message: unknown,
): message is ${type} {
  return hasEventType(message, ${quoted(eventType)});
}
`;
  });
}

function origins(contract: Contract): ReadonlyMap<string, Origin> {
  return new Map([
    ...contract.channels.flatMap(({ id, origin }) =>
      ["streams", "StreamParameters", "StreamMessages"].map(
        (owner) => [`${owner}.${id}`, origin] as const,
      ),
    ),
    ...messagesOf(contract).map(({ name, origin }) => [`is${pascalCase(name)}`, origin] as const),
  ]);
}
