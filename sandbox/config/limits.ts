/** The rate limits of an exchange: those of the contract, changed, recorded or off. */

import { limitRules, limits as usualLimits } from "../../generated/limits.ts";
import type { SandboxSchemas } from "../../generated/sandbox.ts";
import type { Counted, LimitDescriptor } from "../../runtime/tables.ts";

type LimitOptions = NonNullable<SandboxSchemas["Config"]["limits"]>;

/** The windows with their amounts; `null` stands for one that never rejects. */
export function readLimits(
  options: LimitOptions | undefined,
  recorded: readonly object[] | undefined,
): readonly LimitDescriptor[] {
  return usualLimits.map((limit) => {
    const chosen = options === "off" ? "off" : options?.[limit.id];
    const amount = chosen ?? recordedAmount(limit, recorded) ?? limit.amount;
    return { ...limit, amount: amount === "off" ? null : amount };
  });
}

const kinds: Readonly<Record<string, Counted>> = limitRules.listed.kinds;
const unitsMs: Readonly<Record<string, number>> = limitRules.listed.unitsMs;

/** The amount that a recorded exchange information lists for a window. */
function recordedAmount(window: LimitDescriptor, recorded: readonly object[] = []) {
  for (const row of recorded) {
    const { rateLimitType, interval, intervalNum, limit } = row as Readonly<
      Record<string, string | number>
    >;
    const isSame =
      kinds[String(rateLimitType)]?.counts === window.counts &&
      Number(unitsMs[String(interval)]) * Number(intervalNum) === window.windowMs;
    if (isSame && typeof limit === "number" && Number.isSafeInteger(limit)) return limit;
  }
  return undefined;
}
