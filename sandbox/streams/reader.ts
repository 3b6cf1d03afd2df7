/** What goes to those who read streams, and the one place where it goes. */

/** One message, written once for all who read it in the same form. */
export interface Message {
  /** The stream it belongs to; empty for the answer to a control message. */
  readonly stream: string;
  readonly text: string;
  /** The text in UTF-8, for those who carry bytes. */
  readonly bytes: () => Uint8Array;
  /** Sent as a binary message, which no exchange does that is well. */
  readonly isBinary?: boolean;
}

/** Whether messages come bare, or with the name of their stream around them. */
export type StreamForm = "raw" | "combined";

/** The exchange's end of one connection, whatever carries it. */
export interface Reader {
  readonly form: StreamForm;
  /** Sends a message behind those that were sent before. */
  readonly send: (message: Message) => void;
  /** Ends the connection with the good-bye that WebSocket knows. */
  readonly close: (code: number, reason: string) => void;
  /** Ends it without a word; what was not read yet is lost. */
  readonly cut: () => void;
}

/** Brings a message of a stream to one who has subscribed to it. */
export type Deliver = (message: Message, reader: Reader) => void;

/** Every message once, at once, in the order in which things happened. */
export const deliverAtOnce: Deliver = (message, reader) => reader.send(message);

const encoder = new TextEncoder();

/** A text as a message; its bytes are made when the first reader asks for them. */
export function messageOf(stream: string, text: string): Message {
  let bytes: Uint8Array | undefined;
  return { stream, text, bytes: () => (bytes ??= encoder.encode(text)) };
}
