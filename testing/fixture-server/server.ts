/** A server that responds from recordings, and names the closest one when none matches. */

import { checkOptions } from "../../runtime/options.ts";
import type { StreamSocketClass } from "../../runtime/streams/types.ts";
import { keyHeader, type RecordedCall, recordedText } from "../recordings/call-recording.ts";
import { targetOf } from "../recordings/fields.ts";
import { matchKey, type PlainRequest, partsOf, requestKey } from "../recordings/matching.ts";
import type { Recordings } from "../recordings/recordings.ts";
import { explainRequest } from "./closest-recording.ts";
import {
  createSessionServer,
  type OpeningResult,
  type SessionTiming,
  timingRules,
} from "./sessions.ts";
import { createReplaySocketClass } from "./socket.ts";
import { createTurns } from "./turns.ts";

/** A fixture server in this process; `openFixturePort` puts one on a port. */
export interface FixtureServer {
  readonly fetch: (request: Request) => Promise<Response>;
  /** A WebSocket class whose connections lead to recorded sessions, whatever the host. */
  readonly WebSocket: StreamSocketClass;
  /** The same as `fetch` on plain values. */
  readonly respond: (request: PlainRequest) => PlainResponse;
  /** Decides on an upgrade to this path and query. */
  readonly open: (target: string) => OpeningResult;
}

/** A response as plain values. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Creates a fixture server. It counts how often a request is repeated, gives the responses in the
 * recorded order, and then the last one again. Calls that belong to recorded stream sessions get
 * the responses of these.
 */
export function createFixtureServer(
  { calls = [], sessions = [] }: Partial<Recordings>,
  timing: SessionTiming = {},
): FixtureServer {
  checkOptions("createFixtureServer", timing, timingRules);
  const streams = createSessionServer(sessions, timing);
  const turns = createTurns(calls, ({ request }) => requestKey(request));
  const all = [
    ...calls,
    ...sessions.flatMap(({ name, summary, steps }) =>
      steps.flatMap((step) => (step.kind === "calls" ? [{ name, summary, ...step.call }] : [])),
    ),
  ];
  const respond = (request: PlainRequest): PlainResponse => {
    const parts = partsOf(request);
    const key = matchKey(parts);
    const recorded = streams.respond(key) ?? turns.next(key) ?? streams.respondBeforeOpening(key);
    return recorded === undefined ? notRecorded(explainRequest(parts, all)) : toResponse(recorded);
  };
  return {
    fetch: async (request) => writeResponse(respond(await readPlainRequest(request))),
    WebSocket: createReplaySocketClass(streams.open),
    respond,
    open: streams.open,
  };
}

function toResponse(recorded: RecordedCall): PlainResponse {
  const { status, headers } = recorded.response;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  return {
    status,
    headers: isTyped ? headers : { ...headers, "content-type": "application/json" },
    text: recordedText(recorded),
  };
}

/** 501, in the form of the exchange's own errors. */
function notRecorded(msg: string): PlainResponse {
  return {
    status: 501,
    headers: { "content-type": "application/json" },
    text: JSON.stringify({ code: 501, msg }),
  };
}

async function readPlainRequest(request: Request): Promise<PlainRequest> {
  return {
    method: request.method,
    target: targetOf(request.url),
    hasKey: request.headers.has(keyHeader),
    contentType: request.headers.get("content-type") ?? undefined,
    body: request.body === null ? "" : await request.text(),
  };
}

function writeResponse({ status, headers, text }: PlainResponse): Response {
  const hasNoBody = status === 204 || status === 205 || status === 304;
  // Bytes, not text: for a text body the platform would add a content type of its own.
  return new Response(hasNoBody ? null : new TextEncoder().encode(text), { status, headers });
}
