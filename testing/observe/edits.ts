/** Proposes changes of the spec from traffic: evidence of assumptions, and recordings. */

import { fieldsIn } from "../../runtime/encoding/json-value.ts";
import type { RecordedFile } from "../recordings/files.node.ts";
import { type Conversation, recordConversations } from "../recordings/recorder.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { Observation } from "./observe.ts";
import type { ObservedCall } from "./traffic.ts";

/**
 * The text of spec/assumptions.yaml with confirmed assumptions marked `observed` and with their
 * evidence. An undecided entry stays so, but gets its evidence.
 */
export function withEvidence(text: string, { assumptions }: Observation, day: string): string {
  let edited = text;
  for (const { id, verdict, taken, readings } of assumptions) {
    const { count, places: [place = "traffic"] = [] } = readings[taken] ?? { count: 0 };
    if (verdict !== "confirmed" || count === 0) continue;
    const row = `    - { seen: ${day}, times: ${count}, at: ${JSON.stringify(place)} }\n`;
    edited = editEntry(edited, id, (entry) => {
      const observed = entry.replace(/^ {2}kind: assumed$/mu, "  kind: observed");
      return /^ {2}evidence:\n/mu.test(observed)
        ? observed.replace(/^ {2}evidence:\n/mu, (line) => `${line}${row}`)
        : observed.replace(/^ {2}source:/mu, (line) => `  evidence:\n${row}${line}`);
    });
  }
  return edited;
}

/** Edits one entry, from its name's line to the next entry. */
function editEntry(text: string, id: string, edit: (entry: string) => string): string {
  const start = text.search(new RegExp(`^${id}:$`, "mu"));
  if (start < 0) return text;
  const next = text.slice(start).search(/\n[a-z]/u);
  const end = next < 0 ? text.length : start + next + 1;
  return text.slice(0, start) + edit(text.slice(start, end)) + text.slice(end);
}

/** Recordings of valid calls whose operation has none yet with this status and code. */
export function newRecordings(
  calls: readonly ObservedCall[],
  { calls: recorded }: Pick<Recordings, "calls">,
): readonly RecordedFile[] {
  const known = new Set(
    recorded.map(({ name, response, value }) => {
      return keyOf(name.slice(0, name.indexOf(".")), response.status, codeIn(value));
    }),
  );
  const conversations = calls.flatMap((call): readonly Conversation[] => {
    const { id, request, response, code = 0, at, place, requestIssues, checked } = call;
    const key = keyOf(id, response.status, code);
    const fits = [...requestIssues, ...checked.issues, ...checked.notes].length === 0;
    if (id === "" || !fits || response.text === undefined || known.has(key)) return [];
    known.add(key);
    const name = `${id}.observed-${response.status}${code === 0 ? "" : `-${Math.abs(code)}`}`;
    const summary = `Observed: a response with status ${response.status}`;
    const event = { at, kind: "calls", call: { request, response } } as const;
    return [{ name, summary, kind: "call", origin: place.origin, events: [event] }];
  });
  return recordConversations(conversations, {});
}

function keyOf(id: string, status: number, code: number): string {
  return `${id} ${status} ${code}`;
}

function codeIn(value: unknown): number {
  const { code } = fieldsIn(value);
  return typeof code === "number" ? code : 0;
}
