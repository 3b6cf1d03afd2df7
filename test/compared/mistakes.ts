/** Mistakes that trading programs make, and what a client does about each against one exchange. */

import { type Client, createClient } from "../../generated/index.ts";
import { type FaultRule, startSandbox } from "../../sandbox/index.node.ts";

interface Order {
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  readonly timeInForce: string;
  readonly quantity: string | number;
  readonly price?: string;
  readonly newClientOrderId?: string;
}

export interface Credentials {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Places one order with a client made for it, as its documentation shows. */
export type Place = (credentials: Credentials, order: Order) => Promise<unknown>;

export interface Mistake {
  readonly title: string;
  readonly order?: { readonly [Name in keyof Order]?: Order[Name] | undefined };
  readonly secret?: string;
  readonly port?: number;
  readonly fault?: FaultRule;
}

const first = { operation: "placeOrder", nth: 1 } as const;

export const mistakes: readonly Mistake[] = [
  { title: "A price between two ticks: `40000.005`", order: { price: "40000.005" } },
  { title: "A quantity computed as a float: `0.1 * 0.1`", order: { quantity: 0.1 * 0.1 } },
  { title: "An order of too little value: 0.00001 at 40000", order: { quantity: "0.00001" } },
  { title: "A LIMIT order without a price", order: { price: undefined } },
  { title: "The symbol `BTC/USDT`", order: { symbol: "BTC/USDT" } },
  { title: "A client order id with a space", order: { newClientOrderId: "my order" } },
  { title: "The secret of another key", secret: "sandbox-secret-of-bob" },
  { title: "A clock an hour behind", fault: { fault: "clockOffset", ms: 3_600_000 } },
  { title: "A 429 that says when to return", fault: { fault: "throttle", when: first } },
  { title: "A response that is lost", fault: { fault: "drop", accepted: true, when: first } },
  { title: "A wrong port in the address", port: 2 },
];

/**
 * A row of the page: what a client does about a mistake at an exchange made for it. It says how
 * often the order was sent, which order stands afterwards, and what the program is given.
 */
export async function rowOf(client: string, mistake: Mistake, place: Place): Promise<string> {
  let sent = 0;
  const { sandbox, port, close } = await startSandbox({
    ...{ port: 0, now: Date.now, signing: "both" },
    faults: mistake.fault === undefined ? [] : [mistake.fault],
  });
  sandbox.on("request", ({ operation }) => {
    if (operation === "placeOrder") sent += 1;
  });
  const keys = { apiKey: "sandbox-key-of-alice", apiSecret: "sandbox-secret-of-alice" };
  const order = {
    ...{ symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC" },
    ...{ quantity: "0.01", price: "40000.00", ...mistake.order },
  } as Order;
  const baseUrl = `http://127.0.0.1:${mistake.port ?? port}`;
  const credentials = { ...keys, apiSecret: mistake.secret ?? keys.apiSecret, baseUrl };
  try {
    const given = await place(credentials, order).then(() => "The order is placed.", textOf);
    const judge = createClient({ ...keys, baseUrl: `http://127.0.0.1:${port}` });
    const [open] = await judge.getOpenOrders({ symbol: "BTCUSDT" });
    const stands = open ? `${short(open.origQty)} at ${short(open.price)}` : "none";
    return `| \`${client}\` | ${sent} | ${stands} | ${cell(given)} |\n`;
  } finally {
    await close();
  }
}

const short = (decimal: string): string => decimal.replace(/\.?0+$/u, "");

/** What the author of a program reads: the error as text. */
function textOf(error: { readonly code?: number; readonly message: string }): string {
  const { code, message } = error;
  return error instanceof Error
    ? `${error.name}: ${message}`
    : `{ code: ${code}, message: ${message} }`;
}

/** The text as a cell of a table, without what differs from run to run. */
function cell(text: string): string {
  const steady = text
    .replace(/\s+/gu, " ")
    .replaceAll(/127\.0\.0\.1:\d{3,}/gu, "127.0.0.1:8080")
    .replaceAll(/"timestamp":\d+/gu, '"timestamp":1795650000000');
  return `\`${steady.replaceAll("|", "\\|").replaceAll("`", "'").trim()}\``;
}

/** The client under test, as its documentation shows. */
export const placeWithTradespec: Place = (credentials, order) =>
  createClient(credentials).placeOrder(order as Parameters<Client["placeOrder"]>[0]);
