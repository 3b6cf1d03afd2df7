/** The recordings of a fixture server: calls and streams. */

import { fieldsIn } from "../../runtime/encoding/json-value.ts";
import {
  type CallRecording,
  checkRecordingName,
  readRecordedCall,
  throwProblems,
} from "./call-recording.ts";
import { openingOf, readStream, type StreamRecording } from "./stream-recording.ts";

/** Recorded calls and streams. */
export interface Recordings {
  readonly calls: readonly CallRecording[];
  readonly streams: readonly StreamRecording[];
}

/** Parsed files by recording name. */
export type Examples = Readonly<Record<string, unknown>>;

/**
 * Reads parsed files. Throws an error that lists all issues: names that are paths, foreign
 * documents, missing parts, wrong types. `problems` found earlier are included.
 */
export function readRecordings(
  examples: { readonly calls?: Examples; readonly streams?: Examples },
  problems: string[] = [],
): Recordings {
  const read = <Recording>(
    files: Examples = {},
    readOne: (name: string, example: unknown, problems: string[]) => Recording,
  ): readonly (Recording & { readonly name: string; readonly summary: string })[] =>
    Object.entries(files).map(([name, example]) => {
      const badName = checkRecordingName(name);
      if (badName !== undefined) problems.push(badName);
      const { summary, "x-origin": origin } = fieldsIn(example);
      return {
        name,
        summary: typeof summary === "string" ? summary : "",
        ...(typeof origin === "string" && { origin }),
        ...readOne(name, example, problems),
      };
    });
  const calls = read(examples.calls, readRecordedCall);
  const streams = read(examples.streams, readStream);
  throwProblems(problems);
  return {
    calls: inTurn(calls, ({ request }) => request.turn),
    streams: inTurn(streams, (stream) => openingOf(stream).turn),
  };
}

/** The recorded calls in `components.examples` of a bundled OpenAPI document. */
export function bundledRecordings(document: unknown): Recordings {
  const { examples } = fieldsIn(fieldsIn(document)["components"]);
  const recorded = Object.entries(fieldsIn(examples)).filter(
    ([, example]) => "x-request" in fieldsIn(example),
  );
  return readRecordings({ calls: Object.fromEntries(recorded) });
}

/** Recordings of the same request by their turns; all others by name. */
function inTurn<Recording extends { readonly name: string }>(
  recordings: readonly Recording[],
  turnOf: (recording: Recording) => number,
): readonly Recording[] {
  return recordings.toSorted(
    (one, other) => turnOf(one) - turnOf(other) || (one.name < other.name ? -1 : 1),
  );
}
