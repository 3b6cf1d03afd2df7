import { expect, test, vi } from "vitest";

import { platform, randomId } from "../../runtime/platform.ts";

test("a client id has 22 letters and digits, all equally likely", () => {
  // Base64 of these is only what an id does not have, then its alphabet from the start.
  const drawn = [new Uint8Array(24).fill(255), Uint8Array.from({ length: 24 }, (_, at) => at)];
  expect(randomId(() => drawn.shift() ?? new Uint8Array(24))).toBe("AAECAwQFBgcICQoLDA0ODx");
  // The second has no cryptography of Node, like the edge runtime of Next.js.
  for (const given of [process, { getBuiltinModule: () => JSON.parse("") }]) {
    vi.stubGlobal("process", given);
    const ids = Array.from({ length: 1000 }, () => randomId(platform.randomBytes));
    vi.unstubAllGlobals();
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every((id) => /^[0-9A-Za-z]{22}$/.test(id))).toBe(true);
  }
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
