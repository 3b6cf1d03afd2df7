import { expect, test } from "vitest";

import { api } from "../../../generated/api.ts";
import { createClient as createCore, operations } from "../../../generated/core.ts";
import { orderChecks } from "../../../generated/features.ts";
import { compileFilters } from "../../../generated/filters.ts";
import type { CallEvent, ClientOptions } from "../../../generated/index.ts";
import { createClient, InvalidRequestError, placeOrderRequest } from "../../../generated/index.ts";
import { checkOrderType, rulesRefresh } from "../../../generated/order-rules.ts";
import { signRequest } from "../../../generated/signing.ts";
import { retry } from "../../../generated/tables.ts";
import { createPlacementGuard } from "../../../runtime/orders/guard.ts";
import { createSandbox } from "../../../sandbox/index.ts";
import { resting as order } from "../../support/world.ts";

const hourMs = 3_600_000;

/** A client of a sandbox on its clock; `asked` are the paths that were sent. */
function client(
  options: Partial<ClientOptions> = {},
  answer?: () => Promise<Response>,
  sandbox = createSandbox(),
) {
  const [alice] = sandbox.accounts;
  const events: CallEvent[] = [];
  const asked: string[] = [];
  const client = createClient({
    baseUrl: "http://sandbox",
    apiKey: alice?.apiKey,
    apiSecret: alice?.apiSecret,
    now: () => sandbox.exchange.now(),
    maxAttempts: 1,
    clockRefreshMs: Number.POSITIVE_INFINITY,
    onEvent: (event) => events.push(event),
    fetch: (url, init) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      const isRules = pathname === "/api/v1/exchangeInfo";
      return isRules && answer !== undefined ? answer() : sandbox.fetch(url, init);
    },
    api,
    ...options,
  });
  const emitted = () => events.filter(({ kind }) => kind === "doubt" || kind === "unchecked");
  return { sandbox, exchange: client, asked, emitted };
}

/** In virtual time, with rules that come so late. */
function timed(options: Partial<ClientOptions>, lateMs: number) {
  const sandbox = createSandbox();
  const { clock } = sandbox;
  if (clock === undefined) throw new Error("The clock is not virtual.");
  const late = async () => {
    await new Promise<void>((resolve) => clock.after(lateMs, resolve));
    return sandbox.fetch("http://sandbox/api/v1/exchangeInfo");
  };
  const { after, now } = clock;
  const made = client({ after, now, limits: false, ...options }, late, sandbox);
  return { ...made, run: (forMs: number) => clock.run(forMs) };
}

const post = "/api/v1/order";
const rules = "/api/v1/exchangeInfo";

const tick = {
  filter: "PRICE_FILTER",
  rule: "price-tick",
  field: "price",
  filterField: "tickSize",
};
const least = { filter: "LOT_SIZE", rule: "quantity-minimum", bound: "0.00001" };
const notional = { filter: "MIN_NOTIONAL", rule: "notional", field: "price * quantity" };

/** Orders that break documented rules: nothing of them may reach the exchange. */
const refused: readonly (readonly [change: object, issue: object])[] = [
  [{ price: "40000.001" }, { ...tick, value: "40000.001", bound: "0.01", nearest: "40000" }],
  [{ quantity: "0.000001" }, least],
  [{ quantity: "0.00001" }, { ...notional, value: "0.3" }],
  [{ price: undefined }, { rule: "required", field: "price" }],
];

for (const [change, issue] of refused) {
  const placement = { ...order, ...change };
  test(`not sent, as a method or by path: ${JSON.stringify(change)}`, async () => {
    const { exchange, asked } = client();
    const query = placement;
    for (const call of [
      () => exchange.placeOrder(placement),
      () => exchange.placeOrder(placement, { sendIn: "body" }),
      () => exchange.api.POST(post, { params: { query: query as never } }),
    ]) {
      const error: unknown = await call().catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({ operation: "placeOrder", attempts: 0 });
      const { issues } = error as InvalidRequestError;
      expect(issues).toContainEqual(expect.objectContaining(issue));
    }
    expect(asked).toEqual([rules]);
  });
}

test("an order that breaks only assumed rules is sent, with a doubt event", async () => {
  const { exchange, asked, emitted } = client();
  const error = await exchange
    .placeOrder({ ...order, stopPrice: "39000.00" } as never)
    .catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: "ApiError", codeName: "NOT_REQUIRED_PARAMETER" });
  expect(asked).toEqual([rules, post]);
  expect(emitted()).toMatchObject([
    {
      kind: "doubt",
      operation: "placeOrder",
      issues: [{ rule: "forbidden", field: "stopPrice", assumed: "limit-order-extras" }],
    },
  ]);
});

/** What `validate` lets through; the sandbox then rejects it itself. */
const switches: readonly (readonly [ClientOptions["validate"], object, sent: readonly string[]])[] =
  [
    [false, { price: "0.001" }, [post]],
    [{ filters: false }, { price: "0.001" }, [post]],
    [{ filters: false }, { price: undefined }, []],
    [{ orderFields: false }, { price: undefined }, [rules, post]],
    [{ orderFields: false }, { price: "0.001" }, [rules]],
    [true, { price: "0.001" }, [rules]],
  ];

for (const [validate, change, sent] of switches) {
  test(`validate ${JSON.stringify(validate)} with ${JSON.stringify(change)}`, async () => {
    const { exchange, asked } = client({ validate });
    await expect(exchange.placeOrder({ ...order, ...change })).rejects.toThrow();
    expect(asked).toEqual(sent);
  });
}

test("the rules are fetched once for all who ask, and again after an hour", async () => {
  const { sandbox, exchange, asked, emitted } = client();
  const fetched = () => asked.filter((path) => path === rules).length;
  await Promise.all(["1", "2", "3"].map((id) => place(`first-${id}`)));
  expect(fetched()).toBe(1);
  sandbox.clock?.advance(hourMs - 1);
  await place("second");
  expect(fetched()).toBe(1);
  sandbox.clock?.advance(1);
  await Promise.all([place("third"), place("fourth")]);
  expect(fetched()).toBe(2);
  expect(emitted()).toEqual([]);

  function place(newClientOrderId: string) {
    return exchange.placeOrder({ ...order, newClientOrderId });
  }
});

/** Answers in place of exchange information. */
const failures: readonly (readonly [name: string, answer: () => Promise<Response>, string])[] = [
  [
    "a failure",
    async () => Response.json({ code: -1001, msg: "" }, { status: 503 }),
    "failed with status 503 and code -1001 DISCONNECTED. Slow down and try again later.",
  ],
  [
    "no connection",
    () => Promise.reject(new Error("down")),
    "lost the connection to http://sandbox (Error); try again later.",
  ],
  [
    "another answer",
    async () => Response.json({ symbols: 7 }),
    "the response (status 200) is not as documented: /timezone is missing.",
  ],
];

for (const [name, answer, reason] of failures) {
  test(`without the rules an order is sent unchecked: ${name}`, async () => {
    const { sandbox, exchange, asked, emitted } = client({}, answer);
    expect(await exchange.placeOrder(order)).toMatchObject({ symbol: "BTCUSDT" });
    const why = expect.stringContaining(reason);
    expect(emitted()).toEqual([{ kind: "unchecked", operation: "placeOrder", reason: why }]);
    // The fields of its type are checked all the same, and the exchange is not asked each time.
    const { price: _, ...unpriced } = order;
    await expect(exchange.placeOrder(unpriced as never)).rejects.toThrow("price is missing");
    expect(asked).toEqual([rules, post]);
    sandbox.clock?.advance(retry.backoff.maxMs - 1);
    await exchange.placeOrder(order);
    expect(asked).toEqual([rules, post, post]);
    sandbox.clock?.advance(1);
    await exchange.placeOrder(order);
    expect(asked).toEqual([rules, post, post, rules, post]);
    await expect(exchange.filters("BTCUSDT")).rejects.toThrow();
  });
}

/** What the options allow for the rules, and how long an order then waits for them. */
const waits = [
  [{ timeoutMs: 3000 }, 1500],
  [{ timeoutMs: 60_000 }, 5000],
  [{ timeoutMs: 3000, validate: { waitMs: 1000 } }, 1000],
  [{ validate: { waitMs: 0 } }, 0],
] as const;

test.for(waits)("with %j an order waits %d ms for the rules", async ([options, waitMs]) => {
  const { exchange, asked, emitted, run } = timed(options, waitMs + 100);
  // Loads the code of placements.
  await exchange.resolvePending();
  const placed = exchange.placeOrder(order);
  if (waitMs > 0) await run(waitMs - 1);
  expect(asked).toEqual([rules]);
  await run(1);
  expect(await placed).toMatchObject({ symbol: "BTCUSDT" });
  const reason =
    `The trading rules could not be read within ${waitMs} ms; allow more with ` +
    "validate.waitMs.";
  expect(emitted()).toEqual([{ kind: "unchecked", operation: "placeOrder", reason }]);
  // When they come, the next order is checked by them, and at once.
  await run(100);
  const bad = exchange.placeOrder({ ...order, price: "0.001" });
  await expect(bad).rejects.toThrow(InvalidRequestError);
  expect(asked).toEqual([rules, post]);
});

test("rules that never come are asked for again, and no timer is left of those that come", async () => {
  const { exchange, asked, run } = timed({ timeoutMs: 2000 }, 3_600_000);
  for (const sent of [[rules, post], [post], [rules, post]]) {
    asked.length = 0;
    const placed = exchange.placeOrder(order);
    await run(1000);
    expect(await placed).toMatchObject({ symbol: "BTCUSDT" });
    expect(asked).toEqual(sent);
    // They are not asked for again with every order.
    await run(sent[0] === post ? 32_000 : 2000);
  }
  const other = timed({}, 100);
  const placed = other.exchange.placeOrder(order);
  await other.run(100);
  expect(await placed).toMatchObject({ symbol: "BTCUSDT" });
  expect(other.emitted()).toEqual([]);
  expect(other.sandbox.clock?.next()).toBeUndefined();
});

test("without the operation that reads the rules an order is sent unchecked, and says so", async () => {
  const events: CallEvent[] = [];
  const sandbox = createSandbox();
  const [{ apiKey, apiSecret } = { apiKey: "", apiSecret: "" }] = sandbox.accounts;
  const { placeOrder } = operations;
  const core = createCore({
    ...{ baseUrl: "http://sandbox", apiKey, apiSecret, fetch: sandbox.fetch },
    now: () => sandbox.exchange.now(),
    onEvent: (event) => events.push(event),
    operations: { placeOrder },
    orderChecks,
  });
  expect(await core.placeOrder(order)).toMatchObject({ symbol: "BTCUSDT" });
  const reason =
    "The client has no operation that reads the trading rules: add it to operations, or set " +
    "validate.filters to false.";
  expect(events).toContainEqual({ kind: "unchecked", operation: "placeOrder", reason });
  await expect(core.filters("BTCUSDT")).rejects.toThrow(reason);
  await expect(core.placeOrder({ ...order, price: undefined } as never)).rejects.toThrow("price");
});

test("orders are checked by the names that another contract has for their rules", async () => {
  const { placeOrder, getExchangeInfo } = operations;
  const [{ name: role }, ...others] = placeOrder.parameters;
  const parameters = [{ name: "pair", role, kind: "text", required: true }, ...others];
  const names = { symbols: "pairs", exchangeFilters: "common", symbol: "pair", filters: "rules" };
  const tables = { checkOrderType, compileFilters, refresh: { ...rulesRefresh, names } };
  const limits = { filterType: "PRICE_FILTER", minPrice: "0.01", maxPrice: "0", tickSize: "0.01" };
  const core = createCore({
    ...{ baseUrl: "http://exchange", apiKey: "k", apiSecret: "s" },
    fetch: async () => Response.json({ pairs: [{ pair: "BTCUSDT", rules: [limits] }], common: [] }),
    operations: { placeOrder: { ...placeOrder, parameters } as never, getExchangeInfo },
    orderChecks: (context) => createPlacementGuard(tables, context),
  });
  const place = (change: object) => core.placeOrder({ ...order, ...change } as never);
  for (const [pair, issue] of [
    ["BTCUSDT", tick],
    ["btc/usdt", { field: "pair", rule: "choice" }],
  ] as const)
    await expect(place({ symbol: undefined, pair, price: "40000.001" })).rejects.toMatchObject({
      issues: [issue],
    });
});

test("a call that ends while the rules come has not been sent", async () => {
  const { exchange, asked } = client({}, () => new Promise(() => undefined));
  const abort = new AbortController();
  const placed = exchange.placeOrder(order, { signal: abort.signal });
  abort.abort();
  await expect(placed).rejects.toMatchObject({ name: "AbortedError", outcome: "notSent" });
  expect(asked).not.toContain(post);
});

test("filters of a symbol that the exchange does not list are refused", async () => {
  const { exchange } = client();
  await expect(exchange.filters("NOSUCH")).rejects.toThrow('lists no symbol "NOSUCH"');
  await expect(exchange.filters(undefined as never)).rejects.toThrow('no symbol "undefined"');
});

/** What a caller got wrong, and what the message asks it to check. */
const mistakes: readonly (readonly [name: string, options: Partial<ClientOptions>, fix: string])[] =
  [
    ["a secret of another key", { apiSecret: "another" }, "Check apiSecret and apiKey: they must"],
    ["an unknown key", { apiKey: "unknown" }, "Check apiSecret and apiKey: they must"],
    ["too little money", {}, "Change the order, or the account, such as its balance"],
  ];

for (const [name, options, fix] of mistakes) {
  test(`the message about ${name} says what to check`, async () => {
    const { exchange } = client(options);
    const dear = { ...order, quantity: "8000" };
    const { message } = await exchange.placeOrder(dear).catch((error) => error);
    expect(message).toContain(fix);
    expect(message).not.toContain("Stop sending");
  });
}

/** Names that the exchange does not list, and what the client says of them. */
const unlisted: readonly (readonly [symbol: string, isSame: boolean, fix: string])[] = [
  ["BTC/USDT", true, "did you mean BTCUSDT?"],
  ["btc-usdt", true, "did you mean BTCUSDT?"],
  ["btcusdt", true, "did you mean BTCUSDT?"],
  ["BTCUSTD", false, "did you mean BTCUSDT?"],
  ["WHOLLYNEW", false, "see the exchange information."],
  ["///", false, "see the exchange information."],
];

for (const [symbol, isSame, fix] of unlisted) {
  test(`an order for ${symbol} is ${isSame ? "not sent" : "sent unchecked"}: ${fix}`, async () => {
    const { exchange, asked, emitted } = client();
    // The rules are read by the first placement, and known to the second.
    for (const paths of [[rules], []]) {
      asked.length = 0;
      const error: unknown = await exchange.placeOrder({ ...order, symbol }).catch((why) => why);
      expect(asked).toEqual(isSame ? paths : [...paths, post]);
      if (isSame) {
        const message = `symbol is not listed by the exchange; ${fix}`;
        const issues = [{ field: "symbol", rule: "choice", message }];
        expect(error).toMatchObject({
          name: "InvalidRequestError",
          operation: "placeOrder",
          issues,
        });
      } else {
        const reason = `The exchange information lists no symbol "${symbol}"; ${fix}`;
        expect(emitted().at(-1)).toMatchObject({ kind: "unchecked", reason });
        expect(error).toMatchObject({ name: "ApiError", codeName: "INVALID_SYMBOL" });
      }
    }
  });

  test(`once symbols are known, a read of ${symbol} is ${isSame ? "not sent" : "explained"}`, async () => {
    const { exchange, asked } = client();
    const read = () => exchange.getDepth({ symbol }).then(String, ({ message }) => message);
    expect(await read()).not.toContain("did you mean");
    await exchange.getExchangeInfo();
    asked.length = 0;
    const message = await read();
    expect(asked).toEqual(isSame ? [] : ["/api/v1/depth"]);
    const hint = fix.startsWith("did") ? fix : "sending it unchanged cannot succeed.";
    expect(message.endsWith(hint)).toBe(true);
    const wrongId = exchange.getOrder({ symbol: "BTCUSDT", orderId: 9 });
    expect(await wrongId.catch(({ message }) => message)).not.toContain("For symbol");
  });
}

test("with `validate: false` a read is sent, whatever is known of its symbol", async () => {
  const { exchange, asked } = client({ validate: false });
  await exchange.getExchangeInfo();
  await expect(exchange.getDepth({ symbol: "BTC/USDT" })).rejects.toThrow("did you mean BTCUSDT?");
  expect(asked).toEqual([rules, "/api/v1/depth"]);
});

/** Calls that name no order: neither the client nor the sandbox takes them. */
for (const name of ["getOrder", "cancelOrder"] as const) {
  test(`${name} without an id is refused by client, core and sandbox`, async () => {
    const { sandbox, exchange, asked } = client();
    const [{ apiKey = "", apiSecret = "" } = {}] = sandbox.accounts;
    const [baseUrl, fetch, now] = ["http://sandbox", sandbox.fetch, () => sandbox.exchange.now()];
    const core = createCore({ baseUrl, fetch, now, apiKey, apiSecret, operations });
    for (const one of [exchange, core]) {
      const error: unknown = await one[name]({ symbol: "BTCUSDT" } as never).catch((why) => why);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect((error as InvalidRequestError).issues).toMatchObject([
        { field: "orderId", rule: "required" },
      ]);
    }
    expect(asked).toEqual([]);
    const method = operations[name].method;
    const url = `${baseUrl}${operations[name].path}`;
    const request = { method, url, query: { symbol: "BTCUSDT" } };
    const signed = await signRequest(request, { apiKey, apiSecret, now });
    const response = await sandbox.fetch(signed.url, signed.init);
    expect(await response.json()).toMatchObject({
      msg: expect.stringContaining("orderId or origClientOrderId is missing"),
    });
  });
}

test("fields of any origin become a request when they are one", () => {
  const { price: _, ...unpriced } = order;
  expect(placeOrderRequest(order)).toBe(order);
  // Only an assumption forbids the stop price, so it is left to the exchange.
  expect(placeOrderRequest({ ...order, stopPrice: "1" })).toMatchObject({ stopPrice: "1" });
  for (const [fields, issues] of [
    [unpriced, ["price"]],
    [{ ...order, quantity: "a" }, ["quantity"]],
    // It is wrong, but not missing.
    [{ ...order, price: "1e9" }, ["price"]],
    [{ ...unpriced, side: "HOLD" }, ["side", "price"]],
    [{}, ["symbol", "side", "type"]],
  ] as const) {
    const found = ((): unknown => {
      try {
        return placeOrderRequest(fields);
      } catch (error) {
        return error instanceof InvalidRequestError && error.issues.map(({ field }) => field);
      }
    })();
    expect(found).toEqual(issues);
  }
});
