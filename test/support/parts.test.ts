/** A test that needs a part of the machine is skipped without it, but not where CI promises it. */

import { afterEach, expect, test, vi } from "vitest";

import { isMissing } from "./parts.ts";

afterEach(() => vi.unstubAllEnvs());

const rows: readonly (readonly [required: string, isThere: boolean, want: boolean | string])[] = [
  ["", true, false],
  ["", false, true],
  ["redis", true, false],
  ["redis", false, "There is no redis here"],
  ["node20 redis", false, "There is no redis here"],
  ["node20,redis", false, "There is no redis here"],
  ["redis-stack", false, true],
];

test.each(rows)("TRADESPEC_REQUIRE=%j, there: %s", (required, isThere, want) => {
  vi.stubEnv("TRADESPEC_REQUIRE", required);
  const check = (): boolean => isMissing("redis", isThere);
  if (typeof want === "string") expect(check).toThrow(want);
  else expect(check()).toBe(want);
});
