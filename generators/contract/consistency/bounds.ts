import { milliseconds } from "../context.ts";
import { isObject, lookUp, objectIn } from "../documents/json.ts";
import type { Loaded } from "../documents/load.ts";
import type { Contract, Json } from "../model.ts";

/** A value that must not be above another, each by its path in an extension. */
interface Bound {
  readonly of: Json | undefined;
  readonly low: readonly string[];
  readonly high: readonly string[];
}

/** Reports numbers and lengths of time in the wrong order, and windows that count the same. */
export function reportBounds(loaded: Loaded, { limits }: Contract): void {
  const { openapi, asyncapi, problems } = loaded;
  const rows: readonly Bound[] = [
    { of: openapi["x-retry"], low: ["backoff", "firstMs"], high: ["backoff", "maxMs"] },
    {
      of: openapi["x-limits"],
      low: ["repeated", "ban", "first"],
      high: ["repeated", "ban", "last"],
    },
    { of: asyncapi["x-user-data"], low: ["keepAliveEvery"], high: ["validity"] },
    {
      of: asyncapi["x-connection"],
      low: ["pingPong", "every"],
      high: ["pingPong", "answeredWithin"],
    },
  ];
  for (const { of, low, high } of rows) {
    const [below, above] = [lookUp(of, low), lookUp(of, high)];
    if (!(amountOf(below) > amountOf(above))) continue;
    const holder = lookUp(of, high.slice(0, -1));
    problems.report({
      node: isObject(holder) ? holder : {},
      key: high.at(-1),
      message: `${high.join("/")} is less than ${low.join("/")}.`,
      fix: "Swap or correct the two.",
    });
  }
  for (const [index, { counts, per, windowMs, origin }] of limits.entries()) {
    const twin = limits
      .slice(0, index)
      .find((each) => each.counts === counts && each.per === per && each.windowMs === windowMs);
    if (twin === undefined) continue;
    const message = `This window counts the same as ${twin.id}.`;
    problems.reportAt(origin, message, "Correct its length, what it counts or whose budget it is.");
  }
}

/** A number, or a length of time in milliseconds; what is absent is above and below nothing. */
function amountOf(value: Json | undefined): number {
  return typeof value === "number" ? value : milliseconds(objectIn(value));
}
