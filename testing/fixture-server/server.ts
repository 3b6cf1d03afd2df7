/** A server that answers from recordings, and says which one is nearest when none fits. */

import { targetOf } from "../recordings/fields.ts";
import { keyHeader, type Recording, recordedText } from "../recordings/recording.ts";
import { explainMismatch } from "./closest-recording.ts";
import { askedQuestion, type PlainRequest, questionKey, recordedQuestion } from "./matching.ts";
import type { StreamReplay } from "./replay.ts";

/** Answers one request from the recordings. */
export type FixtureServer = (request: Request) => Promise<Response>;

/** An answer that only has to be written out. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Makes a fixture server. Each server is a session of its own: it counts how often a request was
 * repeated, answers in the recorded order, and then gives the last answer again. Calls that belong
 * to recorded stream sessions are answered by these.
 */
export function createFixtureServer(
  recordings: readonly Recording[],
  streams?: StreamReplay,
): FixtureServer {
  const replay = createReplay(recordings, streams);
  const encoder = new TextEncoder();
  return async (request) => {
    const answer = replay({
      method: request.method,
      target: targetOf(request.url),
      hasKey: request.headers.has(keyHeader),
      contentType: request.headers.get("content-type") ?? undefined,
      body: request.body === null ? "" : await request.text(),
    });
    const bodiless = answer.status === 204 || answer.status === 205 || answer.status === 304;
    // Bytes, not text: a text body would make the platform add a content type of its own.
    const body = bodiless ? null : encoder.encode(answer.text);
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

/** The same server on plain values, for a port that builds no Request and no Response. */
export function createReplay(
  recordings: readonly Recording[],
  streams?: StreamReplay,
): (request: PlainRequest) => PlainAnswer {
  const index = indexTurns(recordings);
  return (request) => {
    const asked = askedQuestion(request);
    const expected = streams?.expected(asked);
    if (expected !== undefined) return expected;
    const turns = index.get(questionKey(asked, "place")) ?? index.get(questionKey(asked, "either"));
    const answer = turns?.answers[Math.min(turns.next, turns.answers.length - 1)];
    if (turns === undefined || answer === undefined) {
      const calls = streams?.calls ?? [];
      return streams?.leading(asked) ?? refusal(explainMismatch(asked, [...recordings, ...calls]));
    }
    turns.next += 1;
    return answer;
  };
}

/** All answers to one request, and which of them comes next. */
interface Turns {
  readonly answers: PlainAnswer[];
  next: number;
}

function indexTurns(recordings: readonly Recording[]): Map<string, Turns> {
  const index = new Map<string, Turns>();
  for (const recording of recordings) {
    const key = questionKey(recordedQuestion(recording.request), recording.request.fieldsIn);
    const turns = index.get(key) ?? { answers: [], next: 0 };
    turns.answers.push(recordedAnswer(recording));
    index.set(key, turns);
  }
  return index;
}

/** What a recording answers. */
export function recordedAnswer(recording: Pick<Recording, "response" | "value">): PlainAnswer {
  const { status, headers } = recording.response;
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  return {
    status,
    headers: typed ? headers : { ...headers, "content-type": "application/json" },
    text: recordedText(recording),
  };
}

/** 501, in the form of the exchange's own failures: recordings cannot answer this. */
function refusal(msg: string): PlainAnswer {
  return {
    status: 501,
    headers: { "content-type": "application/json" },
    text: JSON.stringify({ code: 501, msg }),
  };
}
