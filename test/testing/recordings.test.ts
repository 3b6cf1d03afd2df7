import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { questionKey, recordedQuestion } from "../../testing/fixture-server/matching.ts";
import { openFixturePort } from "../../testing/fixture-server/port.node.ts";
import { createReplay } from "../../testing/fixture-server/server.ts";
import { formatPairs, formType, type Pair } from "../../testing/recordings/fields.ts";
import { loadRecordings } from "../../testing/recordings/files.node.ts";
import {
  bundledRecordings,
  type RecordedFields,
  type Recording,
  recordedText,
} from "../../testing/recordings/recording.ts";
import { scenarios } from "../../testing/scenarios/index.ts";
import { runContract } from "../../testing/suite/contract.ts";
import { listFailures } from "../../testing/suite/report.ts";
import { fixtureTarget } from "../../testing/suite/targets.ts";

const openapi: unknown = JSON.parse(await readFile("generated/documents/openapi.json", "utf8"));
const recordings = await loadRecordings("spec/examples");

test("every scenario holds against the fixture server and reaches all operations", async () => {
  const target = fixtureTarget(recordings);
  const result = await runContract({ target, openapi, trade: true });
  expect(listFailures(result, true)).toEqual([]);
  expect(result.rows.filter(({ outcome }) => outcome === "skipped")).toEqual([]);
});

test("the same holds on a port", async () => {
  const port = await openFixturePort(recordings);
  try {
    const { fetch: _, ...rest } = fixtureTarget(recordings);
    const target = { ...rest, baseUrl: port.baseUrl };
    const result = await runContract({ target, openapi, trade: true });
    expect(listFailures(result, true)).toEqual([]);
  } finally {
    await port.close();
  }
});

test("every recording is answered by itself, byte by byte", () => {
  const replay = createReplay(recordings);
  const wrong = recordings.filter((recording) => {
    const { status, headers, text } = replay(ask(recording));
    return (
      status !== recording.response.status ||
      text !== recordedText(recording) ||
      Object.entries(recording.response.headers).some(([name, value]) => headers[name] !== value)
    );
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("no recording hides another one", () => {
  const owners = new Map<string, Recording>();
  const hidden = recordings.filter((recording) => {
    const key = questionKey(recordedQuestion(recording.request), "place");
    const owner = owners.get(key);
    owners.set(key, owner ?? recording);
    return owner !== undefined && recordedText(owner) !== recordedText(recording);
  });
  expect(hidden.map(({ name }) => name)).toEqual([]);
});

test("recordings are those of the table, no more and no fewer", () => {
  const sent = scenarios.filter(({ expect: end }) => end?.kind !== "refusal").map(({ id }) => id);
  expect(recordings.map(({ name }) => name).sort()).toEqual(sent.sort());
});

test("each row has a name of its own", () => {
  const ids = scenarios.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test("the recordings of the bundle are those on the disk", () => {
  const onDisk = new Map(recordings.map((recording) => [recording.name, recording]));
  const bundled = bundledRecordings(openapi);
  expect(bundled.length).toBeGreaterThan(20);
  for (const recording of bundled) expect(onDisk.get(recording.name)).toEqual(recording);
});

function ask({ request }: Recording): Parameters<ReturnType<typeof createReplay>>[0] {
  const { method, path, query, body, security } = request;
  return {
    method,
    target: `${path}?${formatPairs(toPairs(query))}`,
    hasKey: security !== "NONE",
    contentType: formType,
    body: typeof body === "string" ? body : formatPairs(toPairs(body)),
  };
}

function toPairs(fields: RecordedFields): Pair[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): Pair => [name, each]),
  );
}
