import { expect, test } from "vitest";

import { symbolStatuses } from "../../../generated/types.ts";
import { codeOf, type Fields, foreignClient, messageOf } from "../support/foreign-client.ts";

const order: Fields = [
  ["symbol", "BTCUSDT"],
  ["side", "BUY"],
  ["type", "LIMIT"],
  ["timeInForce", "GTC"],
  ["quantity", "0.001"],
  ["price", "30000"],
];
const place = { method: "POST", path: "/api/v1/order", query: order } as const;

test.each(symbolStatuses.filter((status) => status !== "TRADING"))(
  "%s: placements are rejected, and all else goes on",
  async (status) => {
    const client = foreignClient();
    const { sandbox } = client;
    const statusOf = async (symbol: string): Promise<string | undefined> => {
      const { body } = await client.open("/api/v1/exchangeInfo");
      const { symbols } = body as {
        readonly symbols: readonly { readonly symbol: string; readonly status: string }[];
      };
      return symbols.find((listing) => listing.symbol === symbol)?.status;
    };
    const placed = (await client.fresh(place)).body as { readonly orderId: number };
    await sandbox.control({ command: "status", symbol: "BTCUSDT", status });
    expect([await statusOf("BTCUSDT"), await statusOf("ETHUSDT")]).toEqual([status, "TRADING"]);

    const rejected = await client.fresh(place);
    expect([rejected.status, codeOf(rejected)]).toEqual([400, -2010]);
    expect(messageOf(rejected)).toBe("Market is closed.");
    const malformed = await client.fresh({ ...place, query: order.slice(0, 5) });
    expect(codeOf(malformed), "fields come before the status").toBe(-1102);
    const coarse = order.map(([name, value]) => [name, name === "price" ? "0" : value] as const);
    const early = await client.fresh({ ...place, query: coarse });
    expect(codeOf(early), "the status comes before filters").toBe(-2010);

    const query: Fields = [
      ["symbol", "BTCUSDT"],
      ["orderId", String(placed.orderId)],
    ];
    expect(codeOf(await client.fresh({ path: "/api/v1/order", query }))).toBe(0);
    const cancel = { method: "DELETE", path: "/api/v1/order", query };
    expect((await client.fresh(cancel)).body).toMatchObject({ status: "CANCELED" });
    expect((await client.open("/api/v1/depth?symbol=BTCUSDT")).status).toBe(200);
    const elsewhere = order.map(([name, value]) => {
      return [name, name === "symbol" ? "ETHUSDT" : name === "price" ? "2000" : value] as const;
    });
    const other = elsewhere.map(([name, value]) => {
      return [name, name === "quantity" ? "0.01" : value] as const;
    });
    expect(codeOf(await client.fresh({ ...place, query: other }))).toBe(0);

    await sandbox.control({ command: "status", symbol: "BTCUSDT", status: "TRADING" });
    expect(codeOf(await client.fresh(place))).toBe(0);
  },
);

test("a halted symbol is known by name, and a status that there is not is rejected", async () => {
  const { sandbox } = foreignClient();
  for (const wrong of [
    { symbol: "NOSUCH", status: "HALT" },
    { symbol: "BTCUSDT", status: "ASLEEP" },
  ]) {
    await expect((async () => sandbox.control({ command: "status", ...wrong }))()).rejects.toThrow(
      /symbol|status/,
    );
  }
});
