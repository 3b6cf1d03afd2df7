/** Reads the body of an answer: bounded, and as strict UTF-8. */

import { redactedLengthMax } from "./redact.ts";

/** The whole text, or why there is none and how the body starts. */
export type BodyText =
  | { readonly kind: "text"; readonly text: string; readonly bytes: number }
  | { readonly kind: "fault"; readonly reason: string; readonly start: string };

/** What came of a body before it ended or became too long. */
export interface BodyChunks {
  readonly chunks: readonly Uint8Array[];
  readonly bytes: number;
  readonly isTooLong: boolean;
}

/** Name under which a transport of ours hands over a body without making a stream of it. */
export const collectBody = Symbol("collectBody");

/** A response of such a transport. */
export interface Collectable {
  /** Reads at most so many bytes; rejects when the connection fails on the way. */
  readonly [collectBody]: (bytesMax: number) => Promise<BodyChunks>;
}

/**
 * Reads at most `bytesMax` bytes after decompression and stops the transfer at the first byte
 * beyond. Rejects as the transport does when the connection fails on the way.
 */
export async function readBody(
  response: Response & Partial<Collectable>,
  bytesMax: number,
): Promise<BodyText> {
  const { chunks, bytes, isTooLong } = await readChunks(response, bytesMax);
  if (isTooLong) {
    const reason = `is longer than ${bytesMax} bytes; raise answerBytesMax if that is right`;
    return { kind: "fault", reason, start: startOf(chunks) };
  }
  try {
    return { kind: "text", text: strict.decode(join(chunks, bytes)), bytes };
  } catch {
    return { kind: "fault", reason: "is not UTF-8", start: startOf(chunks) };
  }
}

function readChunks(
  response: Response & Partial<Collectable>,
  bytesMax: number,
): Promise<BodyChunks> {
  const collect = response[collectBody];
  if (collect !== undefined) {
    return collect.call(response, bytesMax);
  }
  return isSurelyShort(response, bytesMax) ? readWhole(response) : readStream(response, bytesMax);
}

/** Its length is told, and no header that would tell of packing can be hidden. */
function isSurelyShort({ type, headers }: Response, bytesMax: number): boolean {
  const length = headers.get("content-length");
  const isTold = length !== null && Number(length) <= bytesMax;
  return isTold && type === "basic" && !headers.has("content-encoding");
}

/** Several times as fast as a stream. */
async function readWhole(response: Response): Promise<BodyChunks> {
  const chunk = new Uint8Array(await response.arrayBuffer());
  return { chunks: [chunk], bytes: chunk.byteLength, isTooLong: false };
}

async function readStream(response: Response, bytesMax: number): Promise<BodyChunks> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) {
      return { chunks, bytes, isTooLong: false };
    }
    chunks.push(part.value);
    bytes += part.value.byteLength;
    if (bytes > bytesMax) {
      reader?.cancel().catch(ignore);
      return { chunks, bytes, isTooLong: true };
    }
  }
}

/** More of a body than a redactor looks at, so that it sees where the text was cut. */
const startBytes = 4 * redactedLengthMax;

// Both leave out a byte order mark; only the first refuses ill-formed bytes.
const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

function startOf(chunks: readonly Uint8Array[]): string {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  return lenient.decode(join(chunks, bytes).subarray(0, startBytes));
}

function join(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) {
    return first;
  }
  const whole = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function ignore(): void {
  // The transfer is given up; how it ends tells nothing more.
}
