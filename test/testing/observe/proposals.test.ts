/** Edits of the list of assumptions, and recordings, that traffic proposes; in small. */

import { expect, test } from "vitest";

import { readAsyncApi } from "../../../testing/documents/asyncapi.ts";
import { loadDocuments } from "../../../testing/documents/load.node.ts";
import { readOpenApi } from "../../../testing/documents/openapi.ts";
import { newRecordings, withEvidence } from "../../../testing/observe/edits.ts";
import type { Observation, ObservedAssumption } from "../../../testing/observe/observe.ts";
import { readTraffic } from "../../../testing/observe/traffic.ts";
import { eventsOf } from "./traffic-lines.ts";

const { openapi, asyncapi } = await loadDocuments();
const documents = { rest: readOpenApi(openapi), streams: readAsyncApi(asyncapi) };

const assumed =
  "a-b:\n  gap: A.\n  kind: assumed\n  source: kind\nb:\n  kind: assumed\n  source: s\n";
const seenAlready = "b:\n  kind: observed\n  evidence:\n    - { seen: 1 }\n  source: s\n";
const row = '    - { seen: 2026-01-02, times: 2, at: "c.har" }\n';

test.each<readonly [what: string, id: string, change: object, text: string, want: string]>([
  [
    "an entry in the middle",
    "a-b",
    {},
    assumed,
    assumed.replace("assumed\n", "observed\n").replace("  source", `  evidence:\n${row}  source`),
  ],
  [
    "the last entry",
    "b",
    {},
    assumed,
    assumed.replace(/assumed\n(.*s\n)$/, `observed\n  evidence:\n${row}$1`),
  ],
  [
    "an observed entry before an assumed one",
    "b",
    {},
    `${seenAlready}c:\n  kind: assumed\n`,
    `${seenAlready.replace("ce:\n", `ce:\n${row}`)}c:\n  kind: assumed\n`,
  ],
  ["evidence beside older", "b", {}, seenAlready, seenAlready.replace("ce:\n", `ce:\n${row}`)],
  [
    "an open entry stays open",
    "b",
    {},
    "b:\n  kind: open\n  source: s\n",
    `b:\n  kind: open\n  evidence:\n${row}  source: s\n`,
  ],
  ["no such entry", "c", {}, assumed, assumed],
  ["a contradicted one", "b", { verdict: "contradicted" }, assumed, assumed],
  [
    "only another reading",
    "b",
    { readings: { other: { count: 1, places: ["x"] } } },
    assumed,
    assumed,
  ],
  [
    "no place",
    "b",
    { readings: { holds: { count: 2, places: [] } } },
    seenAlready,
    seenAlready.replace("ce:\n", `ce:\n${row.replace("c.har", "traffic")}`),
  ],
])("%s", (_, id, change, text, want) => {
  const readings = { holds: { count: 2, places: ["c.har", "d.har"] } };
  const one = { id, verdict: "confirmed", taken: "holds", readings, ...change };
  const observation = { assumptions: [one as unknown as ObservedAssumption] };
  expect(withEvidence(text, observation as unknown as Observation, "2026-01-02")).toBe(want);
});

const time = '{"serverTime":1}';

test.each<readonly [traffic: string, ...files: string[]]>([
  [`GET /time 200 t=1 w=1 ${time}`, "getTime.observed-200"],
  ["GET /time 400 -1121 t=1 w=1", "getTime.observed-400-1121"],
  [`2 times GET /time 200 t=1 w=1 ${time}`, "getTime.observed-200"],
  [
    `GET /time 200 t=1 w=1 ${time} ; GET /time 400 -1121 t=1 w=1`,
    "getTime.observed-200",
    "getTime.observed-400-1121",
  ],
  ["GET /time 400 -1100 t=1 w=1"],
  ["GET /time 429 -1015 t=1 w=1"],
  ["GET /depth 400 -1102 t=1 w=1"],
  [`GET /time 200 t=1 w=1 {"serverTime":1,"a":1}`],
  ["GET /time 200 t=1 w=1 {}"],
  ["GET /time 200 t=1 w=1 -"],
  ["GET /none 404 -1000 t=1 w=1"],
])("%s is recorded as %s", (traffic, ...want) => {
  const { calls } = readTraffic(documents, eventsOf(traffic));
  const recorded = [
    { name: "getTime.one", response: { status: 400 }, value: { code: -1100 } },
    { name: "getTime.two", response: { status: 429 }, value: { code: -1015 } },
    { name: "getDepth.one", response: { status: 200 }, value: [] },
  ];
  const files = newRecordings(calls, { calls: recorded as never });
  expect(files.map(({ path }) => path)).toEqual(want.map((name) => `${name}.yaml`));
  for (const { text } of files)
    expect(text).toMatch(/^summary: "?Observed: a response with status/);
});
