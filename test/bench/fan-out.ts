import { connect, type Socket } from "node:net";

import type { Comparison } from "./comparison.ts";
import { startServer } from "./server-process.ts";

const most = 1000;
const messages = 100;
const hold = "at most 0.22; keeping each message for the page adds 0.1";

/** Market data to many readers: the server's own time on the processor, not the wall's. */
export const fanOut: Comparison = {
  title: `Server CPU of ${messages} trades, ten a tick, to ${most} readers`,
  rounds: 7,
  prepare: async () => {
    const servers = {
      "bare ws": await start("floor", most),
      sandbox: await start("sandbox", most),
    };
    return {
      floor: "bare ws",
      subjects: Object.entries(servers).map(([name, { run }]) => ({
        name,
        measures: "itself",
        run,
        ...(name === "sandbox" && { hold }),
      })),
      finish: () => Object.values(servers).forEach(({ finish }) => finish()),
    };
  },
};

/** What a message costs for each of more and more readers. */
export const readersGrowth: Comparison = {
  title: "Growth of a trade to a reader, server CPU by readers",
  unit: "µs",
  rounds: 15,
  warmUps: 5,
  prepare: async () => {
    const counts = [1, 10, 100, 1000];
    const servers = await Promise.all(counts.map((sockets) => start("sandbox", sockets)));
    return {
      floor: "1 reader",
      subjects: servers.map(({ run, sockets }) => ({
        name: sockets === 1 ? "1 reader" : `${sockets} readers`,
        measures: "itself",
        run: async () => (1000 * (await run())) / (messages * sockets),
        hold: "at most 1",
      })),
      finish: () => servers.forEach(({ finish }) => finish()),
    };
  },
};

async function start(kind: "floor" | "sandbox", sockets: number) {
  const { ready: port, ask, stop } = await startServer<number>("fan-out-server.ts", kind);
  let ended = 0;
  const clients: Socket[] = [];
  for (let index = 0; index < sockets; index += 1) {
    clients.push(await listen(port, () => (ended += 1)));
  }
  return {
    sockets,
    run: async (): Promise<number> => {
      ended = 0;
      const ms = await ask({ messages });
      while (ended < sockets * messages) await new Promise((resolve) => setTimeout(resolve, 5));
      return ms;
    },
    finish: () => {
      for (const client of clients) client.destroy();
      stop();
    },
  };
}

/** A client that only counts messages, each of which ends with two braces. */
function listen(port: number, told: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(upgrade));
    socket.once("error", reject);
    socket.once("data", (answer) => {
      if (!answer.toString().startsWith("HTTP/1.1 101 ")) reject(new Error(answer.toString()));
      socket.on("data", (chunk) => {
        for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, at + 1)) told();
      });
      resolve(socket);
    });
  });
}

const end = "}}";
const upgrade = [
  "GET /stream?streams=btcusdt@trade HTTP/1.1",
  "Host: a",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "\r\n",
].join("\r\n");
