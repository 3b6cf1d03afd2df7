/**
 * Reads NDJSON, one JSON value per line:
 *
 * - a raw frame: `{"stream":"btcusdt@trade","data":{…}}`, `{"e":"depthUpdate",…}`,
 *   `{"id":1,"result":null}`; with `at`, the time in milliseconds, beside `stream` and `data`;
 * - a stream step as written by `npm run record`, with `at` and one of `opens` (an address, or its
 *   path and query), `sends`, `receives`, `ends` and `calls`; `connection` distinguishes
 *   connections in one file;
 * - a frame as it came, `{"at":…,"kind":"receives","text":"…"}`.
 *
 * Lines without JSON are refused with their number.
 */

import { encodeJson, parseJson } from "../../../runtime/encoding/json.ts";
import { parseJsonOr } from "../../../runtime/encoding/json-or.ts";
import { type Fields, fieldsIn } from "../../../runtime/encoding/json-value.ts";
import { readStep } from "../../recordings/stream-recording.ts";
import type { ObservedEvent } from "../traffic.ts";
import { eventsOfStep } from "./recordings.ts";

export function readFrames(name: string, text: string): readonly ObservedEvent[] {
  let last = 0;
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "") return [];
    const place = `${name}:${index + 1}`;
    const value = parseJsonOr(line, undefined);
    if (value === undefined) throw new Error(`${place} is not JSON.`);
    const fields = fieldsIn(value);
    if (typeof fields["at"] === "number") last = fields["at"];
    const conversation = `${name} ${String(fields["connection"] ?? "")}`.trim();
    return readLine(fields, line, { place, conversation, at: last });
  });
}

const stepKinds = ["opens", "sends", "receives", "ends", "calls"] as const;

function readLine(
  fields: Fields,
  line: string,
  { place, conversation, at }: { place: string; conversation: string; at: number },
): readonly ObservedEvent[] {
  const base = { place, conversation, timed: typeof fields["at"] === "number" };
  const { kind, text, url, opens } = fields;
  if (kind === "opens" && typeof url === "string") {
    return [{ ...base, event: { at, kind, url } }];
  }
  if ((kind === "receives" || kind === "sends") && typeof text === "string") {
    return [{ ...base, event: { at, kind, text } }];
  }
  const isStep = base.timed && stepKinds.some((each) => each in fields);
  if (!isStep) {
    const { at: _, connection: __, ...frame } = fieldsIn(parseJson(line));
    const whole = "at" in fields || "connection" in fields ? encodeJson(frame) : line;
    return [{ ...base, event: { at, kind: "receives", text: whole } }];
  }
  if (typeof opens === "string") return [{ ...base, event: { at, kind: "opens", url: opens } }];
  const problems: string[] = [];
  const steps = readStep(fields, place, problems);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return steps.flatMap((step) => eventsOfStep(step, base));
}
