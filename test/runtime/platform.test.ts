import { createHmac } from "node:crypto";

import { expect, test, vi } from "vitest";

import { platform, randomId } from "../../runtime/platform.ts";
import { hmacOf } from "../../runtime/signing/hmac.ts";

test("a client id has 22 letters and digits, all equally likely", () => {
  // Base64 of these is only what an id does not have, then its alphabet from the start.
  const drawn = [new Uint8Array(24).fill(255), Uint8Array.from({ length: 24 }, (_, at) => at)];
  expect(randomId(() => drawn.shift() ?? new Uint8Array(24))).toBe("AAECAwQFBgcICQoLDA0ODx");
  const ids = Array.from({ length: 1000 }, () => randomId(platform.randomBytes));
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => /^[0-9A-Za-z]{22}$/.test(id))).toBe(true);
});

test("a platform whose stand-in for Node's cryptography throws has WebCrypto", async () => {
  // A secret and a length that nothing above has kept.
  vi.stubGlobal("process", { getBuiltinModule: () => JSON.parse("") });
  const made = [hmacOf("stand-in")("text"), platform.randomBytes(5000).length];
  vi.unstubAllGlobals();
  const wanted = createHmac("sha256", "stand-in").update("text").digest("hex");
  expect(await Promise.all(made)).toEqual([wanted, 5000]);
});

test("the platform's clock gives Unix time; its timers can be cancelled, or due in 25 days", async () => {
  expect(Math.abs(platform.now() - Date.now())).toBeLessThan(5000);
  const ran: string[] = [];
  platform.after(0, () => ran.push("never"))();
  const cancel = platform.after(2 ** 31, () => ran.push("early"));
  await new Promise<void>((resolve) => void platform.after(5, resolve));
  cancel();
  expect(ran).toEqual([]);
});
