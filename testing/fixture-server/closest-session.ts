/** Why no recorded session fits: the nearest one, and exactly what differs from it. */

import type { Pair } from "../recordings/fields.ts";
import { isRecord, type Json, type Recording } from "../recordings/recording.ts";
import { jsonIn, openingOf, type StreamRecording } from "../recordings/session.ts";
import { compareFields, explainMismatch, shorten } from "./closest-recording.ts";

/** Says which opening is nearest to one that was not recorded. */
export function explainOpening(
  path: string,
  query: readonly Pair[],
  recordings: readonly StreamRecording[],
): string {
  const asked = { method: "GET", path, hasKey: false, query, body: [], text: "" };
  return explainMismatch(asked, recordings.map(openingAsRequest));
}

function openingAsRequest(recording: StreamRecording): Recording {
  const { path, query, turn } = openingOf(recording);
  return {
    name: recording.name,
    summary: recording.summary,
    value: null,
    request: {
      method: "GET",
      path,
      query,
      body: {},
      security: "NONE",
      fieldsIn: "place",
      turn,
    },
    response: { status: 101, headers: {}, text: undefined },
  };
}

/** Where a client is when its message fits nowhere. */
export interface Place {
  readonly recording: StreamRecording;
  /** What its session waits for next from the client. */
  readonly expected: string | undefined;
  readonly recordings: readonly StreamRecording[];
}

/** The refusal of a message that was not recorded, in the form of the exchange's own. */
export function explainMessage(text: string, place: Place): string {
  const { recording, expected } = place;
  const sent = fieldsOf(text);
  const id = sent.find(([name]) => name === "id")?.[1];
  const nearest =
    expected === undefined
      ? nearestOf(sent, place)
      : { name: recording.name, differences: differences(expected, sent) };
  const where = `No recording answers this message of ${recording.name}`;
  const list = nearest?.differences.join("; ");
  const msg =
    nearest === undefined
      ? `${where}: no message was recorded.`
      : `${where}. The nearest recording is ${nearest.name}; it differs in ${list}.`;
  return JSON.stringify({ error: { code: 501, msg }, id: id === undefined ? null : jsonIn(id) });
}

function nearestOf(sent: readonly Pair[], { recordings, recording }: Place) {
  const all = recordings.flatMap(({ name, steps }) =>
    steps.flatMap((step) =>
      step.kind === "sends" ? [{ name, differences: differences(step.text, sent) }] : [],
    ),
  );
  const [nearest] = all.sort((one, other) => one.differences.length - other.differences.length);
  if (nearest === undefined || nearest.differences.length > 0) return nearest;
  // The same message, but not in this session, or not once more.
  const what = `the session (${recording.name} waits for no further message)`;
  return { ...nearest, differences: [what] };
}

function differences(recorded: string, sent: readonly Pair[]): readonly string[] {
  return compareFields("message", fieldsOf(recorded), sent).map(({ text }) => text);
}

/** The top of a message as fields, each value as JSON; what is no object is its own only field. */
function fieldsOf(text: string): readonly Pair[] {
  const value = jsonIn(text);
  if (!isRecord(value)) return [["text", shorten(text)]];
  return Object.entries(value as Readonly<Record<string, Json>>).map(([name, each]): Pair => {
    return [name, JSON.stringify(each)];
  });
}
