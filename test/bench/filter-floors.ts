/** The same check written by hand for one symbol: tick 0.05, step 0.00001, notional 10. */

/** Whether the filters let an order of this price and quantity pass. */
export type AmountCheck = (price: string, quantity: string) => boolean;

/** As fast as it gets in plain JavaScript: one pass over the characters, numbers below 2^53. */
export function int53Check(price: string, quantity: string): boolean {
  const cents = int53(price, 2);
  if (cents < 5 || cents > 100_000_000 || (cents - 5) % 5 !== 0) return false;
  const steps = int53(quantity, 5);
  if (steps < 1 || steps > 900_000_000) return false;
  return cents * steps >= 100_000_000;
}

/** Units of 10^-scale, or -1 for what is no plain decimal or finer than the scale. */
function int53(text: string, scale: number): number {
  const length = text.length;
  if (length === 0) return -1;
  let units = 0;
  let digits = 0;
  let fraction = -1;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      digits += 1;
      if (fraction >= scale) {
        if (code !== 48) return -1;
        fraction += 1;
        continue;
      }
      units = units * 10 + (code - 48);
      if (fraction >= 0) fraction += 1;
    } else if (code === 46 && fraction < 0 && at > 0 && at < length - 1) {
      fraction = 0;
    } else {
      return -1;
    }
  }
  if (digits === 0) return -1;
  for (let missing = scale - Math.max(fraction, 0); missing > 0; missing -= 1) units *= 10;
  // What is beyond 2^53 is above every bound of this symbol.
  return units > Number.MAX_SAFE_INTEGER ? -1 : units;
}

const plain = /^[0-9]+(?:\.[0-9]+)?$/;

/** The exact way that most people write first. */
export function bigintCheck(price: string, quantity: string): boolean {
  const cents = bigint(price, 2);
  const steps = bigint(quantity, 5);
  if (cents === undefined || steps === undefined) return false;
  if (cents < 5n || cents > 100_000_000n || steps < 1n || steps > 900_000_000n) return false;
  if ((cents - 5n) % 5n !== 0n || (steps - 1n) % 1n !== 0n) return false;
  return cents * steps >= 100_000_000n;
}

function bigint(text: string, scale: number): bigint | undefined {
  if (!plain.test(text)) return undefined;
  const at = text.indexOf(".");
  const whole = at < 0 ? text : text.slice(0, at);
  const fraction = at < 0 ? "" : text.slice(at + 1);
  if (fraction.length <= scale) return BigInt(whole + fraction.padEnd(scale, "0"));
  for (let digit = scale; digit < fraction.length; digit += 1) {
    if (fraction.charCodeAt(digit) !== 48) return undefined;
  }
  return BigInt(whole + fraction.slice(0, scale));
}
