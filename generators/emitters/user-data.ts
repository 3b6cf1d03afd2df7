import type { Channel, Contract, Operation, Schema, SessionRecords } from "../contract/model.ts";
import { doc } from "../write/doc.ts";
import { contractTypes, type Module } from "../write/imports.ts";
import { methodName, propertyKey, quoted } from "../write/names.ts";
import { type PagedOperation, rowFunctions } from "../write/row-functions.ts";
import { type Emitter, source } from "../write/source.ts";
import { alias, callable, record, reexport, table, union } from "../write/structures.ts";
import { type TypeWriter, typeWriter } from "../write/type-text.ts";

/** The session of user data: its records, its types, and the calls that it makes. */
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

/** All that a session needs of the spec. */
interface Facts extends SessionRecords {
  readonly channel: Channel;
  /** What the key is called: in stream names, in requests and in the answer that makes it. */
  readonly key: string;
  readonly trades: PagedOperation;
  readonly eachTrade: string;
}

/** `undefined` where the spec does not tell all of it. */
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
  const order = answerType(find(contract.operations, calls.order)?.answers[0]?.schema, writer);
  const trade = answerType(rowOf(trades.answers[0]?.schema, contract), writer);
  const account = find(contract.operations, calls.balances)?.answers[0]?.schema;
  const balance = answerType(
    rowOf(within(account, records.balance.list, contract), contract),
    writer,
  );
  return [
    table(
      "userRecords",
      {
        text:
          "What a session keeps of an account: what the fields of its records are to it, and " +
          "which fields of events say the same.",
        see,
      },
      records,
      { satisfies: "UserRecords" },
    ),
    alias(
      "UserData",
      { text: "What the stream of user data tells. Unknown events come as they are.", see },
      union(eventTypes(contract, facts), "export type UserData = ".length),
    ),
    alias(
      "UserOrder",
      { text: "An order as far as it is known; events may tell less than its record." },
      `Partial<${order}>`,
    ),
    alias("UserBalance", { text: "A balance as far as it is known." }, `Partial<${balance}>`),
    alias(
      "UserEvent",
      { text: "What a session tells." },
      `SessionEvent<UserData, UserOrder, ${trade}, UserBalance>`,
    ),
    alias(
      "UserSession",
      { text: "A session of user data: `for await (const event of session)`." },
      "Session<UserEvent, UserOrder, UserBalance>",
    ),
    sessionOptions,
    opener(facts, contract, { order, asked: writer.names.request(calls.order) }),
  ];
}

const sessionOptions = record(
  "UserSessionOptions",
  { text: "How a session is kept, and over what." },
  {
    extends: ["SessionOptions"],
    properties: [
      {
        name: "exchange",
        isReadonly: true,
        type: "Client",
        docs: doc({ text: "Makes its calls; its placements hear of the orders." }, 2),
      },
      {
        name: "streams",
        isReadonly: true,
        type: 'Pick<Streams, "client">',
        docs: doc({ text: "Carries it." }, 2),
      },
    ],
  },
);

function answerType(schema: Schema | undefined, writer: TypeWriter): string {
  return writer.answer(schema ?? { kind: "unstated" });
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

/** An event with a key in it is for the session alone. */
function eventTypes(contract: Contract, { channel, records }: Facts): readonly string[] {
  const { names } = typeWriter(contract);
  const told = channel.messages.filter(
    ({ eventType }) => records.events[eventType ?? ""]?.expired === undefined,
  );
  return [...new Set(told.map(({ name }) => names.message(name)))];
}

function opener(
  { calls, channel, key, trades, eachTrade, records }: Facts,
  { streamRules: { session } }: Contract,
  { order, asked }: { readonly order: string; readonly asked: string },
) {
  const method = (id: string): string => `exchange.${methodName(id)}`;
  const withKey = key === "listenKey" ? "{ listenKey }" : `{ ${propertyKey(key)}: listenKey }`;
  const { from = "", start } = trades.pages;
  const { symbol } = records.trade;
  const named = symbol === "symbol" ? symbol : `${propertyKey(symbol)}: symbol`;
  const latest = `{ ${named}, ${trades.pages.limit}: 1 }`;
  const begin =
    start === undefined ? "" : `\n      ...(startMs === undefined ? {} : { ${start}: startMs }),`;
  return callable(
    "watchUserData",
    {
      text:
        "Opens a session of user data: it makes a listenKey, keeps it alive and renews it when " +
        "it is lost, and after every loss of events asks over REST what was missed before it " +
        "says live again. It begins at once, and has to be closed.",
      throws: ["TradespecError from its loops when it cannot begin, or a reader is too slow."],
      see,
    },
    {
      parameters: [{ name: "options", type: "UserSessionOptions" }],
      returnType: "UserSession",
      statements: [
        "const { exchange, streams } = options;",
        `const tables: SessionTables = {
  streams: streamTable,
  rules: userSession,
  records: userRecords,
  retry,
  stream: ${quoted(channel.id)},
  streamName: (listenKey) => streamName(${quoted(channel.id)}, ${withKey}),
  keyField: ${quoted(key)},
  isFinal,
  canMove,
};`,
        `const calls: SessionCalls = {
  createKey: (call) => ${method(session.create)}({}, call),
  keepAlive: (listenKey, call) => ${method(session.keepAlive)}(${withKey}, call),
  closeKey: (listenKey, call) => ${method(session.close)}(${withKey}, call),
  openOrders: (call) => ${method(calls.openOrders)}({}, call),
  order: (identity, call) => ${method(calls.order)}(identity as ${asked}, call),
  lastTrade: (symbol, call) => ${method(calls.trades)}(${latest}, call),
  trades: (symbol, { resume, all, startMs, toId }, call) => {
    const request = {
      ${named},
      ...(all === true ? { ${from}: 0 } : {}),${begin}
    };
    return ${eachTrade}(exchange, request, { ...call, resume, toId });
  },
  balances: (call) => ${method(calls.balances)}({}, call),
  observe: (order: Partial<${order}>) => exchange.observeOrder(order),
};`,
        "return openSession({ tables, calls, streams: streams.client, options });",
      ],
    },
  );
}
