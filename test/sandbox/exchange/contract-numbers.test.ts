/** What the sandbox decides by is what the contract says: the tables hold the spec's numbers. */

import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { limitRules } from "../../../generated/limits.ts";
import { connectionLimits, connectionRules, userDataRules } from "../../../generated/streams.ts";

interface Span {
  readonly every: number;
  readonly unit: "second" | "minute" | "hour" | "day";
}

const unitMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const { repeated } = (await document("openapi"))["x-limits"];
const { "x-connection": connection, "x-user-data": session } = await document("asyncapi");
const { banned } = limitRules;
const { pings, closeCodes } = connectionRules;

const rows: readonly (readonly [name: string, decided: number, contract: number])[] = [
  ["refusals before a ban", banned.after, repeated.after.value],
  ["the first ban", banned.firstMs, ms(repeated.ban.first)],
  ["the longest ban", banned.lastMs, ms(repeated.ban.last)],
  ["the life of a listen key", userDataRules.validityMs, ms(session.validity)],
  ["attempts to connect", connectionLimits.attempts, connection.attempts.amount],
  ["their window", connectionLimits.attemptsWindowMs, ms(connection.attempts.window)],
  ["time between pings", pings.everyMs, ms(connection.pingPong.every)],
  ["time for a pong", pings.answeredWithinMs, ms(connection.pingPong.answeredWithin)],
  ["the good-bye to the loud", closeCodes.inboundExcess, connection.closeCodes.inboundExcess],
];

test.each(rows)("%s: the table says what the contract says", (_, decided, contract) => {
  expect(decided).toBe(contract);
});

function ms({ every, unit }: Span): number {
  return every * unitMs[unit];
}

// biome-ignore lint/suspicious/noExplicitAny: a document is read by its paths
async function document(name: string): Promise<any> {
  return JSON.parse(await readFile(`generated/documents/${name}.json`, "utf8"));
}
