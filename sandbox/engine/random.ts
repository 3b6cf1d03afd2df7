/**
 * Seeded random numbers with a plain-data state: the same seed gives the same numbers on every
 * machine. Not for secrets.
 */

/** Four 32-bit words; never all zero. */
export type RandomState = [number, number, number, number];

/** The state for a seed; any text will do. */
export function seedRandom(seed: string): RandomState {
  const state: RandomState = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const character of seed) {
    state[0] = Math.imul(state[0] ^ (character.codePointAt(0) ?? 0), 0x85ebca6b) >>> 0;
    nextWord(state);
  }
  for (let round = 0; round < 12; round += 1) nextWord(state);
  return state;
}

/** The next 32 random bits, by the generator sfc32. Changes `state`. */
export function nextWord(state: RandomState): number {
  const [a, b, c, counter] = state;
  const result = (a + b + counter) >>> 0;
  state[0] = (b ^ (b >>> 9)) >>> 0;
  state[1] = (c + (c << 3)) >>> 0;
  state[2] = (((c << 21) | (c >>> 11)) + result) >>> 0;
  state[3] = (counter + 1) >>> 0;
  return result;
}

/** An integer from 0 to below `bound`. Changes `state`. */
export function nextBelow(state: RandomState, bound: number): number {
  return Math.floor((nextWord(state) / 2 ** 32) * bound);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const alphabetCodes = [...alphabet].map((letter) => letter.charCodeAt(0));

/** Letters per word: 62^5 is at most 2^32. */
const lettersPerWord = 5;

/** Random letters and digits. Changes `state`. */
export function nextText(state: RandomState, length: number): string {
  const codes: number[] = [];
  let word = 0;
  while (codes.length < length) {
    word = codes.length % lettersPerWord === 0 ? nextWord(state) : Math.floor(word / 62);
    codes.push(alphabetCodes[word % alphabetCodes.length] ?? 0);
  }
  return String.fromCharCode(...codes);
}
