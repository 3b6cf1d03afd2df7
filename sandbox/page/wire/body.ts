/** Reads what a response brings beside its reader, up to a length. */

import type { Body } from "./entries.ts";

/** Longest text of one entry that is kept, in bytes. */
export const bodyBytesMax = 256 * 1024;

/** How a body ended. */
export interface ReadBody extends Body {
  /** Why it ended early. */
  readonly failure?: string;
}

/** Reads a copy of a body; never rejects. */
export async function readBody(stream: ReadableStream<Uint8Array> | null): Promise<ReadBody> {
  const decoder = new TextDecoder();
  let [text, bytes, isCut] = ["", 0, false];
  try {
    const reader = stream?.getReader();
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) break;
      bytes += next.value.byteLength;
      isCut = bytes > bodyBytesMax;
      const room = next.value.byteLength - Math.max(bytes - bodyBytesMax, 0);
      text += decoder.decode(next.value.subarray(0, room), { stream: !isCut });
      if (isCut) {
        reader?.cancel().catch(() => undefined);
        break;
      }
    }
  } catch (error) {
    return { text, bytes, isCut, failure: failureText(error) };
  }
  return { text: text + (isCut ? "" : decoder.decode()), bytes, isCut };
}

/** The start of a text. */
export function cutText(text: string): Body {
  const bytes = new TextEncoder().encode(text).byteLength;
  const isCut = text.length > bodyBytesMax;
  return { text: isCut ? text.slice(0, bodyBytesMax) : text, bytes, isCut };
}

/** An error of the platform in one line; it holds no secret. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { readonly cause?: unknown };
  const inner = cause instanceof Error ? ` (${cause.message})` : "";
  return `${error.name}: ${error.message}${inner}`;
}
