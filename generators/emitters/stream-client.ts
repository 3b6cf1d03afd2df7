import type { Channel, Contract } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import { contractTypes, type Module } from "../write/imports.ts";
import { camelCase, propertyKey, quoted, typeNames, unique } from "../write/names.ts";
import { type Emitter, source } from "../write/source.ts";
import { callable, record, reexport, union } from "../write/structures.ts";

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

const opener = `const open = <Stream extends StreamId, Event = StreamMessages[Stream]>(
  id: Stream,
  parameters: readonly StreamParameters[Stream][],
  backlog: Backlog,
  options: SubscribeOptions | undefined,
): Subscription<Event> => {
  const wanted = parameters.map((row) => ({ id, name: streamName(id, row) }));
  return subscribe(client, wanted, backlog, options);
};`;

const modules: readonly Module[] = [
  { from: "../runtime/streams/client.ts", names: ["StreamClient", "createStreamClient"] },
  {
    from: "../runtime/streams/subscription.ts",
    names: ["SubscribeOptions", "Subscription", "subscribe"],
  },
  { from: "../runtime/streams/types.ts", names: ["Backlog", "StreamOptions", "StreamTables"] },
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
  typesOf("../runtime/streams/types.ts", ["Backlog", "StreamNotice"]),
  typesOf("../runtime/streams/types.ts", ["StreamOptions", "StreamState"]),
  reexport("../runtime/streams/client.ts", ["StreamRefusedError"]),
  reexport("../runtime/streams/queue.ts", ["StreamStaleError"]),
];

function typesOf(from: string, names: readonly string[]) {
  return reexport(from, names, { onlyTypes: true });
}

/** Streams that anybody may open, by names that are made of nothing but parameters. */
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
      ...gapNames(channel).map((name) => ({ name, type: parameterType(channel) })),
      { name: "options", type: "SubscribeOptions", hasQuestionToken: true },
    ],
  }));
  const open = {
    name: "open",
    docs: doc({ text: "Any streams by name, as they come: also such as the spec lacks." }, 2),
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
    docs: doc({ text: "The connections underneath; its `plan` tells what it would open." }, 2),
  };
  return record("Streams", { text }, { properties: [client], methods: [...methods, open, close] });
}

const several = "string | readonly string[]";

/** Members that every client has keep theirs. */
function memberName({ id }: Channel): string {
  return ["client", "close", "open", "then"].includes(id) ? `${id}_` : propertyKey(id);
}

/** What the gaps of a stream's name are called in code. */
function gapNames({ parameters }: Channel): readonly string[] {
  const taken = new Set(["options", "open", "client", "each"]);
  return parameters.map(({ name }) => unique(camelCase(name), taken));
}

/** Where the name has one gap, many can be filled at once. */
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

/** What can be had again only as a whole must not have holes. */
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
    const names = gapNames(channel);
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
    '    subscribe(client, each("name", names), "dropOldest", options),';
  return callable(
    "createStreams",
    {
      text:
        "Makes a client of the streams. It connects when a stream is first wanted, and has to be " +
        "closed.",
      throws: ["TradespecError where the platform has no WebSocket and none is given."],
    },
    {
      parameters: [{ name: "settings", type: "StreamOptions" }],
      returnType: "Streams",
      statements: [
        tables,
        "const client = createStreamClient(tables, settings);",
        opener,
        `return {\n  client,\n${[...methods, open].join("\n")}\n  close: client.close,\n};`,
      ],
    },
  );
}
