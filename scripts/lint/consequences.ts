import { isList } from "../../generators/contract/documents/json.ts";
import type { Loaded } from "../../generators/contract/documents/load.ts";
import type { Documents, Json } from "../../generators/contract/documents/model.ts";
import { placeOf } from "../../generators/contract/documents/places.ts";
import * as read from "../../generators/contract/documents/read.ts";
import { type Finding, lineText } from "./findings.ts";

/** The operations and channels, by their ids, that are made of a line with a finding. */
export function partsMadeOf(loaded: Loaded, findings: readonly Finding[]): ReadonlySet<string> {
  const lines = new Set(findings.map(lineText));
  const { openapi, asyncapi } = loaded;
  const operations = Object.values(read.object(openapi, "paths")).flatMap((item) =>
    Object.values(read.object(item)).map((node) => [read.at(node, "operationId"), node] as const),
  );
  const channels = Object.entries(read.object(asyncapi, "channels"));
  const parts = [
    ...operations.map(([id, node]) => ["openapi", id, node] as const),
    ...channels.map(([id, node]) => ["asyncapi", id, node] as const),
  ];
  const invalid = parts.filter(([document, , node]) => isMadeOf(loaded, document, node, lines));
  return new Set(invalid.map(([, id]) => String(id)));
}

/** The operation or the channel that a file holds recordings of. */
export function recordedPart(path: string): string {
  return /^examples\/(?:streams\/)?([^./]+)/u.exec(path)?.[1] ?? "";
}

/** Whether a value, or what it refers to, stands on one of some lines. */
function isMadeOf(
  documents: Loaded,
  document: keyof Documents,
  value: Json,
  lines: ReadonlySet<string>,
): boolean {
  if (lines.size === 0) return false;
  for (const node of read.nodesBehind(documents[document], value)) {
    const keys = isList(node) ? [...node.keys()] : Object.keys(node);
    if ([undefined, ...keys].some((key) => lines.has(lineText(placeOf(node, key))))) return true;
  }
  return false;
}
