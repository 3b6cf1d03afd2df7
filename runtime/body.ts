/** Reads the body of an answer: bounded, and as strict UTF-8. */

import { redactedLengthMax } from "./redact.ts";

/** The whole text, or why there is none and how the body starts. */
export type BodyText =
  | { readonly kind: "text"; readonly text: string; readonly bytes: number }
  | { readonly kind: "fault"; readonly reason: string; readonly start: string };

/**
 * Reads at most `bytesMax` bytes after decompression and stops the transfer at the first byte
 * beyond. Rejects as the transport does when the connection fails on the way.
 */
export async function readBody(response: Response, bytesMax: number): Promise<BodyText> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) {
      break;
    }
    chunks.push(part.value);
    bytes += part.value.byteLength;
    if (bytes > bytesMax) {
      reader?.cancel().catch(ignore);
      const reason = `is longer than ${bytesMax} bytes; raise answerBytesMax if that is right`;
      return { kind: "fault", reason, start: startOf(chunks) };
    }
  }
  try {
    return { kind: "text", text: strict.decode(join(chunks, bytes)), bytes };
  } catch {
    return { kind: "fault", reason: "is not UTF-8", start: startOf(chunks) };
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
