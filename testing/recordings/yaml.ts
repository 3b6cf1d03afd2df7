/** Writes recordings as YAML; equal recordings give equal text. */

import { COLLECTION_STYLE, CORE_SCHEMA, dump, load, visit, YAMLException } from "js-yaml";

import type { JsonObject } from "../../runtime/encoding/json-or.ts";
import { type CallRecording, writeRecordedCall } from "./call-recording.ts";
import { type StreamRecording, writeStream } from "./stream-recording.ts";

export function formatRecording(recording: CallRecording | StreamRecording): string {
  const { summary, origin } = recording;
  return format({
    summary,
    ...(origin !== undefined && { "x-origin": origin }),
    ...("steps" in recording ? writeStream(recording) : writeRecordedCall(recording)),
  });
}

/** No longer collection is one line, except for a row of a list. */
const lineMax = 104;

/** Each row of a list, such as a trade or a price level, is one line, as is what is short. */
function format(content: JsonObject): string {
  return dump(content, {
    schema: CORE_SCHEMA,
    noRefs: true,
    lineWidth: -1,
    flowBracketPadding: true,
    quoteStyle: "double",
    transform: (documents) =>
      visit(documents, (node, { parent }) => {
        if (node.kind !== "mapping" && node.kind !== "sequence") return;
        const parts = node.items.flatMap((item) =>
          "kind" in item ? item : [item.key, item.value],
        );
        const texts = parts.flatMap((part) => (part.kind === "scalar" ? part.value : []));
        const isShort = parent?.kind === "sequence" || JSON.stringify(texts).length <= lineMax;
        if (isShort && texts.length === parts.length) node.style = COLLECTION_STYLE.FLOW;
      }),
  });
}

/** Parses one recording; adds errors to `problems` with file and line. */
export function parseExample(text: string, file: string, problems: string[]): unknown {
  try {
    // Nested aliases can expand beyond the memory.
    return load(text, { maxAliases: 20 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    const line = (mark?.line ?? 0) + 1;
    problems.push(`Recording ${file}, line ${line}: ${reason}. Record it again.`);
    return undefined;
  }
}
