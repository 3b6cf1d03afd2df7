/** Sockets that a test drives by hand: it opens them, sends for the server, and closes them. */

export class FakeSocket {
  binaryType = "";
  readonly url: string;
  readonly sent: string[] = [];
  readonly closes: unknown[] = [];
  readonly listeners = new Map<string, (event: object) => void>();

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, listener);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(code?: number): void {
    this.closes.push(code);
  }

  /** An event of the network. */
  bring(type: string, event: object = {}): void {
    this.listeners.get(type)?.(event);
  }

  text(data: string): void {
    this.bring("message", { data });
  }
}

/** One of the package ws: it gives bytes and pings by events of its own, and can be terminated. */
export class FakeWsSocket extends FakeSocket {
  readonly handlers = new Map<string, (data: Uint8Array, isBinary: boolean) => void>();

  on(type: string, handle: (data: Uint8Array, isBinary: boolean) => void): void {
    this.handlers.set(type, handle);
  }

  ping(): void {
    this.handlers.get("ping")?.(new Uint8Array(), false);
  }

  terminate(): void {
    this.closes.push("terminated");
  }
}

/** A class for the option WebSocket, and the sockets that were made of it. */
export function fakeSockets(isWs = false) {
  const sockets: FakeSocket[] = [];
  const WebSocket = class extends (isWs ? FakeWsSocket : FakeSocket) {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  };
  return { WebSocket, sockets };
}
