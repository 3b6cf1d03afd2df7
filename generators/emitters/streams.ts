import type { Channel, Contract, Origin, StreamMessage } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import { contractTypes, runtimeTypes } from "../write/imports.ts";
import { pascalCase, propertyKey, quoted, typeNames, unique } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, callable, record, table, union } from "../write/statements.ts";

/** The streams: their names, their messages, and the rules of a connection. */
export const streams: Emitter = {
  name: "streams",
  sources: ["spec/{asyncapi,events/*,rules/*}.yaml"],
  emit: (contract) =>
    source({
      path: "streams.ts",
      emitter: streams,
      modules: [
        contractTypes(contract),
        runtimeTypes,
        { from: "../runtime/streams/names.ts", names: ["fillStreamName", "hasEventType"] },
      ],
      statements: [
        streamTable(contract),
        alias("StreamId", { text: "The id of a stream." }, "keyof typeof streams"),
        parameterMap(contract),
        messageMap(contract),
        streamName,
        ...guards(contract),
        ...ruleTables(contract),
      ],
      origins: origins(contract),
    }),
};

function streamTable({ channels }: Contract) {
  const rows = channels.map((channel) => {
    const { id, address, access, afterReconnect, parameters, messages, assumed, origin } = channel;
    const described = messages.map(({ name, eventType, eventKeys }) => {
      return { name, eventType, eventKeys };
    });
    const row = { address, access, afterReconnect, parameters, messages: described, assumed };
    return [id, { ...row, source: `${origin.file}:${origin.line}` }];
  });
  return table(
    "streams",
    {
      text:
        "Every stream by its id: the pattern of its name, who may open it, its messages, and " +
        "what a subscriber does after a reconnect.",
      see: "spec/asyncapi.yaml",
    },
    Object.fromEntries(rows),
  );
}

function parameterMap({ channels }: Contract) {
  const text = "The parameters of each stream name. Letters may have any case.";
  const properties = channels.map(({ id, description, parameters }) => {
    const fields = parameters.map(({ name }) => `readonly ${propertyKey(name)}: string`).join("; ");
    const type = fields === "" ? "Readonly<Record<string, never>>" : `{ ${fields} }`;
    return {
      name: propertyKey(id),
      isReadonly: true,
      type,
      docs: doc({ text: description }, 2),
    };
  });
  return record("StreamParameters", { text }, { properties });
}

function messageMap(contract: Contract) {
  const names = typeNames(contract);
  const properties = contract.channels.map(({ id, description, messages, assumed }) => {
    const types = [...new Set(messages.map(({ name }) => names.message(name)))];
    const type = types.length === 0 ? "unknown" : union(types, id.length + 13);
    const docs = doc({ text: description, assumed }, 2);
    return { name: propertyKey(id), isReadonly: true, type, docs };
  });
  return record("StreamMessages", { text: "The messages of each stream." }, { properties });
}

const streamName = callable(
  "streamName",
  { text: "The name of a stream as a connection subscribes to it: `btcusdt@depth`." },
  {
    typeParameters: [{ name: "Stream", constraint: "StreamId" }],
    parameters: [
      { name: "id", type: "Stream" },
      { name: "parameters", type: "StreamParameters[Stream]" },
    ],
    returnType: "string",
    statements: ["return fillStreamName(streams[id], parameters);"],
  },
);

/** One guard for each message with an event type. */
function guards(contract: Contract) {
  const names = typeNames(contract);
  const taken = new Set<string>();
  return messagesOf(contract).flatMap(({ name, eventType, description, assumed, origin }) => {
    if (eventType === undefined) return [];
    const type = names.message(name);
    const text = `Whether a message is of the type \`${type}\`. ${description}`;
    return [
      callable(
        unique(`is${pascalCase(name)}`, taken),
        { text, assumed, see: origin.file },
        {
          parameters: [{ name: "message", type: "unknown" }],
          returnType: `message is ${type}`,
          statements: [`return hasEventType(message, ${quoted(eventType)});`],
        },
      ),
    ];
  });
}

function messagesOf({ channels }: Contract): readonly StreamMessage[] {
  const byName = new Map<string, StreamMessage>();
  for (const message of channels.flatMap(({ messages }: Channel) => messages)) {
    if (!byName.has(message.name)) byName.set(message.name, message);
  }
  return [...byName.values()];
}

function ruleTables({ streamRules: { connection, connectionRules, session, bookSync } }: Contract) {
  const { query, separator, ...limits } = connection;
  const asked = { parameter: query, separator };
  const see = (file: string): string => `spec/rules/${file}.yaml`;
  return [
    table("connectionLimits", { text: "Bounds of a connection.", see: see("connection") }, limits, {
      satisfies: "ConnectionLimits",
    }),
    table(
      "connectionQuery",
      { text: "How the address of a connection names its streams.", see: see("connection") },
      asked,
    ),
    table(
      "connectionRules",
      {
        text:
          "Rules of a connection: pings, the wrapper of messages, methods of control messages, and " +
          "close codes of the exchange. What the spec does not state is absent.",
        see: see("connection"),
      },
      connectionRules,
      { satisfies: "ConnectionRules" },
    ),
    table(
      "userSession",
      { text: "How a user data session is kept alive and reconciled.", see: see("userSession") },
      session,
      {
        satisfies: "SessionRules",
      },
    ),
    table(
      "bookSync",
      { text: "How a local order book is synchronized.", see: see("bookSync") },
      bookSync,
    ),
  ];
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
