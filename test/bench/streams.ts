import { WebsocketClient } from "binance";
import WebSocket from "ws";

import type { StreamOptions, Streams } from "../../generated/stream-client.ts";
import { createStreams } from "../../generated/stream-client.ts";
import type { Comparison } from "./comparison.ts";
import { startServer } from "./server-process.ts";
import { messages, type Ready } from "./stream-server.ts";

/** The same over the WebSocket of the platform, which brings text. */
const overPlatform: Comparison = {
  title: `Client CPU of ${messages} trade and bookTicker messages over the platform's WebSocket`,
  rounds: 9,
  prepare: async () => {
    const { url, names, finish } = await start();
    const bare = (read: (data: string) => void) => (): Promise<number> =>
      cost((told) => {
        const socket = new globalThis.WebSocket(url);
        socket.addEventListener("message", ({ data }) => {
          read(data as string);
          told();
        });
        return () => socket.close();
      });
    return {
      floor: "WebSocket and JSON.parse",
      subjects: [
        {
          name: "WebSocket and JSON.parse",
          measures: "itself",
          run: bare((data) => {
            _sum += (JSON.parse(data) as { data: { s: string } }).data.s.length;
          }),
        },
        { name: "WebSocket alone, not reading", measures: "itself", run: bare(() => undefined) },
        {
          name: "streams over WebSocket, each",
          hold: "at most 1.25",
          measures: "itself",
          run: () =>
            cost((told) => {
              const streams = createStreams({ url, backlogMax: messages });
              readEach(streams, symbolsIn(names), told);
              return streams.close;
            }),
        },
      ],
      finish,
    };
  },
};

/** Reading trades and best prices off a socket: the client's own time on the processor. */
const overWs: Comparison = {
  title: `Client CPU of ${messages} trade and bookTicker messages over a socket`,
  rounds: 9,
  prepare: async () => {
    const { url, names, finish } = await start();
    const symbols = symbolsIn(names);
    const ours =
      (read: (streams: Streams, told: () => void) => void, options: Partial<StreamOptions> = {}) =>
      (): Promise<number> =>
        cost((told) => {
          const streams = createStreams({ url, WebSocket, backlogMax: messages, ...options });
          read(streams, told);
          return streams.close;
        });
    return {
      floor: "ws and JSON.parse",
      subjects: [
        {
          name: "ws and JSON.parse",
          measures: "itself",
          run: () =>
            cost((told) => {
              const socket = new WebSocket(url);
              socket.on("message", (data: Buffer) => {
                _sum += (JSON.parse(data.toString()) as { data: { s: string } }).data.s.length;
                told();
              });
              return () => socket.terminate();
            }),
        },
        {
          name: "ws alone, not reading",
          measures: "itself",
          run: () =>
            cost((told) => {
              const socket = new WebSocket(url);
              socket.on("message", told);
              return () => socket.terminate();
            }),
        },
        {
          name: "streams over ws, each",
          hold: "at most 1.15; missed: looking for integers beyond 2^53 takes 0.1",
          measures: "itself",
          run: ours((streams, told) => readEach(streams, symbols, told)),
        },
        {
          name: "streams over ws, for await",
          measures: "itself",
          run: ours((streams, told) => {
            const read = async (events: AsyncIterable<{ readonly s?: string }>): Promise<void> => {
              for await (const { s = "" } of events) {
                _sum += s.length;
                told();
              }
            };
            // Closing the streams ends both loops with an error.
            read(streams.trade(symbols, { backlog: "stale" })).catch(() => undefined);
            read(streams.bookTicker(symbols, { backlog: "stale" })).catch(() => undefined);
          }),
        },
        {
          name: "binance",
          measures: "itself",
          run: () =>
            cost((told) => {
              const client = new WebsocketClient({ wsUrl: url, disableHeartbeat: true }, quiet);
              client.on("message", told);
              void client.subscribe([...names], "main");
              return () => client.closeAll(true);
            }),
        },
      ],
      finish,
    };
  },
};

export const streamReading: readonly Comparison[] = [overWs, overPlatform];

/** Used, so that nothing that is read can be left out. */
let _sum = 0;

function symbolsIn(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith("@trade")).map((name) => name.split("@")[0] ?? "");
}

function readEach(streams: Streams, symbols: readonly string[], told: () => void): void {
  streams.trade(symbols).each(({ p = "", q = "" }) => {
    _sum += p.length + q.length;
    told();
  });
  streams.bookTicker(symbols).each(({ b = "", a = "" }) => {
    _sum += b.length + a.length;
    told();
  });
}

const quiet = { trace: () => undefined, info: () => undefined, error: () => undefined };

/** Milliseconds on the processor until everything has come. */
async function cost(open: (told: () => void) => () => void): Promise<number> {
  const before = process.cpuUsage();
  let close = (): void => undefined;
  await new Promise<void>((resolve) => {
    let count = 0;
    close = open(() => {
      count += 1;
      if (count === messages) resolve();
    });
  });
  const { user, system } = process.cpuUsage(before);
  close();
  return (user + system) / 1000;
}

async function start() {
  const { ready, stop } = await startServer<Ready>("stream-server.ts");
  return { url: `ws://127.0.0.1:${ready.port}/stream`, names: ready.names, finish: stop };
}
