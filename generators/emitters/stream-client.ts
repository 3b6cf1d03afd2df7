import type { Channel, Contract } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import { contractTypes, type Module } from "../write/imports.ts";
import { camelCase, propertyKey, quoted, typeNames, unique } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, record, reexport, union } from "../write/statements.ts";

/** The typed stream client: one documented method for each public stream. */
export const streamClient: Emitter = {
  name: "stream-client",
  sources: ["spec/{asyncapi,events/*,rules/*}.yaml"],
  emit: (contract) =>
    source({
      path: "stream-client.ts",
      emitter: streamClient,
      modules: [contractTypes(contract), ...modules],
      statements: [streamsInterface(contract), createStreams(contract), ...passedOn],
      origins: new Map(
        publicStreams(contract).map(({ id, origin }) => [`Streams.${id}`, origin] as const),
      ),
    }),
};

const tables = `const tables: StreamTables = {
  streams,
  limits: connectionLimits,
  rules: connectionRules,
  query: connectionQuery,
  backoff: retry.backoff,
  statuses,
};`;

const opener = `const open = <Stream extends StreamId>(
  id: Stream,
  parameters: readonly StreamParameters[Stream][],
  backlog: Backlog,
  options: SubscribeOptions | undefined,
): Subscription<StreamMessages[Stream]> => {
  const named = parameters.map((values) => ({ id, name: streamName(id, values) }));
  return subscribe({ client, streams: named, backlog }, options);
};`;

const modules: readonly Module[] = [
  { from: "../runtime/streams/client.ts", names: ["StreamClient", "createStreamClient"] },
  {
    from: "../runtime/streams/subscription.ts",
    names: ["SubscribeOptions", "Subscription", "subscribe"],
  },
  { from: "../runtime/streams/types.ts", names: ["Backlog", "StreamTables"] },
  { from: "../runtime/streams/options.ts", names: ["StreamOptions"] },
  { from: "../runtime/streams/names.ts", names: ["each"] },
  { from: "./errors.ts", names: ["retry", "statuses"] },
  {
    from: "./streams.ts",
    names: (
      "StreamId StreamMessages StreamParameters connectionLimits connectionQuery connectionRules " +
      "streamName streams"
    ).split(" "),
  },
];

const passedOn = [
  reexport("./streams.ts"),
  typesOf("../runtime/streams/subscription.ts", ["SubscribeOptions", "Subscription"]),
  typesOf("../runtime/streams/options.ts", ["StreamOptions"]),
  typesOf("../runtime/streams/types.ts", ["Backlog", "StreamNotice", "StreamState"]),
  reexport("../runtime/streams/client.ts", ["StreamRefusedError"]),
  reexport("../runtime/streams/queue.ts", ["StreamStaleError"]),
];

function typesOf(from: string, names: readonly string[]) {
  return reexport(from, names, { onlyTypes: true });
}

/** Public streams whose names the spec knows. */
function publicStreams({ channels }: Contract): readonly Channel[] {
  return channels.filter(({ access, address }) => access === "public" && address !== "");
}

function streamsInterface(contract: Contract) {
  const text = "The streams of an exchange: one method for each that is public.";
  const methods = publicStreams(contract).map((channel) => ({
    name: memberName(channel),
    returnType: `Subscription<${eventType(contract, channel)}>`,
    docs: doc(
      {
        text: channel.description,
        assumed: channel.assumed,
        facts: [backlogWords[backlogOf(channel)]],
        throws: ["RangeError for a name that no stream can have."],
        see: channel.origin.file,
      },
      2,
    ),
    parameters: [
      ...parameterNames(channel).map((name) => ({ name, type: parameterType(channel) })),
      { name: "options", type: "SubscribeOptions", hasQuestionToken: true },
    ],
  }));
  const open = {
    name: "open",
    docs: doc({ text: "Any streams by name, with their events as received." }, 2),
    parameters: [
      { name: "names", type: several },
      { name: "options", type: "SubscribeOptions", hasQuestionToken: true },
    ],
    returnType: "Subscription<unknown>",
  };
  const close = {
    name: "close",
    docs: doc({ text: "Ends all streams and connections; no timer and no listener is left." }, 2),
    returnType: "void",
  };
  const client = {
    name: "client",
    isReadonly: true,
    type: "StreamClient",
    docs: doc({ text: "The connections underneath; its `plan` shows what it would open." }, 2),
  };
  return record("Streams", { text }, { properties: [client], methods: [...methods, open, close] });
}

const several = "string | readonly string[]";

/** The members that every client has keep their names. */
function memberName({ id }: Channel): string {
  return ["client", "close", "open", "then"].includes(id) ? `${id}_` : propertyKey(id);
}

/** The parameters of a stream's name as identifiers. */
function parameterNames({ parameters }: Channel): readonly string[] {
  const taken = new Set(["options", "open", "client", "each"]);
  return parameters.map(({ name }) => unique(camelCase(name), taken));
}

/** A name with one parameter takes one value or many. */
function takesMany({ parameters }: Channel): boolean {
  return parameters.length === 1;
}

function parameterType(channel: Channel): string {
  return takesMany(channel) ? several : "string";
}

function eventType(contract: Contract, { id, messages }: Channel): string {
  const names = typeNames(contract);
  const types = [...new Set(messages.map(({ name }) => names.message(name)))];
  return types.length === 0 ? "unknown" : union(types, id.length + 60);
}

type Backlog = NonNullable<Channel["backlog"]>;

/** A stream that can be recovered only as a whole must not miss an event. */
function backlogOf({ backlog, afterReconnect }: Channel): Backlog {
  return backlog ?? (afterReconnect === "nothing" ? "dropOldest" : "stale");
}

const backlogWords: Readonly<Record<Backlog, string>> = {
  latest: "A reader that is too slow finds the newest event.",
  dropOldest: "A reader that is too slow loses the oldest events, and `dropped` counts them.",
  stale: "A reader that is too slow gets a StreamStaleError: it must not miss an event.",
};

function createStreams(contract: Contract) {
  const methods = publicStreams(contract).map((channel) => {
    const { id, parameters } = channel;
    const names = parameterNames(channel);
    const filled = parameters.map(({ name: wire }, index) => {
      const name = names[index] ?? "";
      return name === propertyKey(wire) ? name : `${propertyKey(wire)}: ${name}`;
    });
    const [only = ""] = names;
    const [wire = ""] = parameters.map(({ name }) => name);
    const rows = takesMany(channel)
      ? `each(${quoted(wire)}, ${only})`
      : `[{ ${filled.join(", ")} }]`;
    const given = `${quoted(id)}, ${rows}, ${quoted(backlogOf(channel))}`;
    const taken = [...names, "options"].join(", ");
    return `  ${memberName(channel)}: (${taken}) => open(${given}, options),`;
  });
  const open =
    "  open: (names, options) =>\n" +
    '    subscribe({ client, streams: each("name", names), backlog: "dropOldest" }, options),';
  return callable(
    "createStreams",
    {
      text: "Makes a client of the streams. It connects at the first subscription, and has to be closed.",
      throws: ["TradespecError where the platform has no WebSocket and the options name none."],
    },
    {
      parameters: [{ name: "options", type: "StreamOptions" }],
      returnType: "Streams",
      statements: [
        tables,
        "const client = createStreamClient(tables, options);",
        opener,
        `return {\n  client,\n${[...methods, open].join("\n")}\n  close: client.close,\n};`,
      ],
    },
  );
}
