/** Writes recordings as YAML; equal recordings give equal text. */

import { Document, isCollection, isPair, isSeq, parseDocument, visit } from "yaml";

import { type CallRecording, writeRecordedCall } from "./call-recording.ts";
import type { JsonObject } from "./json.ts";
import { type StreamRecording, writeStream } from "./stream-recording.ts";

export function formatCall(recording: CallRecording): string {
  return format({ ...headOf(recording), ...writeRecordedCall(recording) });
}

export function formatStream(recording: StreamRecording): string {
  return format({ ...headOf(recording), ...writeStream(recording) });
}

function headOf({ summary, origin }: CallRecording | StreamRecording): JsonObject {
  return { summary, ...(origin !== undefined && { "x-origin": origin }) };
}

/** No longer collection is one line, except for a row of a list. */
const lineMax = 104;

/** Each row of a list, such as a trade or a price level, is one line, as is what is short. */
function format(content: JsonObject): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  visit(document, {
    Collection: (_, node, path) => {
      const isShort = isSeq(path.at(-1)) || JSON.stringify(node).length <= lineMax;
      if (isShort && node.items.every(isLeaf)) node.flow = true;
    },
  });
  return document.toString({
    lineWidth: 0,
    defaultStringType: "PLAIN",
    singleQuote: false,
    // Block style loses a text of blanks and line ends.
    blockQuote: false,
  });
}

function isLeaf(item: unknown): boolean {
  return !isCollection(isPair(item) ? item.value : item);
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
