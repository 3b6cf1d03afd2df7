/** Checks a stream message against the documents, and lists the statements that it covers. */

import { findMessage, type StreamDocument, type StreamMessage } from "./asyncapi.ts";
import type { Checked } from "./check-response.ts";
import type { Issue } from "./issue.ts";
import { coverSchema } from "./schema-coverage.ts";

/** Checks that the message belongs to its stream, and checks its content. */
export function checkMessage(document: StreamDocument, message: StreamMessage): Checked {
  const { stream, content } = message;
  const documented = findMessage(document, message);
  if (documented === undefined) {
    const what = stream === undefined ? "not a documented control message" : "not of its stream";
    const text = `the message is ${what}`;
    const issue: Issue = { kind: "message", text, value: preview(content), pointer: "/channels" };
    return { issues: [issue], notes: [], covered: [], pointers: new Set() };
  }
  const { pointer, name, place } = documented;
  const found = coverSchema(document.root, { pointer, owner: name }, content);
  return {
    issues: document.checkContent(documented, content),
    notes: found.notes,
    pointers: new Set([...place, ...found.pointers]),
    covered: [
      { kind: "stream", name: documented.stream },
      { kind: "message", name: `${documented.stream}.${name}` },
      ...found.covered,
    ],
  };
}

/** The start of the content; empty when it may contain a key. */
function preview(content: unknown): string {
  const text = JSON.stringify(content) ?? "nothing";
  return /[A-Za-z0-9]{32,}/.test(text) ? "its content may be secret" : text.slice(0, 120);
}
