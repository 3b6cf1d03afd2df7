import type { Channel, Contract, Operation, Schema, SessionRecords } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import { contractTypes, type Module } from "../write/imports.ts";
import { methodName, propertyKey, quoted } from "../write/names.ts";
import { type PagedOperation, rowFunctions } from "../write/row-functions.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, callable, record, reexport, table, union } from "../write/statements.ts";
import { type TypeWriter, typeWriter } from "../write/type-text.ts";

/** The user data session: its table of records, its types, and the calls that it makes. */
export const userData: Emitter = {
  name: "user-data",
  sources: ["spec/{asyncapi,events/*,rules/*}.yaml"],
  emit: (contract) => {
    const facts = factsOf(contract);
    const writer = typeWriter(contract);
    return source({
      path: "user-data.ts",
      emitter: userData,
      modules: [contractTypes(contract), ...modules, rowModule(contract)],
      statements: [
        ...(facts === undefined ? [] : statements(contract, facts, writer)),
        reexport("../runtime/user-data/types.ts", passedOn, { onlyTypes: true }),
        reexport("../runtime/streams/queue.ts", ["StreamStaleError"]),
      ],
    });
  },
};

const passedOn = ["SessionNotice", "SessionOptions", "SessionState"];

const modules: readonly Module[] = [
  { from: "./client.ts", names: ["Client"] },
  { from: "./errors.ts", names: ["retry"] },
  { from: "./order-rules.ts", names: ["canMove", "isFinal"] },
  { from: "./stream-client.ts", names: ["Streams"] },
  { from: "./streams.ts", names: ["streamName", "streams as streamTable", "userSession"] },
  { from: "../runtime/user-data/records.ts", names: ["UserRecords"] },
  { from: "../runtime/user-data/session.ts", names: ["openSession"] },
  {
    from: "../runtime/user-data/types.ts",
    names: ["Session", "SessionCalls", "SessionEvent", "SessionOptions", "SessionTables"],
  },
];

function rowModule(contract: Contract): Module {
  return { from: "./iterators.ts", names: [...rowFunctions(contract).values()] };
}

/** Everything that a session needs of the spec. */
interface Facts extends SessionRecords {
  readonly channel: Channel;
  /** Name of the key: in stream names, in requests and in the response that creates it. */
  readonly key: string;
  readonly trades: PagedOperation;
  readonly eachTrade: string;
}

/** `undefined` where the spec lacks a part. */
function factsOf(contract: Contract): Facts | undefined {
  const { channels, operations, streamRules } = contract;
  const { session, sessionRecords } = streamRules;
  const channel = channels.find(({ access }) => access === "userData");
  const [key, ...others] = channel?.parameters ?? [];
  const pages = [...rowFunctions(contract)];
  const [trades, eachTrade] = pages.find(([{ id }]) => id === sessionRecords?.calls.trades) ?? [];
  const takesKey = [session.keepAlive, session.close].every((id) =>
    find(operations, id)?.parameters.some(({ name }) => name === key?.name),
  );
  const isPlacing = operations.some(({ placement }) => placement !== undefined);
  if (channel === undefined || key === undefined || others.length > 0) return undefined;
  if (sessionRecords === undefined || trades === undefined || eachTrade === undefined) {
    return undefined;
  }
  if (!takesKey || !isPlacing || trades.pages.from === undefined) return undefined;
  return { ...sessionRecords, channel, key: key.name, trades, eachTrade };
}

function find(operations: readonly Operation[], id: string): Operation | undefined {
  return operations.find((operation) => operation.id === id);
}

const see = "spec/rules/userSession.yaml";

function statements(contract: Contract, facts: Facts, writer: TypeWriter) {
  const { calls, records, trades } = facts;
  const order = answerType(find(contract.operations, calls.order)?.responses[0]?.schema, writer);
  const trade = answerType(rowOf(trades.responses[0]?.schema, contract), writer);
  const account = find(contract.operations, calls.balances)?.responses[0]?.schema;
  const balance = answerType(
    rowOf(within(account, records.balance.list, contract), contract),
    writer,
  );
  return [
    table(
      "userRecords",
      {
        text:
          "The records that a session tracks: the fields that it uses, and the fields of events " +
          "that report the same.",
        see,
      },
      records,
      { satisfies: "UserRecords" },
    ),
    alias(
      "UserData",
      { text: "An event of the stream of user data. Unknown events come as they are.", see },
      union(eventTypes(contract, facts), "export type UserData = ".length),
    ),
    alias(
      "UserOrder",
      { text: "An order as far as it is known; events have fewer fields than its record." },
      `Partial<${order}>`,
    ),
    alias("UserBalance", { text: "A balance as far as it is known." }, `Partial<${balance}>`),
    alias(
      "UserEvent",
      { text: "What a session emits." },
      `SessionEvent<UserData, UserOrder, ${trade}, UserBalance>`,
    ),
    alias(
      "UserSession",
      { text: "A user data session: `for await (const event of session)`." },
      "Session<UserEvent, UserOrder, UserBalance>",
    ),
    sessionOptions,
    watchUserData(facts, contract, { order, request: writer.names.request(calls.order) }),
  ];
}

const sessionOptions = record(
  "UserSessionOptions",
  { text: "Options of a session, and the clients that it works with." },
  {
    extends: ["SessionOptions"],
    properties: [
      {
        name: "client",
        isReadonly: true,
        type: "Client",
        docs: doc({ text: "Makes the REST calls; it receives every order by `observeOrder`." }, 2),
      },
      {
        name: "streams",
        isReadonly: true,
        type: 'Pick<Streams, "client">',
        docs: doc({ text: "Made by `createStreams`; delivers the events." }, 2),
      },
    ],
  },
);

function answerType(schema: Schema | undefined, writer: TypeWriter): string {
  return writer.response(schema ?? { kind: "unstated" });
}

function meant(schema: Schema | undefined, { schemas }: Contract): Schema | undefined {
  if (schema?.kind !== "reference") return schema;
  return schemas.find(({ name }) => name === schema.name)?.schema;
}

function rowOf(schema: Schema | undefined, contract: Contract): Schema | undefined {
  const found = meant(schema, contract);
  return found?.kind === "list" ? found.items : undefined;
}

function within(schema: Schema | undefined, name: string, contract: Contract): Schema | undefined {
  const found = meant(schema, contract);
  if (found?.kind !== "record") return undefined;
  return found.properties.find((property) => property.name === name)?.schema;
}

/** An event with a key in it is for the session only. */
function eventTypes(contract: Contract, { channel, records }: Facts): readonly string[] {
  const { names } = typeWriter(contract);
  const emitted = channel.messages.filter(
    ({ eventType }) => records.events[eventType ?? ""]?.expired === undefined,
  );
  return [...new Set(emitted.map(({ name }) => names.message(name)))];
}

function watchUserData(
  facts: Facts,
  contract: Contract,
  types: { readonly order: string; readonly request: string },
) {
  return callable(
    "watchUserData",
    {
      text:
        "Opens a user data session: it creates a listenKey, keeps it alive and renews it when it " +
        "is lost. After each gap it requests over REST what was missed before it is live again, " +
        "and it reports each trade once. It starts at once, and has to be closed.",
      throws: ["TradespecError from its loops when it cannot start, or a reader is too slow."],
      see,
    },
    {
      parameters: [{ name: "options", type: "UserSessionOptions" }],
      returnType: "UserSession",
      statements: [
        "const { client, streams } = options;",
        tablesCode(facts),
        callsCode(facts, contract, types),
        "return openSession({ tables, calls, streams: streams.client, options });",
      ],
    },
  );
}

/** The key as an argument, under the name that it has in the spec. */
function keyArgument({ key }: Facts): string {
  return key === "listenKey" ? "{ listenKey }" : `{ ${propertyKey(key)}: listenKey }`;
}

function tablesCode(facts: Facts): string {
  const stream = quoted(facts.channel.id);
  return `const tables: SessionTables = {
  streams: streamTable,
  rules: userSession,
  records: userRecords,
  retry,
  stream: ${stream},
  streamName: (listenKey) => streamName(${stream}, ${keyArgument(facts)}),
  keyField: ${quoted(facts.key)},
  isFinal,
  canMove,
};`;
}

function callsCode(
  facts: Facts,
  { streamRules: { session } }: Contract,
  { order, request }: { readonly order: string; readonly request: string },
): string {
  const { calls, trades, eachTrade, records } = facts;
  const method = (id: string): string => `client.${methodName(id)}`;
  const withKey = keyArgument(facts);
  const { from = "", start, limit } = trades.pages;
  const { symbol } = records.trade;
  const named = symbol === "symbol" ? symbol : `${propertyKey(symbol)}: symbol`;
  const startField =
    start === undefined ? "" : `\n      ...(startMs === undefined ? {} : { ${start}: startMs }),`;
  return `const calls: SessionCalls = {
  createKey: (call) => ${method(session.create)}({}, call),
  keepAlive: (listenKey, call) => ${method(session.keepAlive)}(${withKey}, call),
  closeKey: (listenKey, call) => ${method(session.close)}(${withKey}, call),
  openOrders: (call) => ${method(calls.openOrders)}({}, call),
  order: (identity, call) => ${method(calls.order)}(identity as ${request}, call),
  lastTrade: (symbol, call) => ${method(calls.trades)}({ ${named}, ${limit}: 1 }, call),
  trades: (symbol, { resume, all, startMs, toId }, call) => {
    const request = {
      ${named},
      ...(all === true ? { ${from}: 0 } : {}),${startField}
    };
    return ${eachTrade}(client, request, { ...call, resume, toId });
  },
  balances: (call) => ${method(calls.balances)}({}, call),
  observe: (order: Partial<${order}>) => client.observeOrder(order),
};`;
}
