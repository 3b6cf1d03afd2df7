import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { startSandbox } from "../../sandbox/index.node.ts";
import { formatRecording, loadRecordings } from "../../testing/recordings/files.node.ts";
import { recordTakes } from "../../testing/recordings/recorder.ts";
import {
  type ContractResult,
  type ContractTarget,
  runContract,
} from "../../testing/suite/contract.ts";
import { listFailures } from "../../testing/suite/report.ts";
import { openTexts, takesOf } from "../../testing/suite/takes.ts";
import { sandboxTarget } from "../../testing/suite/targets.ts";

const openapi: unknown = JSON.parse(await readFile("generated/documents/openapi.json", "utf8"));

/** What the interface documents and a sandbox without faults does not show yet. */
const notShown = [
  "header RequestTimeout 408 X-MBX-USED-WEIGHT-10S",
  "header RequestTimeout 408 X-MBX-USED-WEIGHT-1M",
  "header ServerFailure 5XX X-MBX-USED-WEIGHT-10S",
  "header ServerFailure 5XX X-MBX-USED-WEIGHT-1M",
  "property Envelope.data",
  "status RequestTimeout 408",
  "status ServerFailure 5XX",
  "word OrderStatus=REJECTED",
];

test("every scenario holds against a sandbox in this process", async () => {
  const result = await runContract({ target: sandboxTarget(), openapi, trade: true });
  expect(listFailures(result, true)).toEqual([]);
  expect(result.rows.flatMap(({ notes }) => notes)).toEqual([]);
  expect(untouched(result)).toEqual(notShown);
});

test("every scenario holds against a sandbox on a port", async () => {
  const { now } = sandboxTarget();
  if (now === undefined) throw new Error("the sandbox has no clock");
  const running = await startSandbox({ port: 0, now });
  try {
    const [account] = running.sandbox.accounts;
    const target: ContractTarget = {
      baseUrl: running.baseUrl,
      apiKey: account?.apiKey ?? "",
      apiSecret: account?.apiSecret ?? "",
      now,
      sharedClock: true,
    };
    const result = await runContract({ target, openapi, trade: true });
    expect(listFailures(result, true)).toEqual([]);
  } finally {
    await running.close();
  }
});

test("without leave to trade, nothing that changes the account is sent", async () => {
  const result = await runContract({ target: sandboxTarget(), openapi });
  expect(listFailures(result, false)).toEqual([]);
  const sent = result.rows.flatMap(({ conversations }) => conversations);
  expect([...new Set(sent.map(({ request }) => request.method))]).toEqual(["GET"]);
});

test("without a key, what is public is asked and nothing else", async () => {
  const { apiKey: _key, apiSecret: _secret, ...target } = sandboxTarget();
  const result = await runContract({ target, openapi });
  expect(listFailures(result, false)).toEqual([]);
  const skipped = result.rows.filter(({ outcome }) => outcome === "skipped");
  expect(skipped.length).toBeGreaterThan(50);
});

test("recording an unchanged project anew changes no byte", async () => {
  const target = sandboxTarget();
  const { rows } = await runContract({ target, openapi, trade: true });
  const { apiKey: key, apiSecret: secret } = target;
  const files = recordTakes(takesOf(rows), {
    apiKey: key,
    apiSecret: secret,
    open: openTexts(rows),
  });
  const onDisk = await loadRecordings("spec/examples");
  const old = new Map(onDisk.map((recording) => [recording.name, formatRecording(recording)]));
  const changed = files.filter(({ name, text }) => old.get(name) !== text);
  expect(changed.map(({ name }) => name)).toEqual([]);
});

function untouched({ coverage }: ContractResult): readonly string[] {
  return coverage.facts
    .filter(({ assumed, touched }) => !assumed && touched === 0)
    .map(({ kind, name }) => `${kind} ${name}`)
    .sort();
}
