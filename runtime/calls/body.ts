/** Reads the body of an answer: bounded, and as strict UTF-8. */

/** The whole text, or why there is none and how the body starts. */
export type BodyText =
  ReadText | { readonly kind: "fault"; readonly reason: string; readonly start: string };

/** A text, and the length of the body that it came in. */
export interface ReadText {
  readonly kind: "text";
  readonly text: string;
  readonly bytes: number;
}

/** Name under which a transport of ours hands over a body without making a stream of it. */
export const collectBody = Symbol("collectBody");

/** A response of such a transport. */
export interface Collectable {
  /**
   * Reads until the end, or until more than so many bytes have come; what is no UTF-8 is replaced.
   * Rejects when the connection fails on the way.
   */
  readonly [collectBody]: (bytesMax: number) => Promise<ReadText>;
}

/**
 * Reads at most `bytesMax` bytes after decompression and stops the transfer at the first byte
 * beyond. Rejects as the transport does when the connection fails on the way.
 */
export async function readBody(
  response: Response & Partial<Collectable>,
  bytesMax: number,
): Promise<BodyText> {
  const read = await readText(response, bytesMax);
  const { text, bytes } = read;
  if (bytes > bytesMax) {
    const reason = `is longer than ${bytesMax} bytes; raise answerBytesMax if that is right`;
    return { kind: "fault", reason, start: text };
  }
  // What stands in place of ill-formed bytes can have been sent as well; its length tells.
  return text.includes("\ufffd") && new TextEncoder().encode(text).length !== bytes
    ? { kind: "fault", reason: "is not UTF-8", start: text }
    : read;
}

function readText(response: Response & Partial<Collectable>, bytesMax: number): Promise<ReadText> {
  if (response[collectBody] !== undefined) return response[collectBody](bytesMax);
  return isSurelyShort(response, bytesMax) ? readWhole(response) : readStream(response, bytesMax);
}

/** Its length is told, and no header that would tell of packing can be hidden. */
function isSurelyShort({ type, headers }: Response, bytesMax: number): boolean {
  const isTold = Number(headers.get("content-length") ?? Infinity) <= bytesMax;
  return isTold && type === "basic" && !headers.has("content-encoding");
}

/** Several times as fast as a stream. */
async function readWhole(response: Response): Promise<ReadText> {
  const text = await response.text();
  return { kind: "text", text, bytes: Number(response.headers.get("content-length")) };
}

async function readStream(response: Response, bytesMax: number): Promise<ReadText> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) {
      return { kind: "text", text: text + decoder.decode(), bytes };
    }
    text += decoder.decode(part.value, { stream: true });
    bytes += part.value.byteLength;
    if (bytes > bytesMax) {
      // The transfer is given up; how it ends tells nothing more.
      reader?.cancel().catch(() => undefined);
      return { kind: "text", text, bytes };
    }
  }
}
