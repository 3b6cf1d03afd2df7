/** The rate limits of an exchange: the contract's, changed, recorded or off. */

import { limits as usualLimits } from "../../generated/limits.ts";
import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { listedWindows } from "../../runtime/rate-limits/windows.ts";
import type { LimitDescriptor } from "../../runtime/tables.ts";
import { listedLimits } from "../defaults.ts";

type LimitOptions = NonNullable<SandboxSchemas["Config"]["limits"]>;

/** The windows with their amounts; `null` means no limit. */
export function readLimits(
  options: LimitOptions | undefined,
  recorded: readonly object[] | undefined,
): readonly LimitDescriptor[] {
  const listed = listedWindows([], { rateLimits: recorded }, listedLimits);
  return usualLimits.map((limit) => {
    const chosen = options === "off" ? "off" : options?.[limit.id];
    const { counts, windowMs } = limit;
    const found = listed.find((each) => each.counts === counts && each.windowMs === windowMs);
    const amount = chosen ?? found?.amount ?? limit.amount;
    return { ...limit, amount: amount === "off" ? null : amount };
  });
}
