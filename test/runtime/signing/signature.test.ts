import fc from "fast-check";
import { expect, test } from "vitest";

import type { Pair } from "../../../runtime/encoding/percent.ts";
import { decodePairs, encodePairs } from "../../../runtime/encoding/percent.ts";
import { hmacSha256Hex, webHmac } from "../../../runtime/signing/hmac.ts";
import {
  createSigner,
  isTimely,
  type SignedFields,
  sameSignature,
  signingText,
  verifySignature,
} from "../../../runtime/signing/signature.ts";
import { runsFrom } from "../../support/runs.ts";
import { anyText } from "../../support/text.ts";
import { secret, signing } from "../client/given.ts";

const whole =
  "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1" +
  "&recvWindow=5000&timestamp=1499827319559";
const front = "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC";
const back = "quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";
const inOne = "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71";
const inTwo = "0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77";

const known: readonly (readonly [name: string, query: string, body: string, want: string])[] = [
  ["all in the query", whole, "", inOne],
  ["all in the body", "", whole, inOne],
  ["query and body", front, back, inTwo],
  ["signature last", `${whole}&signature=x`, "", inOne],
  ["signature first", `signature=x&${whole}`, "", inOne],
  ["signature in the middle", `${front}&signature=x&${back}`, "", inOne],
  ["signature twice, in both places", `${front}&signature=x`, `${back}&signature=y`, inTwo],
  ["space around values", whole.replace("LTCBTC", "+LTCBTC%09"), "", inOne],
];

const byWeb = (key: string, text: string): Promise<string> => webHmac(key)(text);

for (const [name, query, body, want] of known) {
  test(`known answer: ${name}`, async () => {
    const pairs = [decodePairs(query).pairs, decodePairs(body).pairs] as const;
    const [front = [], back = []] = pairs.map((each) =>
      each
        .filter(([field]) => field !== "signature")
        .map(([field, text]): Pair => [field, text.trim()]),
    );
    const withoutSignature = [front, back] as const;
    for (const hmac of [hmacSha256Hex, byWeb]) {
      expect(await createSigner(secret, hmac, signing)(...withoutSignature)).toMatchObject({
        signature: want,
      });
    }
    expect(
      verifySignature({ secret, text: signingText(...pairs, signing), given: want }, hmacSha256Hex),
    ).toBe(true);
  });
}

test("original values are signed, not encoded ones", () => {
  const pairs: Pair[] = [
    ["a", " x&y=ü +%20 "],
    ["signature", "no"],
    ["b", "1"],
  ];
  expect(signingText(pairs, [], signing)).toBe("a=x&y=ü +%20&b=1");
  expect(signingText([], pairs, signing)).toBe("a=x&y=ü +%20&b=1");
  expect(signingText(pairs, [], { ...signing, values: "percent" })).toBe(
    "a=x%26y%3D%C3%BC%20%2B%2520&b=1",
  );
});

const name = fc.stringMatching(/^[a-z]{1,6}$/);
const value = fc.oneof(anyText({ maxLength: 12 }), fc.stringMatching(/^[ &=+%#"'?/]{0,6}$/));
const request = fc
  .tuple(
    fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
    fc.array(value, { minLength: 6, maxLength: 6 }),
    fc.nat(6),
  )
  .map(([names, values, split]) => {
    const pairs = names.map((each, index): Pair => [each, (values[index] ?? "").trim()]);
    return { query: pairs.slice(0, split), body: pairs.slice(split) };
  });

/** What a server makes of the two texts that were sent. */
function serverText(query: string, body: string): { text: string; given: unknown } {
  const parts = [decodePairs(query).pairs, decodePairs(body).pairs] as const;
  const all = [...parts[0], ...parts[1]];
  const given = all.find(([each]) => each === signing.signature)?.[1];
  return { text: signingText(...parts, signing), given };
}

test("a server verifies what a client signed: any values, any order, any split", () => {
  const signer = createSigner(secret, hmacSha256Hex, signing);
  fc.assert(
    fc.property(request, fc.boolean(), ({ query, body }, inQuery) => {
      const { signature, ...signed } = signer(query, body) as SignedFields;
      const stamp: Pair = ["signature", signature];
      const sent = inQuery
        ? serverText(encodePairs([...query, stamp]), encodePairs(body))
        : serverText(signed.query, signed.body);
      return verifySignature({ secret, ...sent }, hmacSha256Hex) === true;
    }),
    { numRuns: runsFrom(100_000) },
  );
});

/** Turns over one of the 256 bits. */
function flip(signature: string, bit: number): string {
  const at = Math.floor(bit / 4);
  const digit = Number.parseInt(signature.charAt(at), 16) ^ (1 << (bit % 4));
  return signature.slice(0, at) + digit.toString(16) + signature.slice(at + 1);
}

const refused: readonly (readonly [name: string, given: unknown])[] = [
  ["upper case", inOne.toUpperCase()],
  ["one digit in upper case", inOne.replace("c", "C")],
  ["odd length", inOne.slice(1)],
  ["65 digits", `${inOne}0`],
  ["66 digits", `${inOne}00`],
  ["empty", ""],
  ["no hexadecimal", "z".repeat(64)],
  ["a line break behind", `${inOne}\n`],
  ["space in front", ` ${inOne}`],
  ["nothing", undefined],
  ["null", null],
  ["a list", [inOne]],
  ["an object that reads as it", { toString: () => inOne }],
  ["full-width digits", inOne.replace("8", "\uff18")],
  ["the signature of another secret", hmacSha256Hex("another", whole)],
];

for (const [what, given] of refused) {
  test(`refuses ${what}`, () => {
    expect(verifySignature({ secret, text: whole, given }, hmacSha256Hex)).toBe(false);
  });
}

test("refuses each of the 256 signatures that differ in one bit", () => {
  for (let bit = 0; bit < 256; bit += 1) {
    expect(sameSignature(inOne, flip(inOne, bit))).toBe(false);
  }
  expect(sameSignature(inOne, inOne)).toBe(true);
  expect(sameSignature("", "")).toBe(false);
});

const serverMs = 1_499_827_319_559;
const timings: readonly (readonly [
  ageMs: number,
  windowMs: number | bigint | undefined,
  want: boolean,
])[] = [
  [0, undefined, true],
  [5000, undefined, true],
  [5001, undefined, false],
  [-999, undefined, true],
  [-1000, undefined, false],
  [60000, 60000, true],
  [60001, 60000, false],
  [1, 0, false],
  [0, 0, true],
  [-999, 0, true],
  [3, 2n, false],
];

for (const [ageMs, windowMs, want] of timings) {
  test(`${ageMs} ms old in a window of ${windowMs}: ${want ? "taken" : "refused"}`, () => {
    expect(isTimely({ timestamp: serverMs - ageMs, windowMs, serverMs }, signing)).toBe(want);
    expect(isTimely({ timestamp: BigInt(serverMs - ageMs), windowMs, serverMs }, signing)).toBe(
      want,
    );
  });
}

test("timestamps far beyond a number are refused, not misread", () => {
  expect(isTimely({ timestamp: 2n ** 63n - 1n, serverMs }, signing)).toBe(false);
  expect(isTimely({ timestamp: -(2n ** 63n), serverMs }, signing)).toBe(false);
});
