/** An HTTP proxy with CONNECT, as companies run one. */

import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";

export interface ConnectProxy {
  readonly url: string;
  /** Where the requests that went through tunnels led to: host and path. */
  readonly requested: Set<string>;
  readonly close: () => void;
}

export async function startConnectProxy(): Promise<ConnectProxy> {
  const requested = new Set<string>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on("connect", ({ url = "" }, socket, head) => {
    socket.once("data", (bytes: Buffer) => {
      const [, path = ""] = bytes.toString("latin1").split(/[ ?]/u, 2);
      requested.add(url + path);
    });
    const [, host = "", port] = /^(.+):(\d+)$/.exec(url) ?? [];
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("error", () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requested, close: () => void server.close() };
}
