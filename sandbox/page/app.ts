/** The trading page of the sandbox: the generated client and the streams, in a browser. */

import { createClient } from "../../generated/client.ts";
import { streamName } from "../../generated/streams.ts";
import {
  type Order,
  orderTypes,
  type PlaceOrderRequest,
  timeInForces,
} from "../../generated/types.ts";
import type { KeyRecord } from "../config/accounts.ts";
import { startAdminView } from "./admin-view.ts";
import { showConnection, showSymbols } from "./connect.ts";
import { cell, element, fill, make, row, short, show } from "./elements.ts";

const depthShown = 10;
const eventsShown = 60;
const reopenMs = 2000;
const views = ["trade", "sandbox", "connect"];
const { accounts, hasDocs } = JSON.parse(element("given").textContent ?? "{}") as {
  readonly accounts: readonly KeyRecord[];
  readonly hasDocs: boolean;
};
const { apiKey = "", apiSecret = "" } = accounts[0] ?? {};
const client = createClient({ baseUrl: location.origin, apiKey, apiSecret });
const streamUrl = `${location.origin.replace("http", "ws")}/stream`;
const form = element("order", HTMLFormElement);
const symbols = element("symbol", HTMLSelectElement);
const requests = new Map<string, number>();
let socket: WebSocket | undefined;

element("docs").hidden = !hasDocs;
showConnection(accounts);
showView();
addEventListener("hashchange", showView);
await Promise.all([startAdminView(), startTrading().catch(showError)]);

/** Shows the part of the page that the address names. */
function showView(): void {
  const wanted = views.includes(location.hash.slice(1)) ? location.hash.slice(1) : "trade";
  for (const view of views) element(view).hidden = view !== wanted;
  for (const link of document.querySelectorAll("nav a")) {
    link.classList.toggle("here", link.getAttribute("href") === `#${wanted}`);
  }
  scrollTo(0, 0);
}

async function startTrading(): Promise<void> {
  const { symbols: listed = [] } = await client.getExchangeInfo();
  showSymbols(listed);
  const names = listed.map(({ symbol }) => symbol);
  fill(symbols, names);
  fill(select("type"), orderTypes);
  fill(select("timeInForce"), timeInForces);
  symbols.addEventListener("change", () => void open().catch(showError));
  select("type").addEventListener("change", enableFields);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void place();
  });
  enableFields();
  await open().catch((error: unknown) => {
    reconnectLater();
    throw error;
  });
}

/** Shows the chosen symbol and the account from now on. */
async function open(): Promise<void> {
  await connectStream();
  const { asks } = await client.getDepth({ symbol: symbols.value, limit: 5 });
  element("price", HTMLInputElement, form).value = asks[0]?.[0] ?? "";
  await Promise.all([showBook(), showAccount()]);
}

/** Opens a stream, and another one when it closes; every event refreshes its part of the page. */
async function connectStream(): Promise<void> {
  const symbol = symbols.value;
  const created = await client.createListenKey();
  const keys = [created].flat() as readonly { listenKey?: string; type?: string }[];
  const own = keys.flatMap(({ listenKey }) => (listenKey === undefined ? [] : [listenKey]));
  const market = (["depth", "trade"] as const).map((id) => streamName(id, { symbol }));
  const previous = socket;
  const next = new WebSocket(`${streamUrl}?streams=${[...market, ...own].join("/")}`);
  socket = next;
  previous?.close();
  next.addEventListener("open", () => showState("live"));
  next.addEventListener("message", ({ data }: MessageEvent<string>) => receive(data));
  next.addEventListener("close", () => {
    if (socket !== next) return;
    showState("closed");
    reconnectLater();
  });
}

function reconnectLater(): void {
  setTimeout(() => {
    connectStream().catch((error: unknown) => {
      showError(error);
      reconnectLater();
    });
  }, reopenMs);
}

function receive(text: string): void {
  const { data } = readMessage(text);
  const list = element("events");
  list.prepend(make("li", JSON.stringify(data)));
  while (list.children.length > eventsShown) list.lastElementChild?.remove();
  if (data.e === "trade") show("last", short(data.p ?? ""));
  const shown = data.e === "depthUpdate" || data.e === "trade" ? showBook() : showAccount();
  void shown.catch(showError);
}

/** An injected fault may replace a message by anything. */
function readMessage(text: string): { readonly data: { e?: string; p?: string } } {
  try {
    return JSON.parse(text) as ReturnType<typeof readMessage>;
  } catch {
    return { data: { e: "not JSON" } };
  }
}

async function showBook(): Promise<void> {
  const isLatest = startRequest("book");
  const book = await client.getDepth({ symbol: symbols.value, limit: depthShown });
  if (!isLatest()) return;
  const rows = (levels: typeof book.bids) =>
    levels.map(([price = "", quantity = ""]) => row([price, quantity]));
  element("asks").replaceChildren(...rows(book.asks).reverse());
  element("bids").replaceChildren(...rows(book.bids));
}

async function showAccount(): Promise<void> {
  const isLatest = startRequest("account");
  const [{ balances }, open] = await Promise.all([
    client.getAccount(),
    client.getOpenOrders({ symbol: symbols.value }),
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

/** Responses may overtake each other; only that of the latest request is shown. */
function startRequest(part: string): () => boolean {
  const number = (requests.get(part) ?? 0) + 1;
  requests.set(part, number);
  return () => requests.get(part) === number;
}

function cancelButton({ orderId }: Order): HTMLTableCellElement {
  const button = make("button", "Cancel");
  button.addEventListener("click", () => {
    void attempt(() => client.cancelOrder({ symbol: symbols.value, orderId }));
  });
  return cell(button);
}

async function place(): Promise<void> {
  const given = [...new FormData(form)].filter(([, value]) => value !== "");
  const request = { symbol: symbols.value, ...Object.fromEntries(given) } as PlaceOrderRequest;
  await attempt(() => client.placeOrder(request));
}

/** Makes a call and shows the response, or the error with the exchange's message. */
async function attempt(call: () => Promise<unknown>): Promise<void> {
  try {
    show("response", JSON.stringify(await call(), null, 2));
  } catch (error) {
    showError(error);
  }
  await showAccount().catch(showError);
}

/** With injected faults any call may fail; the page goes on. */
function showError(error: unknown): void {
  show("response", error instanceof Error ? `${error.name}: ${error.message}` : String(error));
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
