import { weigh } from "../../../runtime/rate-limits/weight.ts";
import type { UserRecords } from "../../../runtime/user-data/types.ts";
import type {
  Channel,
  Contract,
  Operation,
  Problem,
  Schema,
  UserDataRecords,
} from "../../contract/model.ts";
import { neededFields } from "../../contract/operations/calls.ts";
import { notFoundCodeOf } from "../../contract/operations/operations.ts";
import { areRecords, meaning, propertyOf } from "../../contract/schemas/meaning.ts";
import type { Emitter } from "../../write/emitter.ts";
import { table } from "../../write/literal.ts";
import {
  camelCase,
  iteratorNames,
  messageName,
  type PagedOperation,
  propertyKey,
  quoted,
  requestName,
} from "../../write/names.ts";
import { type TypeWriter, typeWriter, union } from "../../write/type-text.ts";

/** The user data session: its table of records, its types, and its REST calls. */
export const userData: Emitter = {
  name: "streams/user-data",
  sources: ["spec/{asyncapi*,events/**,rules/*}"],
  emit: (contract) => {
    if (contract.channels.length === 0) return [];
    const inputs = inputsOf(contract);
    const isWhole = inputs !== undefined && "channel" in inputs;
    const text = `
${isWhole ? session(contract, inputs) : ""}
export type { SessionNotice, SessionOptions, SessionState } from "../runtime/user-data/types.ts";
export { StreamStaleError } from "../runtime/streams/queue.ts";
`;
    const notes = inputs === undefined || isWhole ? [] : [inputs];
    return [{ path: "user-data.ts", text, notes }];
  },
};

/** What of the spec that a session needs. */
interface Inputs extends UserDataRecords {
  readonly channel: Channel;
  /** Name of the key: in stream names, in requests and in the response that creates it. */
  readonly key: string;
  readonly trades: PagedOperation;
  readonly eachTrade: string;
  /** Lists all orders; absent where it is not paged by the id of an order. */
  readonly allOrders: PagedOperation | undefined;
}

/** `undefined` if the spec has no user data; a note if it lacks what a session needs. */
function inputsOf(contract: Contract): Inputs | Problem | undefined {
  const { channels, operations, streamRules } = contract;
  const { userData, userRecords } = streamRules;
  const channel = channels.find(({ access }) => access === "userData");
  if (channel === undefined) return undefined;
  const leftOut = (fix: string): Problem => ({
    origin: channel.origin,
    message: `${channel.id} is the user data stream, and watchUserData cannot be generated from it.`,
    fix,
  });
  const [key, ...others] = channel.parameters;
  if (key === undefined || others.length > 0) {
    return leftOut("Name the stream by the listen key alone.");
  }
  if (userRecords === undefined)
    return leftOut("Write order, trade and balance under records in x-user-data.");
  if (!operations.some(({ placement }) => placement !== undefined)) {
    return leftOut("Write x-placement at the operation that places orders.");
  }
  const { calls, records } = userRecords;
  const pages = [...iteratorNames(contract)];
  const [trades, eachTrade] = pages.find(([{ id }]) => id === calls.trades) ?? [];
  if (trades?.pages.from === undefined || eachTrade === undefined) {
    return leftOut(`Write at ${calls.trades || "records.trade.listedBy"} how it is paged by id.`);
  }
  const needed: readonly (readonly [id: string, fields: readonly string[], form?: Form])[] = [
    [userData.create, []],
    [userData.keepAlive, [key.name]],
    [userData.close, [key.name]],
    [calls.openOrders, [], "list"],
    [calls.balances, [], "record"],
    [calls.trades, [records.trade.symbol, trades.pages.limit], "list"],
    [calls.order, records.order.identity, "record"],
  ];
  const lacking = needed.find((call) => !takes(contract, ...call));
  if (lacking !== undefined) {
    const [id, fields, form = "response"] = lacking;
    const taken = fields.length === 0 ? "no required field" : `only ${fields.join(", ")}`;
    return leftOut(
      `Name in x-user-data a call that needs ${taken} and returns a ${form}: not ${id}.`,
    );
  }
  const all = pages.find(([{ id }]) => id === calls.orderPage)?.[0];
  const isById = records.order.identity.some((name) => name === all?.pages.key);
  const allOrders = isById && all?.pages.from !== undefined ? all : undefined;
  return { ...userRecords, channel, key: key.name, trades, eachTrade, allOrders };
}

type Form = "record" | "list";

/** Whether an operation takes these fields and needs no others, and returns what is known. */
function takes(contract: Contract, id: string, fields: readonly string[], form?: Form): boolean {
  const operation = find(contract.operations, id);
  if (operation === undefined) return false;
  const { parameters, responses } = operation;
  return (
    fields.every((field) => parameters.some(({ name }) => name === field)) &&
    neededFields(operation, contract).every((name) => fields.includes(name)) &&
    (form === undefined || areRecords(responses, form, contract.schemas))
  );
}

function find(operations: readonly Operation[], id: string): Operation | undefined {
  return operations.find((operation) => operation.id === id);
}

const imports = `
import { checkOptions, clientWith } from "../runtime/check-options.ts";
import { streamNameWith } from "../runtime/streams/names.ts";
import { openSession, sessionRules } from "../runtime/user-data/session.ts";
import type {
  Session,
  SessionCalls,
  SessionEvent,
  SessionOptions,
  SessionTables,
  UserRecords,
} from "../runtime/user-data/types.ts";
import type { Client } from "./client.ts";
import { retry } from "./errors.ts";
import { canMove, isFinal } from "./order-states.ts";
import type { Streams } from "./stream-client.ts";
import { streams as streamTable, userDataRules } from "./streams.ts";`;

/** Types of the order record, and of the request for one. */
interface CallTypes {
  readonly order: string;
  readonly request: string;
}

const see = "spec/rules/userData.yaml";

const recordsDoc = {
  text:
    "The records that a session tracks: the fields that it uses, and the fields of events that " +
    "report the same.",
  see,
};

function session(contract: Contract, inputs: Inputs): string {
  const { allOrders } = inputs;
  const optionalMethods = [...(allOrders ? [camelCase(allOrders.id)] : []), "observeOrder"];
  const writer = typeWriter(contract);
  const { order, trade, balance } = recordTypes(contract, inputs, writer);
  return `
${imports}
import { ${inputs.eachTrade} } from "./iterators.ts";
${writer.imports}

${table("userRecords", recordsDoc, recordsOf(contract, inputs), "UserRecords")}
/**
 * An event of the user data stream. Unknown events come as they are.
 *
 * @see ${see}
 */
export type UserData = ${union(eventTypes(inputs))};

/** An order as far as it is known; events have fewer fields than its record. */
export type UserOrder = Partial<${order}>;

/** A balance as far as it is known. */
export type UserBalance = Partial<${balance}>;

/** What a session emits. */
export type UserEvent = SessionEvent<UserData, UserOrder, ${trade}, UserBalance>;

/** A user data session: \`for await (const event of session)\`. */
export type UserSession = Session<UserEvent, UserOrder, UserBalance>;

/** The methods that a session calls; a client of \`tradespec/core\` may have only these. */
export type SessionClient = Pick<Client, ${union(methodsOf(contract, inputs).map(quoted))}> &
  Partial<Pick<Client, ${union(optionalMethods.map(quoted))}>>;

/** Options of a session, and the clients that it works with. */
export interface UserSessionOptions extends SessionOptions {
  /** Makes the REST calls; it receives every order by \`observeOrder\`, if it places orders. */
  readonly client: SessionClient;
  /** Made by \`createStreams\`; delivers the events. */
  readonly streams: Pick<Streams, "client">;
}

${watchUserData(inputs, contract, { order, request: requestName(inputs.calls.order) })}`;
}

function watchUserData(inputs: Inputs, contract: Contract, types: CallTypes): string {
  const { channel, key } = inputs;
  return `
/**
 * Opens a user data session: it creates a listenKey, keeps it alive and renews it when it is lost.
 * After each gap it requests over REST what was missed before it is live again, and it reports each
 * trade once. It starts at once, and has to be closed.
 *
 * @throws InvalidRequestError for a wrong option. A loop over it throws a TradespecError where it
 *   cannot start, and a StreamStaleError for a reader that is too slow.
 * @see ${see}
 */
export function watchUserData(options: UserSessionOptions): UserSession {
  const rules = { ...sessionRules, client: clientWith(${methodsOf(contract, inputs).map(quoted).join()}) };
  checkOptions("watchUserData", options, rules, "client", "streams");
  const { client, streams } = options;
  const tables: SessionTables = {
    streams: streamTable,
    rules: userDataRules,
    records: userRecords,
    retry,
    stream: ${quoted(channel.id)},
    streamName: (listenKey) => streamNameWith(streamTable[${quoted(channel.id)}], ${keyArgument(inputs)}),
    keyField: ${quoted(key)},
    isFinal,
    canMove,
  };
  ${callsCode(inputs, contract, types)}
  return openSession({ tables, calls, streams: streams.client, options });
}
`;
}

function recordTypes(contract: Contract, { calls, records, trades }: Inputs, writer: TypeWriter) {
  const responseOf = (id: string) => find(contract.operations, id)?.responses[0]?.schema;
  const typeOf = (schema: Schema | undefined) => writer.response(schema ?? { kind: "unstated" });
  const balances = propertyOf(responseOf(calls.balances), records.balance.list, contract.schemas);
  const rowOf = (schema: Schema | undefined): Schema | undefined => {
    const list = schema && meaning(schema, contract.schemas);
    return list?.kind === "list" ? list.items : undefined;
  };
  return {
    order: typeOf(responseOf(calls.order)),
    trade: typeOf(rowOf(trades.responses[0]?.schema)),
    balance: typeOf(rowOf(balances)),
  };
}

/** The records, with the weights that decide how orders are requested. */
function recordsOf({ operations }: Contract, { records, calls, allOrders }: Inputs): UserRecords {
  const one = find(operations, calls.order);
  const order = { ...records.order, notFoundCode: notFoundCodeOf(operations, calls.order) };
  if (allOrders === undefined || one === undefined) return { ...records, order };
  const { pages } = allOrders;
  const costOf = ({ weight }: Operation, fields: readonly string[]): number => {
    const given = Object.fromEntries(fields.map((name) => [name, pages.limitMax]));
    // Without stated weights, requests are counted.
    return weight?.ip === undefined ? 1 : weigh(weight.ip, given);
  };
  const paging = {
    key: String(pages.key),
    limit: pages.limitMax,
    weight: costOf(allOrders, [pages.limit]),
    orderWeight: costOf(one, order.identity),
  };
  return { ...records, order: { ...order, pages: paging } };
}

/** The client's methods for a session's calls. */
function methodsOf({ streamRules: { userData } }: Contract, { calls }: Inputs): readonly string[] {
  const { openOrders, order, trades, balances } = calls;
  const all = [userData.create, userData.keepAlive, userData.close, openOrders, order, trades];
  return [...all, balances].map(camelCase);
}

/** The session keeps events with a key in them to itself. */
function eventTypes({ channel, records }: Inputs): readonly string[] {
  const emitted = channel.messages.filter(
    ({ eventType }) => records.events[eventType ?? ""]?.expired === undefined,
  );
  return emitted.map(messageName);
}

/** The key as an argument, under its name in the spec. */
function keyArgument({ key }: Inputs): string {
  return key === "listenKey" ? "{ listenKey }" : `{ ${propertyKey(key)}: listenKey }`;
}

function callsCode(
  inputs: Inputs,
  { streamRules: { userData } }: Contract,
  { order, request }: CallTypes,
): string {
  const { calls, trades, eachTrade, records } = inputs;
  const method = (id: string): string => `client.${camelCase(id)}`;
  const withKey = keyArgument(inputs);
  const { from = "", start, limit } = trades.pages;
  const { symbol } = records.trade;
  const named = symbol === "symbol" ? symbol : `${propertyKey(symbol)}: symbol`;
  const startField =
    start === undefined
      ? ""
      : `\n      ...(startMs === undefined ? {} : { ${propertyKey(start)}: startMs }),`;
  return `const calls: SessionCalls = {
  createKey: (callOptions) => ${method(userData.create)}({}, callOptions),
  keepAlive: (listenKey, callOptions) => ${method(userData.keepAlive)}(${withKey}, callOptions),
  closeKey: (listenKey, callOptions) => ${method(userData.close)}(${withKey}, callOptions),
  openOrders: (callOptions) => ${method(calls.openOrders)}({}, callOptions),
  order: (identity, callOptions) => ${method(calls.order)}(identity as ${request}, callOptions),
  ${orderPageCode(inputs)}
  lastTrade: (symbol, callOptions) => ${method(calls.trades)}({ ${named}, ${propertyKey(limit)}: 1 }, callOptions),
  trades: (symbol, { resume, all, startMs, toId }, callOptions) => {
    const request = {
      ${named},
      ...(all === true ? { ${propertyKey(from)}: 0 } : {}),${startField}
    };
    return ${eachTrade}(client, request, { ...callOptions, resume, toId });
  },
  balances: (callOptions) => ${method(calls.balances)}({}, callOptions),
  observe: (order: Partial<${order}>) => client.observeOrder?.(order),
};`;
}

function orderPageCode({ allOrders, records }: Inputs): string {
  if (allOrders === undefined) return "";
  const { pages, id } = allOrders;
  const { symbol } = records.order;
  const named = symbol === "symbol" ? symbol : `${propertyKey(symbol)}: symbol`;
  const limit = `${propertyKey(pages.limit)}: ${pages.limitMax}`;
  const fields = `{ ${named}, ${propertyKey(pages.from ?? "")}: from, ${limit} }`;
  return `orderPage: async (symbol, from, callOptions) => client.${camelCase(id)}?.(${fields}, callOptions),`;
}
