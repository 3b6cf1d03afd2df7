/** Redacts secrets that are split over several messages of a stream. */

import { type Json, type JsonObject, parseJsonOr } from "../../runtime/encoding/json-or.ts";
import type { Redactor } from "./redactor.ts";
import type { StreamStep } from "./stream-recording.ts";

/** Redacts each shortest run of messages that together contain a secret. */
export function redactSplitSecrets(
  steps: readonly StreamStep[],
  redactor: Redactor,
): readonly StreamStep[] {
  const hasSecret = (parts: readonly Part[]): boolean => redactor.find(join(parts)).length > 0;
  let clean = steps;
  for (;;) {
    const parts = joinedTexts(clean).find(hasSecret);
    if (parts === undefined) return clean;
    let run = parts;
    while (hasSecret(run.slice(1))) run = run.slice(1);
    while (hasSecret(run.slice(0, -1))) run = run.slice(0, -1);
    const [placeholder = "redacted"] = redactor.find(join(run));
    const redacted = new Set(run.map(({ step }) => step));
    clean = clean.map((step, index) =>
      redacted.has(index) && "text" in step ? { ...step, text: placeholder } : step,
    );
  }
}

/** A part of a message, and the index of its step. */
interface Part {
  readonly step: number;
  readonly text: string;
}

function join(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join("");
}

/** For each side, its messages joined: as sent, and the texts in their JSON. */
function joinedTexts(steps: readonly StreamStep[]): readonly (readonly Part[])[] {
  return (["sends", "receives"] as const).flatMap((kind) => {
    const messages = steps.flatMap((each, step) =>
      each.kind === kind ? [{ step, text: each.text }] : [],
    );
    const inner = messages.flatMap(({ step, text }): readonly Part[] =>
      textsIn(parseJsonOr(text, text)).map((value) => ({ step, text: value })),
    );
    return [messages, inner];
  });
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value as JsonObject).flatMap(textsIn);
}
