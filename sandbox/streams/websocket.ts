/** A WebSocket class without a network, connected to a server in this process. */

import { inboundBytesMax } from "../defaults.ts";
import type { Connection, StreamHost } from "./connection.ts";
import type { Message } from "./hub.ts";

export const localAddress = "127.0.0.1";

/** A class like the platform's `WebSocket`, connected to one sandbox. */
export function createWebSocketClass(host: StreamHost): typeof WebSocket {
  return createSocketClass((target) => {
    const result = host.handshake(target, localAddress);
    if (result.kind === "hang") return "hang";
    if (result.kind !== "open") return { refused: undefined };
    const { format, names } = result;
    return ({ deliver, ...transport }) => {
      const send = (message: Message): void =>
        deliver(message.isBinary === true ? message.bytes() : message.text);
      return host.open({ ...transport, format, send }, names, localAddress);
    };
  });
}

/** A class like the platform's `WebSocket`, connected to one server. */
export function createSocketClass(connect: Connect): typeof WebSocket {
  return class extends InProcessWebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(connect, url, protocols);
    }
  };
}

/** Opens a path and query: a connection, a refusal with an optional reason, or no response. */
type Connect = (
  target: string,
) => OpenConnection | { readonly refused: string | undefined } | "hang";

type OpenConnection = (
  transport: ServerSide,
) => Pick<Connection, "message" | "ended"> & Partial<Pick<Connection, "pong">>;

/** The server's side of a connection. */
interface ServerSide {
  readonly deliver: (data: string | Uint8Array) => void;
  readonly ping: (payload: string) => void;
  readonly close: (code: number, reason: string) => void;
  readonly cut: () => void;
}

const eventTypes = ["open", "message", "error", "close"] as const;

/**
 * One connection. Events are dispatched asynchronously and in order, as on a network, but through
 * promises only and never after a delay, so that runs are reproducible.
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
  readonly #connect: Connect;
  #readyState: 0 | 1 | 2 | 3 = 0;
  #bufferedAmount = 0;
  #connection: ReturnType<OpenConnection> | undefined;

  constructor(connect: Connect, url: string | URL, protocols?: string | string[]) {
    super();
    this.#connect = connect;
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
      else this.#finish(code ?? noCode, reason);
    });
  }

  #open(): void {
    if (this.#readyState !== 0) return;
    const { pathname, search } = new URL(this.url);
    const opening = this.#connect(pathname + search);
    if (opening === "hang") return;
    if (typeof opening !== "function") return this.#fail(opening.refused);
    this.#readyState = 1;
    this.#connection = opening(this.#serverSide());
    this.dispatchEvent(new Event("open"));
  }

  #serverSide(): ServerSide {
    const { origin } = new URL(this.url);
    const later = (run: () => void): void => {
      queueMicrotask(() => {
        if (this.#readyState === 1) run();
      });
    };
    return {
      deliver: (given) =>
        later(() => {
          const data = typeof given === "string" ? given : this.#binary(given);
          this.dispatchEvent(new MessageEvent("message", { data, origin }));
        }),
      ping: (payload) => later(() => this.#connection?.pong?.(payload)),
      close: (code, reason) => later(() => this.#finish(code, reason)),
      cut: () => later(() => this.#fail()),
    };
  }

  #binary(bytes: Uint8Array): Blob | ArrayBuffer {
    const { buffer } = new Uint8Array(bytes);
    return this.binaryType === "blob" ? new Blob([buffer]) : buffer;
  }

  /** Passes a client's message to the exchange. */
  #receive(text: string, size: number): void {
    this.#bufferedAmount -= size;
    if (this.#readyState === 3) return;
    if (size > inboundBytesMax) this.#finish(tooBig, "");
    else this.#connection?.message(text);
  }

  #fail(message?: string): void {
    this.dispatchEvent(Object.assign(new Event("error"), message && { message }));
    this.#finish(abnormal, "");
  }

  #finish(code: number, reason: string): void {
    if (this.#readyState === 3) return;
    this.#readyState = 3;
    this.#connection?.ended();
    const details = { code, reason, wasClean: code !== abnormal };
    this.dispatchEvent(Object.assign(new Event("close"), details));
  }
}

const noCode = 1005;
const abnormal = 1006;
const tooBig = 1009;

const schemes: Readonly<Record<string, string>> = { "http:": "ws:", "https:": "wss:" };

/** The normalized address; throws a `SyntaxError` DOMException for an invalid one. */
function socketUrl(url: string | URL, protocols: readonly string[]): string {
  const parsed = URL.parse(String(url));
  if (parsed === null || parsed.hash !== "")
    throw syntaxError("The address is not a WebSocket address.");
  parsed.protocol = schemes[parsed.protocol] ?? parsed.protocol;
  if (!/^wss?:$/.test(parsed.protocol)) throw syntaxError("The address must begin with ws or wss.");
  if (new Set(protocols).size < protocols.length) throw syntaxError("A protocol is listed twice.");
  return parsed.href;
}

/** Throws a DOMException for a close code or reason that the standard forbids. */
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
