import { expect, test } from "vitest";

import { type AnswerRow, listAnswers } from "../../../runtime/call/answers.ts";
import {
  type Answer,
  type AnswerTables,
  backoffMs,
  createRetryBudget,
  decide,
  nextStep,
  retryAfterMs,
} from "../../../runtime/call/retry.ts";
import { banEndMs } from "../../../runtime/client/rate-limiting.ts";
import type { Advice } from "../../../runtime/tables.ts";
import { retry } from "./given.ts";

const giveUp = undefined;
const resync = "resyncClock";

/** With chance at its highest, so that a wait is the whole back-off. */
const rows: readonly (readonly [
  failure: Parameters<typeof nextStep>[1],
  attempt: number,
  want: unknown,
])[] = [
  [{ status: 500 }, 1, 1000],
  [{ status: 503 }, 2, 2000],
  [{ status: 502 }, 3, 4000],
  [{ status: 500 }, 4, 8000],
  [{ status: 599 }, 6, 32000],
  [{ status: 500 }, 40, 32000],
  [{ status: 408 }, 1, 1000],
  [{}, 1, 1000],
  [{ status: 418 }, 1, giveUp],
  [{ status: 418, code: -1003, retryAfterMs: 1 }, 1, giveUp],
  [{ status: 417 }, 1, giveUp],
  [{ status: 419 }, 1, giveUp],
  [{ status: 499 }, 1, giveUp],
  [{ status: 600 }, 1, giveUp],
  [{ code: -1003 }, 1, 1000],
  [{ code: -5555 }, 1, giveUp],
  [{ status: 429 }, 1, 1000],
  [{ status: 429, retryAfterMs: 7000 }, 1, 7000],
  [{ status: 429, retryAfterMs: 0 }, 2, 2000],
  [{ status: 429, retryAfterMs: 60000 }, 1, 60000],
  [{ status: 429, retryAfterMs: 60001 }, 1, giveUp],
  [{ status: 503, retryAfterMs: 5000 }, 1, 5000],
  [{ status: 400, code: -1021 }, 1, resync],
  [{ status: 200, code: -1003 }, 1, 1000],
  [{ status: 400, code: -1022 }, 1, giveUp],
  [{ status: 401, code: -2015 }, 1, giveUp],
  [{ status: 403 }, 1, giveUp],
  [{ status: 200, code: -5555 }, 1, giveUp],
];

for (const [failure, attempt, want] of rows) {
  test(`after attempt ${attempt} with ${JSON.stringify(failure)}`, () => {
    expect(nextStep(retry, failure, attempt, () => 1, 60_000)).toEqual(want);
  });
}

const headers: readonly (readonly [header: string | null, want: number | undefined])[] = [
  ["0", 0],
  ["120", 120_000],
  [" 5, 30 ,7 ", 30_000],
  ["1000000000", 1e12],
  ["-1", undefined],
  ["1.5", undefined],
  ["1e9", undefined],
  ["soon", undefined],
  ["", undefined],
  [null, undefined],
  ["Wed, 21 Oct 2015 07:28:00 GMT", 60_000],
  ["Wed, 21 Oct 2015 07:26:00 GMT", 0],
  // Forms that no server has written since 1997.
  ["Wednesday, 21-Oct-15 07:28:00 GMT", undefined],
  ["Wed Oct 21 07:28:00 2015", undefined],
  ["Mon, 21 Oct 2115 07:27:00 GMT", Date.UTC(2115, 9, 21) - Date.UTC(2015, 9, 21)],
  ["aWed, 21 Oct 2015 07:28:00 GMT", undefined],
  ["Wed, 21 Oct 2015 07:28:00 GMTa", undefined],
  ["wed, 21 oct 2015 07:28:00 GMT", undefined],
  ["Wed, 21 Oct 2015 07:28:00", undefined],
  ["Wed, 99 Oct 2015 07:26:00 GMT", undefined],
  ["2015-10-21T07:28:00Z", undefined],
];

for (const [header, want] of headers) {
  test(`Retry-After ${header}`, () => {
    expect(retryAfterMs(header, Date.UTC(2015, 9, 21, 7, 27))).toBe(want);
  });
}

test("a back-off is shortened by chance, and stays whole without jitter", () => {
  const { backoff } = retry;
  expect([0, 0.25, 0.5].map((chance) => backoffMs(retry, 2, () => chance))).toEqual([0, 500, 1000]);
  const whole = { backoff: { ...backoff, jitter: "none" as const } };
  expect(backoffMs(whole, 2, () => 0.25)).toBe(2000);
});

const assumed = "made-up";

/** A retry rule decides first, then a documented status, then the code, then an assumed status. */
const answers: AnswerTables = {
  advice: { "-1003": "backOff", "-1006": "queryFirst", "-1013": "fixRequest", "-2015": "stop" },
  openCodes: [-1006],
  retry: { ...retry, rules: retry.rules.filter(({ status }) => status?.from !== 408) },
  statuses: [
    { from: 408, to: 408, advice: "queryFirst", open: true },
    { from: 418, to: 418, advice: "stop" },
    { from: 429, to: 429, advice: "wait" },
    { from: 400, to: 403, advice: "newKey", assumed },
    { from: 501, to: 501, advice: "stop" },
  ],
};
test.each<[Answer, Advice, open: boolean, action: string | undefined]>([
  [{ status: 408 }, "queryFirst", true, undefined],
  [{ status: 408, code: -1013 }, "queryFirst", true, undefined],
  [{ status: 408, code: -1003 }, "backOff", true, "backOff"],
  [{ status: 418 }, "stop", false, "never"],
  [{ status: 418, code: -1006 }, "stop", false, "never"],
  [{ status: 429, code: -1006 }, "wait", false, "retryAfterHeader"],
  [{ status: 399 }, "fixRequest", false, undefined],
  [{ status: 400 }, "newKey", false, undefined],
  [{ status: 400, code: -5555 }, "newKey", false, undefined],
  [{ status: 400, code: -1013 }, "fixRequest", false, undefined],
  [{ status: 403, code: -1006 }, "queryFirst", true, undefined],
  [{ status: 404 }, "fixRequest", false, undefined],
  [{ status: 404, code: -1006 }, "queryFirst", true, undefined],
  [{ status: 200, code: -1006 }, "queryFirst", true, undefined],
  [{ status: 200, code: -2015 }, "stop", false, undefined],
  [{ status: 499 }, "fixRequest", false, undefined],
  [{ status: 500 }, "backOff", true, "backOff"],
  [{ status: 500, code: -1013 }, "fixRequest", true, "backOff"],
  [{ status: 501, code: -1013 }, "stop", true, "backOff"],
  [{ status: 600 }, "backOff", true, undefined],
])("after %j", (answer, advice, isOpen, action) => {
  const decision = decide(answer, answers);
  expect([decision.advice, decision.isOpen, decision.rule?.action]).toEqual([
    advice,
    isOpen,
    action,
  ]);
});

test("the table of answers says of each status and code what decides, and no more", () => {
  const few: AnswerTables = {
    advice: { [-1]: "newKey", [-2]: "fixRequest" },
    openCodes: [-2],
    statuses: [
      { from: 403, to: 404, advice: "stop", open: false, assumed: "status" },
      { from: 401, to: 401, advice: "fixKey", open: false },
      { from: 300, to: 398, advice: "stop", open: false },
    ],
    retry: {
      ...retry,
      rules: [
        { status: { from: 500, to: 598 }, action: "backOff" },
        { code: -2, action: "backOff", assumed: "rule" },
      ],
    },
  } as AnswerTables;
  const listed = [{ code: -1, assumed: "code" }, { code: -2 }];
  const row = ({ statuses, codes, rule, action, advice, isOpen, by, assumed }: AnswerRow) => {
    const ranges = statuses.map(({ from, to }) => (from === to ? from : `${from}-${to}`));
    const of = `${ranges} with ${codes.map((code) => code ?? "none")}`;
    return `${of}: ${action} ${advice} ${isOpen} by ${by} ${rule} ${assumed}`;
  };
  expect(listAnswers(few, listed).map(row)).toEqual([
    "400,402,405-499 with none: never fixRequest false by default undefined undefined",
    "401 with none,-1: never fixKey false by status undefined undefined",
    "403-404 with none: never stop false by status undefined status",
    "500-598 with none: backOff backOff true by rule 0 undefined",
    "599 with none: never backOff true by default undefined undefined",
    "200-299,400,402-499 with -1: never newKey false by code undefined code",
    "500-598 with -1: backOff newKey true by rule 0 undefined",
    "599 with -1: never newKey true by code undefined code",
    "200-299,400,402-499,599 with -2: backOff fixRequest true by rule 1 rule",
    "401 with -2: backOff fixRequest false by rule 1 rule",
    "500-598 with -2: backOff fixRequest true by rule 0 undefined",
  ]);
});

test.each([
  ["IP banned until 1498765432109.", "until", 1498765432109],
  ["IP banned until 1498765432109.", undefined, undefined],
  ["undefined 1498765432109", undefined, undefined],
  ["IP banned until 149876543210.", "until", undefined],
  ["IP banned until 14987654321090.", "until", undefined],
  ["IP banned for 1498765432109.", "until", undefined],
  ["until 1498765432109", "until", 1498765432109],
  ["duntil 1498765432109", "until", undefined],
])("the end of a ban in %j behind %s is %s", (message, endWord, endMs) => {
  expect(banEndMs(message, endWord)).toBe(endMs);
});

test("ten retries at once, then one for each ten seconds, each success, or twelve calls", () => {
  let nowMs = 0;
  const budget = createRetryBudget(() => nowMs);
  const spent = () => {
    let count = 0;
    while (budget.spend()) count += 1;
    return count;
  };
  budget.giveBack();
  expect(spent()).toBe(10);
  nowMs = 9999;
  expect(spent()).toBe(0);
  nowMs = 10_000;
  expect(spent()).toBe(1);
  nowMs = 0;
  expect(spent()).toBe(0);
  budget.giveBack();
  expect(spent()).toBe(1);
  for (let call = 0; call < 11; call += 1) budget.earn();
  expect(spent()).toBe(0);
  budget.earn();
  expect(spent()).toBe(1);
  nowMs += 1e9;
  expect(spent()).toBe(10);
});
