/** A WebSocket without a port: the standard interface, with the sandbox at the other end. */

import { inboundBytesMax } from "../choices.ts";
import type { AnyOpening } from "../faults/openings.ts";
import type { Venue } from "../venue.ts";
import type { Hub } from "./hub.ts";
import { openSession, type Session, type Wire } from "./session.ts";
import { checkClose, socketUrl } from "./socket-checks.ts";

/** What stands behind each socket. */
export interface SocketHost {
  readonly venue: Venue;
  readonly hub: Hub;
  /** What becomes of a wish to open a connection with this path and query. */
  readonly open: (target: string) => AnyOpening;
}

const eventTypes = ["open", "message", "error", "close"] as const;

/**
 * A class as the platform's `WebSocket`, whose instances all talk to one sandbox; the host in the
 * address does not matter. Everything comes later and in order, as on a network, but needs
 * promises alone and no time, so it goes the same way each time.
 */
export function createWebSocketClass(host: SocketHost): typeof WebSocket {
  return class SandboxWebSocket extends EventTarget implements WebSocket {
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
    #readyState: 0 | 1 | 2 | 3 = 0;
    #bufferedAmount = 0;
    #session: Session | undefined;

    constructor(url: string | URL, protocols?: string | string[]) {
      super();
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
      if (typeof data === "string") queueMicrotask(() => this.#arrive(data, body.size));
      else void body.text().then((text) => this.#arrive(text, body.size));
    }

    close(code?: number, reason = ""): void {
      checkClose(code, reason);
      if (this.#readyState >= 2) return;
      const failed = this.#readyState === 0;
      this.#readyState = 2;
      queueMicrotask(() => {
        if (failed) this.#fail();
        else this.#finish(code ?? noCode, reason, true);
      });
    }

    #open(): void {
      if (this.#readyState !== 0) return;
      const { pathname, search } = new URL(this.url);
      const opening = host.open(pathname + search);
      if (opening.kind === "hang") return;
      if (opening.kind !== "open") return this.#fail();
      this.#readyState = 1;
      this.#session = openSession(host, this.#wire(opening.form), opening.names);
      this.dispatchEvent(new Event("open"));
    }

    #wire(form: Wire["form"]): Wire {
      const { origin } = new URL(this.url);
      const later = (run: () => void): void => {
        queueMicrotask(() => {
          if (this.#readyState === 1) run();
        });
      };
      return {
        form,
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

    /** What was sent has come to the exchange. */
    #arrive(text: string, size: number): void {
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
  };
}

const noCode = 1005;
const abnormal = 1006;
const tooBig = 1009;
