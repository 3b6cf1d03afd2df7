/** The trading page: the generated client and the streams, in a browser. */

import { createExchange } from "../../generated/client.ts";
import { streamName } from "../../generated/streams.ts";
import {
  orderTypes,
  timeInForces,
  type Order,
  type PlaceOrderRequest,
} from "../../generated/types.ts";
import { element, fill, row, short, show } from "./elements.ts";

const depthShown = 10;
const eventsShown = 60;
const { key, secret } = JSON.parse(element("credentials").textContent ?? "{}") as {
  readonly key: string;
  readonly secret: string;
};
const exchange = createExchange({ baseUrl: location.origin, key, secret });
const streamUrl = `${location.origin.replace("http", "ws")}/stream`;
const form = element("order", HTMLFormElement);
const symbols = element("symbol", HTMLSelectElement);
const begun = new Map<string, number>();
let socket: WebSocket | undefined;

await start();

async function start(): Promise<void> {
  const { symbols: listed = [] } = await exchange.getExchangeInfo();
  fill(
    symbols,
    listed.map(({ symbol }) => symbol),
  );
  fill(select("type"), orderTypes);
  fill(select("timeInForce"), timeInForces);
  symbols.addEventListener("change", () => void open());
  select("type").addEventListener("change", enableFields);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void place();
  });
  enableFields();
  await open();
}

/** Follows the chosen symbol and the account; every event refreshes what it touches. */
async function open(): Promise<void> {
  socket?.close();
  const symbol = symbols.value;
  const created = await exchange.createListenKey();
  const keys = [created].flat() as readonly { listenKey?: string; type?: string }[];
  const own = keys.flatMap(({ listenKey }) => (listenKey === undefined ? [] : [listenKey]));
  const market = (["depth", "trade"] as const).map((id) => streamName(id, { symbol }));
  socket = new WebSocket(`${streamUrl}?streams=${[...market, ...own].join("/")}`);
  socket.addEventListener("open", () => showState("live"));
  socket.addEventListener("close", () => showState("closed"));
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => hear(data));
  const { asks } = await exchange.getDepth({ symbol, limit: 5 });
  element("price", HTMLInputElement, form).value = asks[0]?.[0] ?? "";
  await Promise.all([showBook(), showAccount()]);
}

function hear(text: string): void {
  const { data } = JSON.parse(text) as { data: { e?: string; p?: string } };
  const list = element("events");
  const item = document.createElement("li");
  item.textContent = JSON.stringify(data);
  list.prepend(item);
  while (list.children.length > eventsShown) list.lastElementChild?.remove();
  if (data.e === "trade") show("last", short(data.p ?? ""));
  void (data.e === "depthUpdate" || data.e === "trade" ? showBook() : showAccount());
}

async function showBook(): Promise<void> {
  const isLatest = begin("book");
  const book = await exchange.getDepth({ symbol: symbols.value, limit: depthShown });
  if (!isLatest()) return;
  const rows = (levels: typeof book.bids) =>
    levels.map(([price = "", quantity = ""]) => row([price, quantity]));
  element("asks").replaceChildren(...rows(book.asks).reverse());
  element("bids").replaceChildren(...rows(book.bids));
}

async function showAccount(): Promise<void> {
  const isLatest = begin("account");
  const [{ balances }, open] = await Promise.all([
    exchange.getAccount(),
    exchange.getOpenOrders({ symbol: symbols.value }),
  ]);
  if (!isLatest()) return;
  const rows = balances.map(({ asset, free, locked }) => row([asset, free, locked]));
  element("balances").replaceChildren(...rows);
  element("orders").replaceChildren(
    ...open.map((order) => {
      const filled = `${short(order.executedQty)} / ${short(order.origQty)}`;
      const line = row([String(order.orderId), order.side, order.price, filled]);
      line.append(cancelButton(order));
      return line;
    }),
  );
}

/** Answers may overtake each other; only what was asked for last may be drawn. */
function begin(part: string): () => boolean {
  const turn = (begun.get(part) ?? 0) + 1;
  begun.set(part, turn);
  return () => begun.get(part) === turn;
}

function cancelButton({ orderId }: Order): HTMLTableCellElement {
  const button = document.createElement("button");
  button.textContent = "Cancel";
  button.addEventListener("click", () => {
    void attempt(() => exchange.cancelOrder({ symbol: symbols.value, orderId }));
  });
  const cell = document.createElement("td");
  cell.append(button);
  return cell;
}

async function place(): Promise<void> {
  const given = [...new FormData(form)].filter(([, value]) => value !== "");
  const request = { symbol: symbols.value, ...Object.fromEntries(given) } as PlaceOrderRequest;
  await attempt(() => exchange.placeOrder(request));
}

/** Carries out a call and shows its answer, or the failure in the exchange's own words. */
async function attempt(call: () => Promise<unknown>): Promise<void> {
  try {
    show("answer", JSON.stringify(await call(), null, 2));
  } catch (error) {
    show("answer", error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
  await showAccount();
}

/** A MARKET order has neither a price nor a time in force. */
function enableFields(): void {
  const isMarket = select("type").value === "MARKET";
  select("timeInForce").disabled = isMarket;
  element("price", HTMLInputElement, form).disabled = isMarket;
}

function select(name: string): HTMLSelectElement {
  return element(name, HTMLSelectElement, form);
}

function showState(state: string): void {
  show("state", state);
  element("state").classList.toggle("live", state === "live");
}
