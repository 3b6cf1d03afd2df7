/** A server that responds from recordings, and names the closest one for other requests. */

import { checkOptions, type OptionRules, takes } from "../../runtime/check-options.ts";
import { fieldsIn, isRecord } from "../../runtime/encoding/json-value.ts";
import type { StreamSocketClass } from "../../runtime/streams/types.ts";
import { bodyBytesMax, originHeader } from "../../sandbox/defaults.ts";
import { bodyTooLong } from "../../sandbox/http/messages.ts";
import { createSocketClass } from "../../sandbox/streams/websocket.ts";
import { keyHeader, type RecordedCall, recordedText } from "../recordings/call-recording.ts";
import { targetOf } from "../recordings/fields.ts";
import type { Recordings } from "../recordings/recordings.ts";
import { matchKey, type PlainRequest, requestKey, sentRequest } from "../recordings/requests.ts";
import { explainRequest, refusalOf } from "./closest-recording.ts";
import { createLenientResponder } from "./lenient.ts";
import {
  createStreamServer,
  inTurn,
  type OpeningResult,
  type StreamTiming,
  timingRules,
} from "./streams.ts";

/** An in-process fixture server; `openFixturePort` listens on a port. */
export interface FixtureServer {
  readonly fetch: (request: Request) => Promise<Response>;
  /** A WebSocket class connected to recorded streams, whatever the host. */
  readonly WebSocket: StreamSocketClass;
  /** Like `fetch`, with plain values. */
  readonly respond: (request: PlainRequest) => PlainResponse;
  /** Decides about an upgrade to a path and query. */
  readonly open: (target: string) => OpeningResult;
}

/** A response as plain values. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Options of a fixture server. */
export interface FixtureOptions extends StreamTiming {
  /**
   * The bundled OpenAPI document. If given, a call that was not recorded gets a successful
   * response: a documented example, or a value of the schema.
   */
  readonly lenient?: unknown;
}

export const fixtureRules: OptionRules = {
  ...timingRules,
  lenient: takes("the bundled OpenAPI document", (value) => typeof value === "object"),
};

const recordingRules: OptionRules = {
  recordings: takes("what loadRecordings returns: lists of calls and streams", (value) => {
    const { calls = [], streams = [] } = fieldsIn(value);
    return isRecord(value) && Array.isArray(calls) && Array.isArray(streams);
  }),
};

/**
 * Creates a fixture server. Repeated requests get the recorded responses in order, and then the
 * last one again. Calls of recorded streams get the responses of these. A call recorded
 * without an API key also matches with one.
 */
export function createFixtureServer(
  recordings: Partial<Recordings>,
  options: FixtureOptions = {},
): FixtureServer {
  checkOptions("createFixtureServer", { recordings }, recordingRules, "recordings");
  checkOptions("createFixtureServer", options, fixtureRules);
  const { calls = [], streams = [] } = recordings;
  const { lenient, ...timing } = options;
  const streamServer = createStreamServer(streams, timing);
  const respondLeniently =
    lenient === undefined ? () => undefined : createLenientResponder(lenient);
  const nextCall = inTurn(calls, ({ request }) => requestKey(request));
  const all = [
    ...calls,
    ...streams.flatMap(({ name, summary, steps }) =>
      steps.flatMap((step) => (step.kind === "calls" ? [{ name, summary, ...step.call }] : [])),
    ),
  ];
  const keysOf = (some: readonly RecordedCall[]) =>
    new Set(some.map(({ request }) => requestKey(request)));
  const recordedKeys = keysOf(all);
  const successKeys = keysOf(all.filter(({ response }) => response.status < 400));
  const respond = (request: PlainRequest): PlainResponse => {
    if (request.body.length > bodyBytesMax) return refusalResponse(413, bodyTooLong().message);
    const sent = sentRequest(request);
    const exact = matchKey(sent);
    const bare = matchKey({ ...sent, headers: new Map() });
    const key = !recordedKeys.has(exact) && successKeys.has(bare) ? bare : exact;
    const recorded =
      streamServer.respond(key) ?? nextCall(key) ?? streamServer.respondBeforeOpening(key);
    if (recorded !== undefined) return toResponse(recorded);
    const text = respondLeniently(sent);
    return text === undefined
      ? refusalResponse(404, explainRequest(sent, all))
      : jsonResponse(200, text);
  };
  return {
    fetch: async (request) => writeResponse(respond(await readPlainRequest(request))),
    WebSocket: createSocketClass((target) => {
      const opening = streamServer.open(target);
      if (opening.kind === "refused") {
        return { refused: `Unexpected server response: 404. ${opening.msg}` };
      }
      return ({ deliver, close }) => {
        const { message, closed } = opening.start({ send: deliver, close });
        return { message, ended: closed };
      };
    }),
    respond,
    open: streamServer.open,
  };
}

function toResponse(recorded: RecordedCall): PlainResponse {
  const { status, headers } = recorded.response;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  const added = isTyped ? { [originHeader]: "mock" } : ownHeaders;
  return { status, headers: { ...headers, ...added }, text: recordedText(recorded) };
}

/** The response to what cannot be answered. */
export function refusalResponse(status: number, text: string): PlainResponse {
  return jsonResponse(status, JSON.stringify(refusalOf(status, text)));
}

function jsonResponse(status: number, text: string): PlainResponse {
  return { status, headers: ownHeaders, text };
}

const ownHeaders = { "content-type": "application/json", [originHeader]: "mock" };

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
  // Bytes, not text: for text the platform would add its own content type.
  return new Response(hasNoBody ? null : new TextEncoder().encode(text), { status, headers });
}
