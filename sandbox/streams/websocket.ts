/** A WebSocket without a port: the standard interface, connected to a sandbox in this process. */

import { inboundBytesMax } from "../defaults.ts";
import { openSession, type Session, type StreamHost, type Transport } from "./session.ts";

/** Address of clients in the same process. */
export const localAddress = "127.0.0.1";

/** A class like the platform's `WebSocket`, whose instances all connect to one sandbox. */
export function createWebSocketClass(host: StreamHost): typeof WebSocket {
  return class SandboxWebSocket extends InProcessWebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(host, url, protocols);
    }
  };
}

const eventTypes = ["open", "message", "error", "close"] as const;

/**
 * One connection. Events are dispatched later and in order, as on a network, but after promises
 * only and never after time, so every run goes the same way.
 */
class InProcessWebSocket extends EventTarget implements WebSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly url: string;
  readonly protocol: string = "";
  readonly extensions: string = "";
  binaryType: BinaryType = "blob";
  onopen: WebSocket["onopen"] = null;
  onmessage: WebSocket["onmessage"] = null;
  onerror: WebSocket["onerror"] = null;
  onclose: WebSocket["onclose"] = null;
  readonly #host: StreamHost;
  #readyState: 0 | 1 | 2 | 3 = 0;
  #bufferedAmount = 0;
  #session: Session | undefined;

  constructor(host: StreamHost, url: string | URL, protocols?: string | string[]) {
    super();
    this.#host = host;
    this.url = socketUrl(url, [protocols ?? []].flat());
    for (const type of eventTypes) {
      this.addEventListener(type, (event) => {
        const handler = this[`on${type}`] as ((event: Event) => unknown) | null;
        handler?.call(this, event);
      });
    }
    queueMicrotask(() => this.#open());
  }

  get readyState(): 0 | 1 | 2 | 3 {
    return this.#readyState;
  }

  get bufferedAmount(): number {
    return this.#bufferedAmount;
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (this.#readyState === 0) {
      throw new DOMException("The connection is not open yet.", "InvalidStateError");
    }
    const body = new Blob([data as BlobPart]);
    this.#bufferedAmount += body.size;
    if (this.#readyState !== 1) return;
    if (typeof data === "string") queueMicrotask(() => this.#receive(data, body.size));
    else void body.text().then((text) => this.#receive(text, body.size));
  }

  close(code?: number, reason = ""): void {
    checkClose(code, reason);
    if (this.#readyState >= 2) return;
    const isConnecting = this.#readyState === 0;
    this.#readyState = 2;
    queueMicrotask(() => {
      if (isConnecting) this.#fail();
      else this.#finish(code ?? noCode, reason, true);
    });
  }

  #open(): void {
    if (this.#readyState !== 0) return;
    const { pathname, search } = new URL(this.url);
    const result = this.#host.handshake(pathname + search, localAddress);
    if (result.kind === "hang") return;
    if (result.kind !== "open") return this.#fail();
    this.#readyState = 1;
    this.#session = openSession(this.#host, this.#transport(result.format), result.names);
    this.dispatchEvent(new Event("open"));
  }

  #transport(format: Transport["format"]): Transport {
    const { origin } = new URL(this.url);
    const later = (run: () => void): void => {
      queueMicrotask(() => {
        if (this.#readyState === 1) run();
      });
    };
    return {
      format,
      send: (message) =>
        later(() => {
          const data = message.isBinary === true ? this.#binary(message.bytes()) : message.text;
          this.dispatchEvent(new MessageEvent("message", { data, origin }));
        }),
      ping: (payload) => later(() => this.#session?.pong(payload)),
      close: (code, reason) => later(() => this.#finish(code, reason, true)),
      cut: () => later(() => this.#fail()),
    };
  }

  #binary(bytes: Uint8Array): Blob | ArrayBuffer {
    const { buffer } = new Uint8Array(bytes);
    return this.binaryType === "blob" ? new Blob([buffer]) : buffer;
  }

  /** The exchange receives what was sent. */
  #receive(text: string, size: number): void {
    this.#bufferedAmount -= size;
    if (this.#readyState === 3) return;
    if (size > inboundBytesMax) this.#finish(tooBig, "", true);
    else this.#session?.message(text);
  }

  #fail(): void {
    this.dispatchEvent(new Event("error"));
    this.#finish(abnormal, "", false);
  }

  #finish(code: number, reason: string, wasClean: boolean): void {
    if (this.#readyState === 3) return;
    this.#readyState = 3;
    this.#session?.ended();
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason, wasClean }));
  }
}

const noCode = 1005;
const abnormal = 1006;
const tooBig = 1009;

const schemes: Readonly<Record<string, string>> = { "http:": "ws:", "https:": "wss:" };

/** The address as the standard writes it; throws a `SyntaxError` DOMException for a bad one. */
function socketUrl(url: string | URL, protocols: readonly string[]): string {
  const parsed = URL.parse(String(url));
  if (parsed === null || parsed.hash !== "") throw syntaxError("The address is none of a socket.");
  parsed.protocol = schemes[parsed.protocol] ?? parsed.protocol;
  if (!/^wss?:$/.test(parsed.protocol)) throw syntaxError("The address must begin with ws or wss.");
  if (new Set(protocols).size < protocols.length) throw syntaxError("A protocol comes twice.");
  return parsed.href;
}

/** Throws a DOMException for a close code or reason that the standard does not allow. */
function checkClose(code: number | undefined, reason: string): void {
  if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) {
    throw new DOMException("The code must be 1000 or from 3000 to 4999.", "InvalidAccessError");
  }
  if (new TextEncoder().encode(reason).byteLength > 123) {
    throw syntaxError("The reason is longer than 123 bytes.");
  }
}

function syntaxError(text: string): DOMException {
  return new DOMException(text, "SyntaxError");
}
