import { expect, test } from "vitest";

import { createFixtureServer } from "../../testing/fixture-server/server.ts";
import { type CallRecording, recordedText } from "../../testing/recordings/call-recording.ts";
import { formatPairs, formType } from "../../testing/recordings/fields.ts";
import { bundledRecordings } from "../../testing/recordings/recordings.ts";
import { type PlainRequest, requestKey, toPairs } from "../../testing/recordings/requests.ts";
import { documents, recordings } from "./documents.ts";

const { calls } = recordings;

test("every recorded request gets its recorded response, byte by byte", () => {
  const { respond } = createFixtureServer({ calls });
  const wrong = calls.filter((recording) => {
    const { status, headers, text } = respond(requestOf(recording));
    return (
      status !== recording.response.status ||
      text !== recordedText(recording) ||
      Object.entries(recording.response.headers).some(([name, value]) => headers[name] !== value)
    );
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("no recording hides another one", () => {
  const owners = new Map<string, CallRecording>();
  const hidden = calls.filter((recording) => {
    const key = requestKey(recording.request);
    const owner = owners.get(key);
    owners.set(key, owner ?? recording);
    return owner !== undefined && recordedText(owner) !== recordedText(recording);
  });
  expect(hidden.map(({ name }) => name)).toEqual([]);
});

test("the recordings of the bundle are those on the disk", () => {
  const onDisk = new Map(calls.map((recording) => [recording.name, recording]));
  const bundled = bundledRecordings(documents.openapi).calls;
  expect(bundled.length).toBeGreaterThan(20);
  for (const recording of bundled) expect(onDisk.get(recording.name)).toEqual(recording);
});

function requestOf({ request }: CallRecording): PlainRequest {
  const { method, path, query, body, security } = request;
  return {
    method,
    target: `${path}?${formatPairs(toPairs(query))}`,
    hasKey: security !== "NONE",
    contentType: formType,
    body: typeof body === "string" ? body : formatPairs(toPairs(body)),
  };
}
