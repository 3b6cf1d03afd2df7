/** Texts of any characters, for properties. */

import fc from "fast-check";

/** What changes its meaning when text is trimmed, joined or cut: spaces, marks, joiners. */
const delicate = [0x00, 0x20, 0x85, 0xa0, 0x301, 0x200d, 0x2028, 0xfe0f, 0xfeff, 0x1f469];

const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.constantFrom(...delicate),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Well-formed text. fast-check's own lists all of Unicode first, which takes a second. */
export function anyText(length: { minLength?: number; maxLength?: number } = {}) {
  return fc.string({ ...length, unit: character });
}
