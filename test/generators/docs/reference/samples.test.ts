/** The code beside each operation: it is there, it compiles, and the sandbox takes its requests. */

import { afterAll, beforeAll, expect, test } from "vitest";

import { createClient } from "../../../../generated/index.ts";
import { operationSamples } from "../../../../generators/docs/reference/samples.ts";
import { streamSamples } from "../../../../generators/docs/reference/stream-samples.ts";
import { type RunningSandbox, startSandbox } from "../../../../sandbox/index.node.ts";
import { loadRecordings } from "../../../../testing/recordings/files.node.ts";
import {
  findingsOf,
  type Language,
  languages,
  missing,
  runSamples,
} from "../../../support/code-samples.ts";
import { contract, pages } from "../../../support/contract-pages.ts";

const { calls } = await loadRecordings("spec/examples");

/** The samples of each operation by language, in the order of the document. */
const rows = contract.operations.map((operation) => {
  const { request, ...code } = operationSamples(contract, operation);
  return { id: operation.id, request, code };
});

/** The keys that the page gives for the sandbox. */
const rest = pages.get("rest.html")?.markdown ?? "";
const [, apiKey = "", apiSecret = ""] =
  /export TRADESPEC_KEY=(\S+)\nexport TRADESPEC_SECRET=(\S+)/u.exec(rest) ?? [];
const keys = { TRADESPEC_KEY: apiKey, TRADESPEC_SECRET: apiSecret };

test("every operation has code in every language", () => {
  expect(rows.length).toBeGreaterThan(20);
  const ids = rows.filter(({ code }) => !languages.every((name) => code[name])).map(({ id }) => id);
  expect(ids).toEqual([]);
});

test("no sample of a request is made up where one was recorded", () => {
  for (const { id, request } of rows) {
    const recorded = calls.find(({ name }) => name === `${id}.default`)?.request;
    if (recorded === undefined) continue;
    const fields = Object.fromEntries([...request.query, ...request.body]);
    expect([id, fields]).toEqual([id, { ...recorded.query, ...Object(recorded.body) }]);
  }
});

test("the code in TypeScript, that of streams too, compiles with strict options", async () => {
  const ofStreams = contract.channels.map((one) => streamSamples(one, contract).typescript);
  const ofOperations = rows.map(({ code }) => `${code["typescript"]}`);
  expect(await findingsOf([...ofOperations, ...ofStreams])).toBe("");
});

/** A sandbox for each language, with orders that can be listed, and one to query and cancel. */
const sandboxes = new Map<Language, RunningSandbox>();
const printed = new Map<Language, readonly string[]>();

beforeAll(async () => {
  await Promise.all(languages.filter((language) => !missing[language]).map(runAgainstSandbox));
});

afterAll(async () => {
  await Promise.all([...sandboxes.values()].map((sandbox) => sandbox.close()));
});

async function runAgainstSandbox(language: Language): Promise<void> {
  const sandbox = await startSandbox({ port: 0 });
  sandboxes.set(language, sandbox);
  const { baseUrl } = sandbox;
  const client = createClient({ baseUrl, apiKey, apiSecret });
  const order = { symbol: "BTCUSDT", side: "BUY", quantity: "0.01" } as const;
  const resting = { ...order, type: "LIMIT", timeInForce: "GTC", price: "39000.00" } as const;
  await client.placeOrder(resting);
  const { orderId } = await client.placeOrder(resting);
  await client.placeOrder({ ...order, type: "MARKET" });
  const { listenKey = "" } = Object(await client.createListenKey());
  const codes = rows.map(({ code }) =>
    `${code[language]}`
      .replaceAll("http://127.0.0.1:9700", baseUrl)
      .replace(/\b(orderId\W{1,4})3638\b/u, `$1${orderId}`),
  );
  printed.set(language, await runSamples(language, codes, { ...keys, LISTEN_KEY: listenKey }));
}

for (const language of languages) {
  test.skipIf(missing[language])(`the sandbox takes every request of ${language}`, () => {
    const outputs = printed.get(language) ?? [];
    for (const [at, { id }] of rows.entries()) {
      const output = outputs[at] ?? "";
      const recorded = calls.find(({ name }) => name === `${id}.default`)?.value;
      const [first] = [recorded].flat(2);
      const names = typeof first === "object" && first !== null ? Object.keys(first) : [];
      for (const name of names) expect([id, output]).toEqual([id, expect.stringContaining(name)]);
      expect([id, output]).toEqual([id, expect.not.stringMatching(/Error|Traceback|"msg"/u)]);
      expect([id, output.trim()]).not.toEqual([id, ""]);
    }
  });
}
