/** Units of the engine to decimals of the wire, and back. */

import { fromUnits, scaleOf, toUnits } from "../../runtime/encoding/decimal.ts";
import type { Decimal } from "../../runtime/tables.ts";
import { unitScale } from "../engine/units.ts";
import { Refusal } from "../http/refusal.ts";

/** Decimal text with as many places as a unit has. */
export function decimal(units: bigint): Decimal {
  return units === 0n ? zero : fromUnits(units, unitScale);
}

const zero = fromUnits(0n, unitScale);

/** Units of a field, when it was sent. Throws a `Refusal` for a value finer than one unit. */
export function unitsOf(field: string, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  try {
    return toUnits(text, unitScale);
  } catch {
    throw new Refusal(
      "TOO_MUCH_PRECISION",
      `${field} has ${scaleOf(text)} decimal places; at most ${unitScale} are kept, so round it.`,
    );
  }
}

/** Text of a percentage given in thousandths. */
export function percentText(thousandths: bigint): Decimal {
  return fromUnits(thousandths, 3);
}
