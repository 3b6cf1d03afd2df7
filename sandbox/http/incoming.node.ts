/** What Node's server hands on of a request: its body, its headers, and what is wrong with them. */

import type { IncomingMessage } from "node:http";

import { bodyBytesMax } from "../choices.ts";
import { Refusal } from "./refusal.ts";

const headersMax = 100;

/** The value of a header, the first where it came more than once. */
export function firstOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : header?.[0];
}

/**
 * Gives the body to `done`, or `undefined` when it is too long. A sender that goes away in the
 * middle is forgotten.
 */
export function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers;
  if (length === "0" && chunked === undefined) {
    done("");
    return;
  }
  const chunks: Buffer[] = [];
  let read = 0;
  request.on("data", (chunk: Buffer) => {
    read += chunk.byteLength;
    if (read <= bodyBytesMax) chunks.push(chunk);
  });
  request.on("end", () => {
    const [first] = chunks;
    const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    done(read > bodyBytesMax ? undefined : bytes.toString("utf8"));
  });
  request.on("error", () => {});
}

/** Why the headers alone are a reason to refuse. */
export function headerFault({
  rawHeaders,
  headers,
  httpVersion,
}: IncomingMessage): Refusal | undefined {
  if (rawHeaders.length > 2 * headersMax) {
    const what = `the request has more than ${headersMax} headers.`;
    return new Refusal("TOO_MANY_PARAMETERS", what, { status: 431 });
  }
  // Refused here and not by the server, which would answer without the envelope.
  if (headers.host !== undefined || httpVersion === "1.0") return undefined;
  return new Refusal("UNKNOWN_ERROR", "the request has no Host header.");
}
