/** Decides which requests upgrade their connection. */

/** Not imported, or Node would load `fetch` and its WebSocket with it: a tenth of the start. */
export const http = process.getBuiltinModule("node:http");

/**
 * A request whose `upgrade` is true only for a WebSocket or a tunnel. Java's client and `curl
 * --http2` offer h2c with every request; ignoring the offer is allowed by RFC 9110. Node reads this
 * property; its option `shouldUpgradeCallback` does the same from Node 24 on.
 */
export class UpgradableRequest extends http.IncomingMessage {
  /** What the parser found: an `Upgrade` listed in `Connection`, or the method CONNECT. */
  private isOffered: unknown;

  get upgrade(): boolean {
    if (this.isOffered !== true) return false;
    return this.method === "CONNECT" || this.headers.upgrade?.toLowerCase() === "websocket";
  }

  set upgrade(isOffered: unknown) {
    this.isOffered = isOffered;
  }
}
