/** What the sandbox sends over one stream connection, whatever transports it. */

/** One message, encoded once for all who receive it in the same format. */
export interface Message {
  /** The stream it belongs to; empty for the response to a control message. */
  readonly stream: string;
  readonly text: string;
  /** The text in UTF-8, for transports that send bytes. */
  readonly bytes: () => Uint8Array;
  /** Sent as a binary message, which only an injected fault does. */
  readonly isBinary?: boolean;
}

/** Whether messages come bare, or wrapped with the name of their stream. */
export type MessageFormat = "raw" | "combined";

/** The exchange's end of one connection. */
export interface Subscriber {
  readonly format: MessageFormat;
  /** Sends a message after those that were sent before. */
  readonly send: (message: Message) => void;
  /** Closes the connection with a WebSocket close frame. */
  readonly close: (code: number, reason: string) => void;
  /** Closes it without a close frame; messages that were not read yet are lost. */
  readonly cut: () => void;
}

/** Delivers a message of a stream to one of its subscribers. */
export type Deliver = (message: Message, subscriber: Subscriber) => void;

/** Delivers every message once, at once and in order. */
export const deliverNow: Deliver = (message, subscriber) => subscriber.send(message);

const encoder = new TextEncoder();

/** A text as a message; its bytes are encoded when the first subscriber needs them. */
export function messageOf(stream: string, text: string): Message {
  let bytes: Uint8Array | undefined;
  return { stream, text, bytes: () => (bytes ??= encoder.encode(text)) };
}
