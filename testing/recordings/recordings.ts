/** All that a fixture server responds from: recorded calls and recorded stream sessions. */

import { fieldsIn } from "../../runtime/encoding/json-value.ts";
import {
  type CallRecording,
  checkRecordingName,
  readRecordedCall,
  throwProblems,
} from "./call-recording.ts";
import { openingOf, readSession, type SessionRecording } from "./session-recording.ts";

export interface Recordings {
  readonly calls: readonly CallRecording[];
  readonly sessions: readonly SessionRecording[];
}

/** Parsed files by the name of their recording. */
export type Examples = Readonly<Record<string, unknown>>;

/**
 * Reads parsed files. Throws one error that lists every bad one: a name that is a path, a foreign
 * document, a missing part, a part of the wrong type. `problems` that were found before are listed
 * with them.
 */
export function readRecordings(
  examples: { readonly calls?: Examples; readonly sessions?: Examples },
  problems: string[] = [],
): Recordings {
  const read = <Recording>(
    files: Examples = {},
    readOne: (name: string, example: unknown, problems: string[]) => Recording,
  ): readonly (Recording & { readonly name: string; readonly summary: string })[] =>
    Object.entries(files).map(([name, example]) => {
      const badName = checkRecordingName(name);
      if (badName !== undefined) problems.push(badName);
      const { summary } = fieldsIn(example);
      const recording = readOne(name, example, problems);
      return { name, summary: typeof summary === "string" ? summary : "", ...recording };
    });
  const calls = read(examples.calls, readRecordedCall);
  const sessions = read(examples.sessions, readSession);
  throwProblems(problems);
  return {
    calls: inTurn(calls, ({ request }) => request.turn),
    sessions: inTurn(sessions, (session) => openingOf(session).turn),
  };
}

/** The recorded calls that a bundled OpenAPI document has under `components.examples`. */
export function bundledRecordings(document: unknown): Recordings {
  const { examples } = fieldsIn(fieldsIn(document)["components"]);
  const recorded = Object.entries(fieldsIn(examples)).filter(
    ([, example]) => "x-request" in fieldsIn(example),
  );
  return readRecordings({ calls: Object.fromEntries(recorded) });
}

/** Recordings of the same request in the order of their turns; everything else by name. */
function inTurn<Recording extends { readonly name: string }>(
  recordings: readonly Recording[],
  turnOf: (recording: Recording) => number,
): readonly Recording[] {
  return recordings.toSorted(
    (one, other) => turnOf(one) - turnOf(other) || (one.name < other.name ? -1 : 1),
  );
}
