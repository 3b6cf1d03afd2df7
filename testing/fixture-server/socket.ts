/** A WebSocket class without a network, connected to recorded sessions. */

import type { StreamSocket, StreamSocketClass } from "../../runtime/streams/types.ts";
import { targetOf } from "../recordings/fields.ts";
import type { LiveSession, OpeningResult } from "./sessions.ts";

type Open = (target: string) => OpeningResult;

/** A class like the platform's WebSocket; the host in the address has no meaning. */
export function createReplaySocketClass(open: Open): StreamSocketClass {
  return class extends ReplaySocket {
    constructor(url: string) {
      super(url, open);
    }
  };
}

class ReplaySocket extends EventTarget implements StreamSocket {
  binaryType = "blob";
  #state: "opening" | "open" | "closing" | "closed" = "opening";
  #session: LiveSession | undefined;

  constructor(url: string, open: Open) {
    super();
    queueMicrotask(() => {
      if (this.#state === "opening") this.#open(open(targetOf(url)));
    });
  }

  get readyState(): number {
    return ["opening", "open", "closing", "closed"].indexOf(this.#state);
  }

  send(text: string): void {
    if (this.#state === "opening") {
      throw new DOMException("The connection is not open yet.", "InvalidStateError");
    }
    queueMicrotask(() => {
      if (this.#state === "open") this.#session?.message(text);
    });
  }

  close(code = 1005, reason = ""): void {
    if (this.#state === "closing" || this.#state === "closed") return;
    this.#state = "closing";
    queueMicrotask(() => this.#finish(code, reason));
  }

  #open(opening: OpeningResult): void {
    if (opening.kind === "refused") {
      const message = `Unexpected server response: 501. ${opening.msg}`;
      this.dispatchEvent(Object.assign(new Event("error"), { message }));
      return this.#finish(1006, "");
    }
    this.#state = "open";
    this.#session = opening.start({
      send: (text) => {
        if (this.#state !== "open") return;
        this.dispatchEvent(new MessageEvent("message", { data: text }));
      },
      close: (code, reason) => this.#finish(code, reason),
    });
    this.dispatchEvent(new Event("open"));
  }

  #finish(code: number, reason: string): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#session?.closed();
    const details = { code, reason, wasClean: code !== 1006 };
    this.dispatchEvent(Object.assign(new Event("close"), details));
  }
}
