/** Texts of the wire, kept up to a length. */

import type { Body } from "./entries.ts";

/** Longest text of one entry that is kept, in characters. */
export const bodyLengthMax = 256 * 1024;

/** How a body ended. */
export interface ReadBody extends Body {
  /** Why it ended early. */
  readonly failure?: string;
}

/** Reads a copy of a body, which its client reads as a whole too; never rejects. */
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
export function cutText(text: string): Body {
  const bytes = new TextEncoder().encode(text).byteLength;
  const isCut = text.length > bodyLengthMax;
  return { text: isCut ? text.slice(0, bodyLengthMax) : text, bytes, isCut };
}

/** An error of the platform in one line; it holds no secret. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { readonly cause?: unknown };
  const inner = cause instanceof Error ? ` (${cause.message})` : "";
  return `${error.name}: ${error.message}${inner}`;
}
