/** The server of the stream measurement, in a process of its own; see `streams.ts`. */

import { createHash } from "node:crypto";
import { createServer } from "node:net";

/** What the process says first. */
export interface Ready {
  readonly port: number;
  /** Names of the streams that it sends, whatever is asked for. */
  readonly names: readonly string[];
}

/** How many messages each connection gets, as fast as it takes them. */
export const messages = 100_000;

/** Symbols; each has two streams. */
const symbols = Array.from({ length: 60 }, (_, index) => {
  const letters = String.fromCharCode(65 + (index % 26), 65 + ((index * 7) % 26));
  return `${letters}${index > 25 ? index : ""}USDT`;
});
const distinct = 5_000;

if (process.send !== undefined) serve();

function serve(): void {
  const all = Buffer.concat(Array.from({ length: distinct }, (_, index) => frame(message(index))));
  const chunks: Buffer[] = [];
  for (let at = 0; at < all.length; at += 65_536) chunks.push(all.subarray(at, at + 65_536));
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (request) => {
      const [, key = ""] = /sec-websocket-key: (.*)\r/i.exec(request.toString()) ?? [];
      socket.write(upgrade(key));
      // What the client asks for after that is not read, only taken.
      socket.resume();
      let rounds = 0;
      let next = 0;
      const send = (): void => {
        while (rounds < messages / distinct) {
          const chunk = chunks[next] ?? Buffer.alloc(0);
          next = (next + 1) % chunks.length;
          if (next === 0) rounds += 1;
          if (!socket.write(chunk)) return void socket.once("drain", send);
        }
      };
      send();
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const names = symbols.flatMap((symbol) =>
      ["trade", "bookTicker"].map((kind) => name(symbol, kind)),
    );
    process.send?.({ port, names } satisfies Ready);
  });
  process.on("disconnect", () => process.exit());
}

function name(symbol: string, kind: string): string {
  return `${symbol.toLowerCase()}@${kind}`;
}

/** Trades and best prices in turn, about 150 bytes of data, prices with eight places. */
function message(index: number): string {
  const s = symbols[Math.floor((index * 7919) / 2) % symbols.length] ?? "";
  const price = (away: number): string => (60_000 + ((index * 37) % 9_973) / 100 + away).toFixed(8);
  const amount = (salt: number): string => (((index * salt) % 99_991) / 1e4).toFixed(8);
  const id = 3_000_000_000 + index;
  if (index % 2 === 0) {
    const data = { u: 9 * id, s, b: price(0), B: amount(31), a: price(0.01), A: amount(53) };
    return JSON.stringify({ stream: name(s, "bookTicker"), data });
  }
  const T = 1_700_000_000_000 + index;
  const [b, a, m] = [20 * id, 20 * id + 3, index % 3 === 0];
  const data = { e: "trade", E: T + 1, s, t: id, p: price(0), q: amount(17), b, a, T, m, M: true };
  return JSON.stringify({ stream: name(s, "trade"), data });
}

/** An unmasked text frame. */
function frame(text: string): Buffer {
  const { length } = Buffer.from(text);
  const head = length < 126 ? [0x81, length] : [0x81, 126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), Buffer.from(text)]);
}

function upgrade(key: string): string {
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  return [
    "HTTP/1.1 101 Switching Protocols",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Accept: ${accept.digest("base64")}`,
    "\r\n",
  ].join("\r\n");
}
