/** Load over many kept connections, with as little work of its own as can be. */

import { connect } from "node:net";

/**
 * Sends all requests, given as bytes, over some connections, one at a time on each. Throws when an
 * answer has another status than 200.
 */
export async function load(
  port: number,
  requests: readonly Buffer[],
  connections: number,
): Promise<void> {
  let next = 0;
  const lines = Array.from({ length: connections }, () => {
    return new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      let left = 0;
      const send = (): void => {
        const bytes = requests[next];
        next += 1;
        if (bytes !== undefined) socket.write(bytes);
        else {
          socket.destroy();
          resolve();
        }
      };
      socket.on("connect", send);
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        if (left === 0) left = lengthOf(chunk);
        left -= chunk.length;
        if (left === 0) send();
        if (left < 0) reject(new Error("an answer is longer than it says"));
      });
    });
  });
  // A load that sleeps must be woken, which the slower server would pay for with every answer.
  let awake = true;
  const stayAwake = (): void => {
    if (awake) setImmediate(stayAwake);
  };
  stayAwake();
  await Promise.all(lines);
  awake = false;
}

const length = /content-length: (\d+)/i;

/** Bytes of an answer that begins with this chunk; its head always comes in one. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf("\r\n\r\n");
  const head = chunk.toString("latin1", 0, end);
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(chunk.toString());
  return end + 4 + Number(length.exec(head)?.[1]);
}
