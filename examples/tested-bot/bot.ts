/** The bot under test: buys at a price, and gives up after a while. */

import { type Client, isFinal, type Order } from "tradespec";

export interface Wish {
  readonly symbol: string;
  readonly quantity: string;
  readonly price: string;
  readonly patienceMs: number;
}

/** The order at its end, or `undefined` if it was refused. */
export async function buyOrGiveUp(client: Client, wish: Wish): Promise<Order | undefined> {
  const { patienceMs, ...order } = wish;
  const limit = { side: "BUY", type: "LIMIT", timeInForce: "GTC" } as const;
  let placement = await client.tryPlaceOrder({ ...order, ...limit });
  while (placement.kind === "unknown") placement = await placement.ask();
  if (placement.kind === "rejected") return undefined;
  const { symbol } = wish;
  const { orderId } = placement.order;
  if (orderId === undefined) throw new Error("The exchange gave the order no id.");
  await new Promise<void>((resolve) => void client.after(patienceMs, resolve));
  const { status } = await client.getOrder({ symbol, orderId });
  if (!isFinal(status)) await client.tryCancelOrder({ symbol, orderId });
  return client.getOrder({ symbol, orderId });
}
