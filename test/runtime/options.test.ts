/** What every factory does with a wrong option: it names the option and what it takes. */

import { describe, expect, test } from "vitest";

import { createClient } from "../../generated/index.ts";
import { InvalidRequestError } from "../../runtime/errors.ts";

/** Options that are wrong, the names that the error holds, and words of its message. */
type Row = readonly [options: unknown, fields: readonly string[], words: string];

const baseUrl = "http://x";

const clientRows: readonly Row[] = [
  [undefined, ["options"], "give an object"],
  [{}, ["baseUrl"], "baseUrl is missing"],
  [{ baseUrl: 5 }, ["baseUrl"], "give a plain HTTP address"],
  ...[60_001, -1, 0, 0.5, "abc", "5000", Number.NaN, null].map(
    (recvWindow): Row => [
      { baseUrl, recvWindow },
      ["recvWindow"],
      "recvWindow has a wrong value; give a whole number from 1 to 60000.",
    ],
  ),
  ...[Number.NaN, -1, 0, "1000", -Infinity, 5n].map(
    (timeoutMs): Row => [{ baseUrl, timeoutMs }, ["timeoutMs"], "give milliseconds from 1"],
  ),
  [{ baseUrl, attemptTimeoutMs: 0 }, ["attemptTimeoutMs"], "give milliseconds from 1"],
  [{ baseUrl, waitMsMax: -1 }, ["waitMsMax"], "give milliseconds from 0"],
  [{ baseUrl, clockRefreshMs: Number.NaN }, ["clockRefreshMs"], "give milliseconds from 0"],
  [{ baseUrl, resolveMs: "0" }, ["resolveMs"], "give milliseconds from 0"],
  ...[0, "x", 1.5, Infinity, -2].map(
    (maxAttempts): Row => [{ baseUrl, maxAttempts }, ["maxAttempts"], "give a whole number from 1"],
  ),
  [{ baseUrl, responseBytesMax: 0 }, ["responseBytesMax"], "give a whole number from 1"],
  [{ baseUrl, checkResponses: "no" }, ["checkResponses"], "give true or false"],
  [{ baseUrl, validate: 1 }, ["validate"], "give an object"],
  [{ baseUrl, validate: { waitMS: 5 } }, ["validate.waitMS"], "did you mean waitMs?"],
  [{ baseUrl, validate: { filters: 0 } }, ["validate.filters"], "give true or false"],
  [{ baseUrl, limits: true }, ["limits"], "give an object"],
  [{ baseUrl, limits: { share: 0 } }, ["limits.share"], "above 0 and up to 1"],
  [{ baseUrl, limits: { share: 1.01 } }, ["limits.share"], "above 0 and up to 1"],
  [{ baseUrl, journal: {} }, ["journal"], "give a journal"],
  [{ baseUrl, fetch: "fetch" }, ["fetch"], "give a function"],
  [{ baseUrl, onEvent: {} }, ["onEvent"], "give a function"],
  [{ baseUrl, timeoutMS: 5 }, ["timeoutMS"], "did you mean timeoutMs?"],
  [{ baseUrl, recvwindow: 5 }, ["recvwindow"], "did you mean recvWindow?"],
  [{ baseUrl, maxAttemps: 5 }, ["maxAttemps"], "did you mean maxAttempts?"],
  [{ baseUrl, somethingElse: 5 }, ["somethingElse"], "is no option; leave it out"],
  [{ baseUrl, constructor: 5 }, ["constructor"], "is no option"],
  [{ baseUrl, apiSecret: 5, apiKey: "a b" }, ["apiSecret", "apiKey"], "as it was issued"],
];

const factories: Readonly<Record<string, readonly [(options: never) => unknown, readonly Row[]]>> =
  {
    createClient: [createClient, clientRows],
  };

for (const [name, [factory, rows]] of Object.entries(factories)) {
  describe(name, () => {
    rows.forEach(([options, fields, words], index) => {
      test(`row ${index + 1}: ${fields.join(" and ")}, ${words}`, async () => {
        const error: unknown = await Promise.resolve()
          .then(() => factory(options as never))
          .catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(InvalidRequestError);
        const { message, fields: named } = error as InvalidRequestError;
        expect(named).toEqual(fields);
        expect(message.startsWith(`${name}. `)).toBe(true);
        expect(message).toContain(words);
      });
    });
  });
}

test("a wrong option is never quoted", () => {
  const secret = "secret of somebody";
  for (const name of ["apiKey", "baseUrl", "timeoutMs", "fetch", "limits"]) {
    expect(() => createClient({ baseUrl, [name]: secret })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    );
  }
});

test("what is allowed is taken, borders too, and undefined is absent", () => {
  for (const options of [
    { recvWindow: 60_000 },
    { recvWindow: 1 },
    { timeoutMs: Infinity, attemptTimeoutMs: Infinity, waitMsMax: Infinity },
    { timeoutMs: 1, waitMsMax: 0, clockRefreshMs: 0, resolveMs: 0, maxAttempts: 1 },
    { limits: false, validate: { waitMs: 0 } },
    { limits: { share: 1, account: "a" }, apiKey: undefined },
  ] as const) {
    expect(createClient({ baseUrl, ...options })).toBeDefined();
  }
});
