/** Cuts what a WebSocket server sends into messages, without copying what came in one piece. */

/** Kinds of frames. */
export const opcodes = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** What is found. */
export interface FrameTaker {
  readonly text: (bytes: Uint8Array, start: number, end: number) => void;
  readonly binary: () => void;
  readonly control: (opcode: number, payload: Uint8Array) => void;
  /** The server breaks the protocol, or says too much: a close code; nothing comes after it. */
  readonly fault: (code: number) => void;
}

/** The longest message, in bytes. */
const lengthMax = 16 * 1024 * 1024;

const codeBroken = 1002;
const codeTooBig = 1009;

/** Takes pieces as they come. */
export class FrameCutter {
  readonly #taker: FrameTaker;
  /** Pieces of a frame that has not come whole. */
  #pieces: Uint8Array[] = [];
  #held = 0;
  /** How many bytes there must be before it is worth looking. */
  #wanted = 2;
  /** Frames of a message that comes in several. */
  #parts: Uint8Array[] = [];
  #partsLength = 0;
  #isText = true;
  #isOver = false;

  constructor(taker: FrameTaker) {
    this.#taker = taker;
  }

  /** Takes a piece, and tells of every frame that is whole now. */
  take(piece: Uint8Array): void {
    let from = 0;
    // Only a frame that came in two pieces is put together, as little as there is to it.
    while (this.#held > 0 && !this.#isOver) {
      const part = piece.subarray(from, from + this.#wanted - this.#held);
      this.#pieces.push(part);
      this.#held += part.length;
      from += part.length;
      if (this.#held < this.#wanted) return;
      const whole = joined(this.#pieces, this.#held);
      this.#pieces = [];
      this.#held = 0;
      this.#cut(whole, 0);
    }
    if (from < piece.length) this.#cut(piece, from);
  }

  #cut(bytes: Uint8Array, from: number): void {
    const { length } = bytes;
    let at = from;
    while (at + 2 <= length && !this.#isOver) {
      const first = bytes[at] ?? 0;
      let size = bytes[at + 1] ?? 0;
      let start = at + 2;
      if (size > 125) {
        if (size > 127) return this.#fail(codeBroken);
        start = at + (size === 126 ? 4 : 10);
        if (start > length) {
          this.#wanted = start - at;
          break;
        }
        size = longSize(bytes, at + 2, start);
        if (size > lengthMax) return this.#fail(codeTooBig);
      }
      const end = start + size;
      if (end > length) {
        this.#wanted = end - at;
        break;
      }
      at = end;
      if (first === wholeText && this.#parts.length === 0) this.#taker.text(bytes, start, end);
      else this.#other(first, bytes, start, end);
    }
    if (at < length && !this.#isOver) {
      if (at + 2 > length) this.#wanted = 2;
      this.#pieces = [bytes.subarray(at)];
      this.#held = length - at;
    }
  }

  #other(first: number, bytes: Uint8Array, start: number, end: number): void {
    const opcode = first & 15;
    const isLast = first >= 128;
    const isMore = opcode === opcodes.more;
    if (opcode > 7) {
      const size = end - start;
      const isFine = opcode <= opcodes.pong && isLast && size <= 125 && (first & 0x70) === 0;
      // The code of a close has two bytes.
      if (!isFine || (opcode === opcodes.close && size === 1)) return this.#fail(codeBroken);
      return this.#taker.control(opcode, bytes.slice(start, end));
    }
    const isBroken =
      (first & 0x70) !== 0 || opcode > opcodes.binary || isMore !== this.#parts.length > 0;
    if (isBroken) return this.#fail(codeBroken);
    if (!isMore) this.#isText = opcode === opcodes.text;
    this.#parts.push(bytes.subarray(start, end));
    this.#partsLength += end - start;
    if (this.#partsLength > lengthMax || this.#parts.length > partsMax) {
      return this.#fail(codeTooBig);
    }
    if (!isLast) return;
    const whole = joined(this.#parts, this.#partsLength);
    this.#parts = [];
    this.#partsLength = 0;
    if (this.#isText) this.#taker.text(whole, 0, whole.length);
    else this.#taker.binary();
  }

  #fail(code: number): void {
    this.#isOver = true;
    this.#taker.fault(code);
  }
}

/** The first byte of a text that comes in one frame. */
const wholeText = 0x81;

/** Frames of one message at most: empty ones would cost memory for ever. */
const partsMax = 16 * 1024;

function longSize(bytes: Uint8Array, start: number, end: number): number {
  let size = 0;
  for (let at = start; at < end; at += 1) size = size * 256 + (bytes[at] ?? 0);
  return size;
}

/** Pieces in one, of the kind that Node hands over. */
function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
