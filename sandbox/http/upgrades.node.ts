/** Which requests change the protocol of their connection. */

import { IncomingMessage } from "node:http";

/**
 * A request whose `upgrade` is only true where it opens a WebSocket, or a tunnel. Java's client and
 * `curl --http2` offer h2c with every request; the offer is ignored, as RFC 9110 allows. Node asks
 * this property; its option `shouldUpgradeCallback` does the same from Node 24 on.
 */
export class UpgradableRequest extends IncomingMessage {
  /** What the parser found: an `Upgrade` that `Connection` names, or the method CONNECT. */
  private isOffered: unknown;

  get upgrade(): boolean {
    if (this.isOffered !== true) return false;
    return this.method === "CONNECT" || this.headers.upgrade?.toLowerCase() === "websocket";
  }

  set upgrade(isOffered: unknown) {
    this.isOffered = isOffered;
  }
}
