/**
 * A WebSocket client for Node that hands over messages where they came to lie, without copying
 * them, making objects or events for each: `createStreams({ url, WebSocket: NodeSocket })`. It
 * speaks as much of the protocol as streams need: text messages, no extensions.
 * @see https://www.rfc-editor.org/rfc/rfc6455
 */

import { createHash, randomBytes } from "node:crypto";
import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { Duplex } from "node:stream";

import type { PartsSocket } from "./socket.ts";
import { FrameCutter, opcodes } from "./socket-frames.node.ts";

/** A socket of the platform's interface, as far as the stream client uses it. */
export class NodeSocket implements PartsSocket {
  binaryType = "arraybuffer";
  heardBytes: PartsSocket["heardBytes"];
  readonly #listeners = new Map<string, ((event: object) => void)[]>();
  readonly #key = randomBytes(16).toString("base64");
  readonly #cutter: FrameCutter;
  #request: ClientRequest | undefined;
  #duplex: Duplex | undefined;
  /** What the peer said at the end; 1006 where it said nothing. */
  #code = 1006;
  #reason = "";
  #isClosing = false;

  /** @throws TypeError for an address that is none. */
  constructor(url: string) {
    const address = new URL(url);
    const isSecure = address.protocol === "wss:";
    if (!isSecure && address.protocol !== "ws:")
      throw new TypeError("The address is no WebSocket.");
    address.protocol = isSecure ? "https:" : "http:";
    this.#cutter = new FrameCutter({
      text: (bytes, start, end) => this.heardBytes?.(bytes, start, end),
      binary: () => this.#tell("message", { data: undefined }),
      control: (opcode, bytes) => this.#control(opcode, bytes),
      fault: (code) => this.#fault(code),
    });
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": this.#key,
    };
    const request = (isSecure ? requestSecure : requestPlain)(address, { headers, agent: false });
    this.#request = request;
    request.on("upgrade", (answer, duplex, head) => this.#open(answer, duplex, head));
    request.on("response", (answer) => {
      answer.resume();
      request.destroy(new Error(`Unexpected server response: ${answer.statusCode}`));
    });
    request.on("error", (error) => this.#end(error.message));
    request.end();
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    const all = this.#listeners.get(type);
    if (all === undefined) this.#listeners.set(type, [listener]);
    else all.push(listener);
  }

  /** @throws Error before it opened. */
  send(text: string): void {
    if (this.#duplex === undefined) throw new Error("The socket is not open.");
    if (!this.#isClosing) this.#write(opcodes.text, Buffer.from(text));
  }

  close(code = 1000, reason = ""): void {
    if (this.#duplex === undefined) {
      this.#request?.destroy(new Error("The socket was closed before it opened."));
    } else {
      this.#leave(code, Buffer.from(reason));
    }
  }

  /** Ends at once: a dead peer answers no good-bye. */
  terminate(): void {
    this.#request?.destroy();
    this.#duplex?.destroy();
  }

  #open(answer: IncomingMessage, duplex: Duplex, head: Uint8Array): void {
    this.#request = undefined;
    this.#duplex = duplex;
    duplex.on("error", () => duplex.destroy());
    duplex.on("close", () => this.#end(undefined));
    const wanted = createHash("sha1").update(`${this.#key}${protocolId}`).digest("base64");
    if (answer.headers["sec-websocket-accept"] !== wanted) {
      duplex.destroy();
      return;
    }
    if ("setNoDelay" in duplex && typeof duplex.setNoDelay === "function") duplex.setNoDelay(true);
    this.#tell("open", {});
    duplex.on("end", () => duplex.end());
    duplex.on("data", (chunk: Buffer) => this.#cutter.take(chunk));
    if (head.length > 0) this.#cutter.take(head);
  }

  #control(opcode: number, payload: Uint8Array): void {
    if (opcode === opcodes.ping) {
      if (!this.#isClosing) this.#write(opcodes.pong, payload);
      this.#tell("ping", {});
    } else if (opcode === opcodes.close) {
      const [high, low] = payload;
      this.#code = high === undefined || low === undefined ? 1005 : high * 256 + low;
      this.#reason = Buffer.from(payload.subarray(2)).toString();
      this.#leave(this.#code === 1005 ? undefined : this.#code, new Uint8Array());
      this.#duplex?.end();
    }
  }

  #fault(code: number): void {
    this.#leave(code, new Uint8Array());
    this.#duplex?.destroy();
  }

  #leave(code: number | undefined, reason: Uint8Array): void {
    if (this.#isClosing) return;
    const bytes = code === undefined ? [] : [code >> 8, code & 255, ...reason.subarray(0, 123)];
    this.#write(opcodes.close, Uint8Array.from(bytes));
    this.#isClosing = true;
    const timer = setTimeout(() => this.#duplex?.destroy(), goodByeMs);
    this.#duplex?.once("close", () => clearTimeout(timer));
  }

  /** Messages of a client are masked. */
  #write(opcode: number, payload: Uint8Array): void {
    const { length } = payload;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
    if (head.length === 4) head.writeUInt16BE(length, 2);
    else if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
    const mask = randomBytes(4);
    const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    this.#duplex?.write(Buffer.concat([head, mask, masked]));
  }

  #end(fault: string | undefined): void {
    if (fault !== undefined) this.#tell("error", { message: fault });
    this.#tell("close", { code: this.#code, reason: this.#reason });
    this.#listeners.clear();
  }

  #tell(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }
}

/** The fixed text of the protocol that proves that the server speaks it. */
const protocolId = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** How long a peer has to answer a good-bye. */
const goodByeMs = 5_000;
