/** Reads the body of an answer: bounded, and as strict UTF-8. */

/** The whole text, or why there is none and how the body starts. */
export type BodyText =
  | ReadText
  | { readonly kind: "fault"; readonly reason: string; readonly start: string };

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
  const collect = response[collectBody];
  const told = collect === undefined ? lengthOf(response) : Infinity;
  let read: ReadText;
  if (collect !== undefined) read = await collect.call(response, bytesMax);
  // Several times as fast as a stream.
  else if (told <= bytesMax) read = { kind: "text", text: await response.text(), bytes: told };
  else read = await readStream(response, bytesMax);
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

/** The length that is told, where no header can be hidden that would tell of packing. */
function lengthOf({ type, headers }: Response): number {
  const isPlain = type === "basic" && !headers.has("content-encoding");
  return isPlain ? Number(headers.get("content-length") ?? Infinity) : Infinity;
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
