/** A small server as strict as Binance Spot: it checks each field and what is signed. */

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const key = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";
export const secret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";

/** A request as it came, and the code of the error that it got. */
interface SeenRequest {
  readonly call: string;
  readonly fields: Fields;
  readonly code: number | undefined;
}

interface Failure {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
}

type Fields = Readonly<Record<string, string>>;

const orders = new Map<string, Record<string, unknown>>();
const fail = (status: number, code: number, msg: string): Failure => ({ status, code, msg });

/** What each call may hold; those with a signature besides: timestamp, recvWindow, signature. */
const placing =
  "symbol side type timeInForce quantity quoteOrderQty price newClientOrderId stopPrice " +
  "trailingDelta icebergQty newOrderRespType";
const allowed: Readonly<Record<string, string>> = {
  "GET /api/v3/ping": "",
  "GET /api/v3/time": "",
  "GET /api/v3/exchangeInfo": "symbol",
  "GET /api/v3/depth": "symbol limit",
  "POST /api/v3/order": placing,
  "POST /api/v3/order/test": placing,
  "GET /api/v3/order": "symbol orderId origClientOrderId",
  "DELETE /api/v3/order": "symbol orderId origClientOrderId newClientOrderId",
  "GET /api/v3/openOrders": "symbol",
};
const isSigned = (call: string): boolean => /order/iu.test(call);

function respond(call: string, fields: Fields, info: unknown): unknown {
  const found = orders.get(fields["origClientOrderId"] ?? "");
  switch (call) {
    case "GET /api/v3/time":
      return { serverTime: Date.now() };
    case "GET /api/v3/exchangeInfo":
      return info;
    case "GET /api/v3/depth":
      return { lastUpdateId: 1027024, bids: [["4.00000000", "431.00000000"]], asks: [] };
    case "POST /api/v3/order":
      return place(fields);
    case "GET /api/v3/order":
      return found ?? fail(400, -2013, "Order does not exist.");
    case "GET /api/v3/openOrders":
      return [...orders.values()].filter(({ status }) => status === "NEW");
    case "DELETE /api/v3/order": {
      if (found?.["status"] !== "NEW") return fail(400, -2011, "Unknown order sent.");
      found["status"] = "CANCELED";
      const origClientOrderId = found["clientOrderId"];
      return { ...found, origClientOrderId, clientOrderId: "a", transactTime: Date.now() };
    }
    default:
      return {};
  }
}

function place(fields: Fields): unknown {
  const { symbol, side, type, timeInForce, price = "0", quantity = "0" } = fields;
  const id = fields["newClientOrderId"] ?? `web_${orders.size}`;
  if (orders.has(id)) return fail(400, -2010, "Duplicate order sent.");
  if (/\.\d{7}/u.test(price)) return fail(400, -1013, "Filter failure: PRICE_FILTER");
  const [time, none] = [Date.now(), "0.00000000"];
  const order = {
    ...{ symbol, orderId: orders.size + 1, orderListId: -1, clientOrderId: id, price },
    ...{ origQty: quantity, executedQty: none, cummulativeQuoteQty: none, status: "NEW" },
    ...{ timeInForce, type, side, stopPrice: none, icebergQty: none, time, updateTime: time },
    ...{ isWorking: true, workingTime: time, origQuoteOrderQty: none },
    selfTradePreventionMode: "EXPIRE_MAKER",
  };
  orders.set(id, order);
  return { ...order, transactTime: time };
}

/** What is wrong with a request before its fields are used; the first check that fails decides. */
function refusal(
  call: string,
  fields: Fields,
  hasKey: boolean,
  signed: string,
): Failure | undefined {
  const names = allowed[call];
  if (names === undefined) return fail(404, 0, "No such path.");
  const { signature, timestamp, recvWindow = "5000", ...own } = fields;
  const unknown = Object.keys(own).filter((name) => !names.split(" ").includes(name));
  if (unknown.length > 0) return fail(400, -1104, `Not all sent parameters were read: ${unknown}`);
  if (!isSigned(call)) {
    const isFree = signature === undefined && timestamp === undefined;
    return isFree ? undefined : fail(400, -1101, "Too many parameters.");
  }
  if (!hasKey) return fail(401, -2014, "API-key format invalid.");
  if (signature === undefined)
    return fail(400, -1102, "Mandatory parameter 'signature' is missing.");
  const expected = createHmac("sha256", secret).update(signed).digest("hex");
  if (signature !== expected) return fail(400, -1022, "Signature for this request is not valid.");
  const age = Date.now() - Number(timestamp);
  const isTimely = age > -1000 && age <= Number(recvWindow);
  return isTimely ? undefined : fail(400, -1021, "Timestamp is outside of the recvWindow.");
}

/** Starts the server; `seen` collects every request. */
export async function startBinance(info: unknown) {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const [path = "", query = ""] = (request.url ?? "").split("?");
    const fields = Object.fromEntries(new URLSearchParams([query, body].filter(Boolean).join("&")));
    const call = `${request.method} ${path}`;
    // The signature comes last, and covers the text before it as it was sent.
    const signed = [query, body].map((part) => part.replace(/(^|&)signature=[^&]*$/u, "")).join("");
    const hasKey = request.headers["x-mbx-apikey"] === key;
    const answer = refusal(call, fields, hasKey, signed) ?? respond(call, fields, info);
    const { status = 200, ...rest } = answer as Partial<Failure>;
    const isFailure = "code" in rest;
    seen.push({ call, fields, code: rest.code });
    response.writeHead(isFailure ? status : 200, {
      "content-type": "application/json;charset=UTF-8",
      "x-mbx-used-weight-1m": String(seen.length),
    });
    response.end(JSON.stringify(isFailure ? rest : answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, seen, close };
}
