/** Writes recordings as YAML; equal recordings give equal text. */

import { parseDocument, stringify } from "yaml";

import { type CallRecording, writeRecordedCall } from "./call-recording.ts";
import type { JsonObject } from "./json.ts";
import { type SessionRecording, writeSession } from "./session-recording.ts";

export function formatCall(recording: CallRecording): string {
  return format({ summary: recording.summary, ...writeRecordedCall(recording) });
}

export function formatSession(recording: SessionRecording): string {
  return format(writeSession(recording));
}

function format(content: JsonObject): string {
  return stringify(content, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    defaultStringType: "PLAIN",
    singleQuote: false,
    // Block style loses a text of blanks and line ends.
    blockQuote: false,
  });
}

/** Parses one recording; adds errors to `problems` with file and line. */
export function parseExample(text: string, file: string, problems: string[]): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  for (const error of document.errors) {
    const line = error.linePos?.[0].line ?? 1;
    const [reason] = error.message.split("\n");
    problems.push(`Recording ${file}, line ${line}: ${reason} Record it again.`);
  }
  return document.errors.length > 0 ? undefined : document.toJS();
}
