/** A key that the client does not hold: what it signs is sent, and its failures hide nothing. */

import { createHmac, generateKeyPairSync, sign as signBytes, verify } from "node:crypto";

import { expect, test } from "vitest";

import { createClient as createCore, operations } from "../../../generated/core.ts";
import { externalSigner } from "../../../generated/features.ts";
import type { ClientOptions } from "../../../generated/index.ts";
import type { Fetch } from "../../../runtime/platform.ts";
import type { Sign } from "../../../runtime/signing/external.ts";
import { createWorld, resting } from "../../support/world.ts";

const { sandbox, client, outcome, made } = createWorld();
const secret = sandbox.accounts[0]?.apiSecret ?? "";
const hmac = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
const offset = { apiSecret: undefined, clockRefreshMs: Infinity };

test("a signer that takes its time signs like the secret, and holds back nothing else", async () => {
  const sign: Sign = (text) =>
    new Promise((resolve) => void sandbox.clock?.after(300, () => resolve(hmac(text))));
  const own = client({ ...offset, sign });
  expect(await outcome(own.tryPlaceOrder(resting))).toMatchObject({ kind: "placed" });
});

test("a core client signs by the same function as a feature", async () => {
  const { apiKey } = sandbox.accounts[0] ?? {};
  const { fetch, clock } = sandbox;
  const adapters = { baseUrl: "http://sandbox", apiKey, fetch, now: clock?.now };
  const own = createCore({ ...adapters, operations, signer: externalSigner(hmac) });
  expect(await own.getAccount()).toHaveProperty("balances");
  const without = createCore({ ...adapters, operations });
  await expect(without.getAccount()).rejects.toThrow("apiSecret is missing");
});

test.each(["query", "body"] as const)(
  "Ed25519: the server verifies the text of a %s",
  async (sendIn) => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const sign: Sign = async (text) =>
      signBytes(null, Buffer.from(text), privateKey).toString("base64");
    const verified: boolean[] = [];
    const fetch: Fetch = async (url, { body }) => {
      const sent = sendIn === "body" ? (body ?? "") : new URL(url).search.slice(1);
      const [encoded = "", signature = ""] = sent.split("&signature=");
      const text = decodeURIComponent(encoded);
      const bytes = Buffer.from(decodeURIComponent(signature), "base64");
      verified.push(verify(null, Buffer.from(text), publicKey, bytes));
      return Response.json({ symbol: "BTCUSDT", orderId: 7 });
    };
    const own = client({ ...offset, sign, fetch, limits: false });
    // With base64 signatures, + and / in them are likely within twenty.
    for (let count = 0; count < 20; count += 1) {
      await outcome(own.tryPlaceOrder(resting, { sendIn }));
    }
    expect(verified.length).toBeGreaterThanOrEqual(20);
    expect(verified).not.toContain(false);
  },
);

const broken: Sign = () => {
  throw new Error("the token was pulled out");
};
const absent: Sign = async () => Promise.reject(new Error("the token was pulled out"));
const hanging: Sign = () => new Promise(() => undefined);

test.each([
  ["throws", broken, "TransportError"],
  ["rejects", absent, "TransportError"],
  ["hangs", hanging, "TimeoutError"],
] as const)(
  "a signer that %s before anything was sent rejects the placement",
  async (_, sign, name) => {
    let sent = 0;
    const fetch: Fetch = (url, init) => {
      sent += 1;
      return sandbox.fetch(url, init as RequestInit);
    };
    const options: Partial<ClientOptions> = { ...offset, sign, fetch, limits: false };
    const placement = await outcome(client(options).tryPlaceOrder(resting));
    expect(placement).toMatchObject({ kind: "rejected", error: { name, outcome: "notSent" } });
    expect(sent).toBe(0);
    if (name === "TransportError") {
      expect(placement).toMatchObject({
        error: {
          message: "The option sign failed. The exchange has not executed it.",
          cause: { message: "the token was pulled out" },
        },
      });
    }
  },
);

test("a signer that fails after a response was lost does not hide the order", async () => {
  let signed = 0;
  const sign: Sign = (text) => {
    signed += 1;
    // The placement, then the queries for it.
    if (signed > 1 && signed < 4) throw new Error("the token was pulled out");
    return hmac(text);
  };
  const fetch: Fetch = async (url, init) => {
    const response = await sandbox.fetch(url, init as RequestInit);
    if (init.method === "POST") throw new TypeError("The connection was cut.");
    return response;
  };
  const own = client({ ...offset, sign, fetch, limits: false });
  const request = { ...resting, newClientOrderId: "behind-a-token" };
  expect(await outcome(own.tryPlaceOrder(request))).toMatchObject({ kind: "placed" });
  expect(made("behind-a-token")).toHaveLength(1);
});
