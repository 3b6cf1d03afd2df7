/** Texts of the wire log, cut at a maximum length. */

import type { Body } from "./entries.ts";

/** Longest text kept per entry, in characters. */
export const bodyLengthMax = 256 * 1024;

/** A body, with the error of reading it. */
export interface ReadBody extends Body {
  /** Why it ended early. */
  readonly failure?: string;
}

/** Reads a copy of a body that its client also reads; never rejects. */
export async function readBody(stream: ReadableStream<Uint8Array> | null): Promise<ReadBody> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    const reader = stream?.getReader();
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      text += decoder.decode(next.value, { stream: true });
    }
    return cutText(text + decoder.decode());
  } catch (error) {
    return { ...cutText(text), failure: failureText(error) };
  }
}

/** The start of a text. */
function cutText(text: string): Body {
  const bytes = new TextEncoder().encode(text).byteLength;
  const isCut = text.length > bodyLengthMax;
  return { text: isCut ? text.slice(0, bodyLengthMax) : text, bytes, isCut };
}

/** A platform error on one line; contains no secret. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { readonly cause?: unknown };
  const inner = cause instanceof Error ? ` (${cause.message})` : "";
  return `${error.name}: ${error.message}${inner}`;
}
