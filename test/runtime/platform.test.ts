import { expect, test } from "vitest";

import { platform, randomId } from "../../runtime/platform.ts";

test("a client id has 22 letters and digits, all equally likely", () => {
  // Bytes from 248 on would make the first letters come up more often; they are passed over.
  const bytes = Uint8Array.from({ length: 22 }, (_, at) => (at < 8 ? 248 + at : at - 8));
  expect(randomId(() => bytes)).toBe("0123456789ABCD01234567");
  const ids = Array.from({ length: 1000 }, () => randomId(platform.randomBytes));
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => /^[0-9A-Za-z]{22}$/.test(id))).toBe(true);
});

test("the platform's clock gives Unix time, and its timers can be cancelled", async () => {
  expect(Math.abs(platform.now() - Date.now())).toBeLessThan(5000);
  const ran: string[] = [];
  platform.after(0, () => ran.push("never"))();
  await new Promise<void>((resolve) => void platform.after(5, resolve));
  expect(ran).toEqual([]);
});

test("a timer that is due after 24 days does not run at once", async () => {
  const ran: string[] = [];
  const cancel = platform.after(2 ** 31, () => ran.push("early"));
  await new Promise<void>((resolve) => void platform.after(5, resolve));
  cancel();
  expect(ran).toEqual([]);
});
