/** What the sandbox decides where the interface is silent is what the contract says it decides. */

import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { banMsFirst, banMsMax, listenKeyMs, refusalsBeforeBan } from "../../sandbox/choices.ts";

interface Span {
  readonly every: number;
  readonly unit: "minute" | "day";
}

const unitMs = { minute: 60_000, day: 86_400_000 };
const openapi = await document("openapi");
const asyncapi = await document("asyncapi");
const { after, ban } = openapi["x-limits"]?.["repeated"] as {
  readonly after: { readonly value: number };
  readonly ban: { readonly first: Span; readonly last: Span };
};
const validity = asyncapi["x-user-session"]?.["validity"] as Span;

const rows = [
  { name: "refusals before a ban", decided: refusalsBeforeBan, contract: after.value },
  { name: "the first ban", decided: banMsFirst, contract: ms(ban.first) },
  { name: "the longest ban", decided: banMsMax, contract: ms(ban.last) },
  { name: "the life of a listen key", decided: listenKeyMs, contract: ms(validity) },
];

for (const { name, decided, contract } of rows) {
  test(`${name}: the sandbox decides as the contract says`, () => {
    expect(decided).toBe(contract);
  });
}

function ms({ every, unit }: Span): number {
  return every * unitMs[unit];
}

async function document(name: string): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse(await readFile(`generated/documents/${name}.json`, "utf8"));
}
