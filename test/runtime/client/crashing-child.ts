/** Prints what a client shows of itself and its errors, and crashes; keys come by stdin. */

import { text } from "node:stream/consumers";

import { createClient } from "../../../generated/index.ts";
import { orders } from "../../support/world.ts";

const { baseUrl, apiKey, apiSecret } = JSON.parse(await text(process.stdin));
const client = createClient({ baseUrl, apiKey, apiSecret });
console.error(client, await client.tryPlaceOrder(orders.filled));
const [key] = [await client.createListenKey()].flat();
const listenKey = `${key?.listenKey}x`;
const cause = await client.keepAliveListenKey({ listenKey }).catch((error: unknown) => error);
throw Object.assign(new Error("mine"), { cause, client });
