import { createHmac } from "node:crypto";

import {
  createRequestSigner,
  createSigner,
  signing as rules,
  signRequest,
} from "../../generated/signing.ts";
import type { Pair } from "../../runtime/encoding/percent.ts";
import { hmacSha256Hex } from "../../runtime/signing/hmac.ts";
import type { Comparison } from "./comparison.ts";

const calls = 20_000;
const apiKey = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";
const apiSecret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
const nowMs = 1_499_827_319_559;

/** Signing orders and queries against the hash of the text that is signed. */
export const signing: Comparison = {
  title: `Signing, ${calls} requests`,
  rounds: 25,
  prepare: async () => {
    const options = { apiKey, apiSecret, now: () => nowMs };
    const sign = createRequestSigner(options);
    const signFields = createSigner(apiSecret, hmacSha256Hex, rules);
    const pairs = requests.map(({ fields }): Pair[] => Object.entries(stamped(fields)));
    const texts = pairs.map((each) => each.map(([name, value]) => `${name}=${value}`).join("&"));
    const bare = (text: string): string =>
      createHmac("sha256", apiSecret).update(text).digest("hex");
    const whole = requests.map(({ method, fields }) => {
      const url = `http://127.0.0.1:8080/api/v3/${method}`;
      return { method, url, ...(method === "POST" ? { body: fields } : { query: fields }) };
    });
    for (const [index, request] of whole.entries()) {
      const { url, init } = await sign(request);
      const sent = new URLSearchParams(init.body ?? new URL(url).search);
      if (sent.get("signature") === bare(texts[index] ?? "")) continue;
      throw new Error(`The signature of request ${index} differs.`);
    }
    return {
      floor: "createHmac on the ready text",
      subjects: [
        { name: "createHmac on the ready text", run: () => repeat(texts, bare) },
        {
          name: "fields alone, signed and encoded",
          run: () => repeat(pairs, (p) => signFields([], p)),
        },
        {
          name: "a whole request, by createRequestSigner",
          hold: "at most 1.4; the text and its encoded form add 0.4",
          run: async () => {
            for (let round = 0; round < calls / whole.length; round += 1) {
              for (const request of whole) await sign(request);
            }
          },
        },
        {
          name: "a whole request, by signRequest, which checks the options each time",
          run: async () => {
            for (let round = 0; round < calls / whole.length; round += 1) {
              for (const request of whole) await signRequest(request, options);
            }
          },
        },
      ],
    };
  },
};

function repeat<Input>(inputs: readonly Input[], work: (input: Input) => unknown): void {
  for (let round = 0; round < calls / inputs.length; round += 1) {
    for (const input of inputs) work(input);
  }
}

function stamped(fields: Readonly<Record<string, string>>): Record<string, string> {
  return { ...fields, timestamp: String(nowMs) };
}

/** Orders, and queries with one and with four fields; one of twenty has text to encode. */
const requests = Array.from({ length: 1000 }, (_, index) => {
  const symbol = ["BTCUSDT", "LTCBTC", "1INCHUSDT"][index % 3] ?? "";
  if (index % 5 === 1) return { method: "GET" as const, fields: { symbol } };
  if (index % 5 === 2) {
    const fields = { symbol, orderId: String(9_007_199_254_740_993n + BigInt(index)) };
    return { method: "GET" as const, fields: { ...fields, limit: "500", recvWindow: "5000" } };
  }
  const fields = {
    symbol,
    side: index % 2 === 0 ? "BUY" : "SELL",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: (index / 1e5).toFixed(8),
    price: (60_000 + index / 100).toFixed(2),
    newClientOrderId: index % 20 === 0 ? `größe ${index}` : `order-${index}`,
    recvWindow: "5000",
  };
  return { method: "POST" as const, fields };
});
