/** The reconnect policy. */

import { expect, test } from "vitest";

import { retry, statuses } from "../../../generated/errors.ts";
import { connectionRules } from "../../../generated/streams.ts";
import { decideReconnect, type SocketEnd } from "../../../runtime/streams/reconnect.ts";

const { closeCodes } = connectionRules;
const { backoff } = retry;
const policy = { backoff, statuses, rules: connectionRules, reconnectSpreadMs: 10_000 };
const wasOpen: SocketEnd = {
  code: 1006,
  reason: "cut",
  wasOpen: true,
  status: undefined,
  isBadAddress: false,
};

const retried = (waitMs: number, isCareful = false) => ({ kind: "retry", waitMs, isCareful });
const rows: readonly (readonly [end: Partial<SocketEnd>, failures: number, want: object])[] = [
  ...[1000, 1001, 1003, 1006, 1009, 1012].map((code) => [{ code }, 0, retried(5000)] as const),
  // Codes that ask for patience skip three steps of the backoff.
  ...[closeCodes.inboundExcess, 1011, 1013].map((code) => [{ code }, 3, retried(16_000)] as const),
  [{ code: 1006 }, 3, retried(5000)],
  [{ code: 1006 }, 4, retried(8000)],
  [{ code: 1006 }, 50, retried(retry.backoff.maxMs / 2)],
  ...[401, 403, 404, 410, 418, 499].map((status) => {
    const reason = `the exchange refused the connection with status ${status}`;
    return [{ status, wasOpen: false }, 0, { kind: "stop", reason }] as const;
  }),
  // After an opening that failed, every other attempt is careful; after a status 400 each. The
  // first of all is not spread: nothing has cut other clients, and a misspelt name shows soon.
  [{ wasOpen: false }, 0, retried(500, true)],
  [{ wasOpen: false, status: 400 }, 0, retried(500, true)],
  [{ wasOpen: false }, 1, retried(5000, false)],
  [{ wasOpen: false, status: 400 }, 1, retried(5000, true)],
  [{ wasOpen: false }, 2, retried(5000, true)],
  [{ wasOpen: false, status: 501 }, 1, retried(5000, false)],
  [{ wasOpen: false, status: 503 }, 1, retried(5000, false)],
  // So many connections that the client has to wait: as after a code that asks for patience.
  [{ wasOpen: false, status: 429 }, 3, retried(16_000, false)],
  // What the spec does not know is final for a status of the client's fault alone.
  [{ wasOpen: false, status: 399 }, 1, retried(5000, false)],
  [{ wasOpen: false, status: 408 }, 1, retried(5000, false)],
  [{ wasOpen: false, status: 600 }, 1, retried(5000, false)],
  [{ isBadAddress: true }, 0, { kind: "stop", reason: "cut" }],
];

for (const [end, failures, want] of rows) {
  test(`after ${JSON.stringify(end)} and ${failures} failures`, () => {
    const given = { ...wasOpen, ...end };
    expect(decideReconnect(given, failures, { ...policy, random: 0.5 })).toEqual(want);
  });
}

test("a code of another spec for too many messages asks for patience, too", () => {
  const rules = { ...connectionRules, closeCodes: { ...closeCodes, inboundExcess: 4008 } };
  const own = { ...policy, rules, random: 0.5 };
  expect(decideReconnect({ ...wasOpen, code: 4008 }, 3, own)).toEqual(retried(16_000));
});

test("a status of 500 that the spec does not know is tried again", () => {
  const own = { ...policy, statuses: [], random: 0.5 };
  expect(decideReconnect({ ...wasOpen, status: 500 }, 0, own)).toMatchObject({ kind: "retry" });
});

test("clients that are cut at once come back spread", () => {
  const waits = [0, 0.25].map((random) => decideReconnect(wasOpen, 0, { ...policy, random }));
  expect(waits).toEqual([retried(0), retried(2500)]);
});
