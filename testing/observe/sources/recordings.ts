/** Converts recordings of `npm run record` to events. */

import { formatPairs } from "../../recordings/fields.ts";
import type { Recordings } from "../../recordings/recordings.ts";
import { callOf, sentPairs } from "../../recordings/requests.ts";
import type { StreamStep } from "../../recordings/stream-recording.ts";
import type { ObservedEvent } from "../traffic.ts";

/** The events of recorded calls and streams; a recorded call stands alone and has no time. */
export function eventsOfRecordings({ calls, streams }: Recordings): readonly ObservedEvent[] {
  return [
    ...calls.map((recording): ObservedEvent => {
      const { origin } = recording;
      const place = `${recording.name}.yaml`;
      const event = { at: 0, kind: "calls", call: callOf(recording) } as const;
      return { event, place, conversation: place, origin, timed: false };
    }),
    ...streams.flatMap(({ name, origin, steps }) => {
      const place = `streams/${name}.yaml`;
      const base = { conversation: place, origin, timed: true };
      return steps.flatMap((step, index) =>
        eventsOfStep(step, { ...base, place: `${place} step ${index}` }),
      );
    }),
  ];
}

export function eventsOfStep(
  step: StreamStep,
  base: Omit<ObservedEvent, "event">,
): readonly ObservedEvent[] {
  const { at } = step;
  switch (step.kind) {
    case "opens": {
      const { path, query } = step.opening;
      const target = formatPairs(sentPairs(query)).replaceAll("%2F", "/").replaceAll("%40", "@");
      return [{ ...base, event: { at, kind: "opens", url: `${path}?${target}` } }];
    }
    case "calls":
      return [{ ...base, event: { at, kind: "calls", call: callOf(step.call) } }];
    case "sends":
    case "receives":
      return [{ ...base, event: { at, kind: step.kind, text: step.text } }];
    case "ends":
      return [{ ...base, event: { at, kind: "ends", end: step.end } }];
  }
}
