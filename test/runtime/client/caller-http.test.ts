/** The client over real sockets, on each transport, against a server that does one thing wrong. */

import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { gzipSync } from "node:zlib";

import { afterAll, describe, expect, test } from "vitest";

import type { ClientOptions } from "../../../runtime/client/options.ts";
import { undiciFetch } from "../../../runtime/client/transport-undici.node.ts";
import { platform } from "../../../runtime/platform.ts";
import { client } from "./given.ts";

const order = { symbol: "LTCBTC", side: "BUY", type: "LIMIT", quantity: "1", price: "0.1" };
const answer = '{"orderId":9007199254740993,"text":"é"}';

/** How an order arrives in a form: its line, its fields, and last the signature. */
const sentOrder = /^POST \/api\/v1\/order HTTP[^]*\r\n\r\nsymbol=LTCBTC&\S+&signature=\w{64}$/;

type Answerer = (socket: Socket, request: string, index: number) => void;

/** Serves raw sockets while the work runs, then closes everything. */
async function served<Value>(
  answerer: Answerer,
  work: (url: string, requests: string[]) => Promise<Value>,
): Promise<Value> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const [head = "", body] = text.split("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body !== undefined && body.length >= length) {
        requests.push(text);
        const request = text;
        text = "";
        answerer(socket, request, requests.length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests);
  } finally {
    for (const socket of sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => server.close(resolve));
  }
}

const head = (length: number, more = "") =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
const bytes = Buffer.from(answer);
const whole = Buffer.concat([Buffer.from(head(bytes.length)), bytes]);

const overUndici = undiciFetch();
afterAll(() => overUndici.close());

describe.each([
  ["fetch", platform.fetch],
  ["undici", overUndici],
])("over %s", (transport, fetch) => {
  /** Real network and time, but no waiting between attempts. */
  function realClient(baseUrl: string, options: Partial<ClientOptions> = {}) {
    const { now, after } = platform;
    return client([], { baseUrl, fetch, now, after, random: () => 0, ...options });
  }

  test("an answer over a real socket, in one piece and byte by byte", async () => {
    const want = { orderId: 9007199254740993n, text: "é" };
    const slice: Answerer = async (socket) => {
      socket.setNoDelay(true);
      for (const byte of whole) {
        await new Promise((resolve) => socket.write(Uint8Array.of(byte), resolve));
      }
    };
    for (const answerer of [(socket: Socket) => void socket.write(whole), slice]) {
      await served(answerer, async (url, requests) => {
        expect(await realClient(url).call("placeOrder", order, { sendIn: "body" })).toEqual(want);
        expect(requests).toHaveLength(1);
        expect(requests[0]).toMatch(sentOrder);
        expect(requests[0]).toMatch(/^X-MBX-APIKEY: \S/im);
      });
    }
  });

  for (const status of [302, 307]) {
    test(`a ${status} to another origin is not followed: key and signature stay`, async () => {
      await served(
        (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
        async (elsewhere, stolen) => {
          const redirect: Answerer = (socket) =>
            socket.end(
              `HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere}/\r\nContent-Length: 0\r\n\r\n`,
            );
          await served(redirect, async (url, requests) => {
            const { call } = realClient(url);
            await expect(call("getAccount", {})).rejects.toMatchObject({
              name: "UnreadableResponseError",
              status,
            });
            await expect(call("placeOrder", order)).rejects.toMatchObject({
              name: "UnknownOutcomeError",
            });
            expect(requests).toHaveLength(2);
          });
          expect(stolen).toEqual([]);
        },
      );
    });
  }

  test("a closed port: surely not sent, for a placement too", async () => {
    const url = await served(
      () => undefined,
      async (open) => open,
    );
    for (const call of ["getAccount", "placeOrder"] as const) {
      const fields = call === "placeOrder" ? order : {};
      // The path of a gateway can be a token.
      const error = await realClient(`${url}/token`)
        .call(call, fields)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: "TransportError", outcome: "notSent", attempts: 3 });
      expect(String(error)).toContain(`could not reach ${url} (ECONNREFUSED); check`);
    }
  });

  test("silence and a dribble end at the deadline", async () => {
    const dribble: Answerer = (socket) => {
      const timer = setInterval(() => socket.write("H"), 20);
      socket.write("HTTP/1.1 200 OK\r\nX-");
      socket.on("close", () => clearInterval(timer));
    };
    const slowBody: Answerer = (socket) => {
      socket.write(head(10_000));
      const timer = setInterval(() => socket.write(" "), 20);
      socket.on("close", () => clearInterval(timer));
    };
    for (const answerer of [() => undefined, dribble, slowBody]) {
      let closed: Promise<unknown> | undefined;
      const watched: Answerer = (socket, request, index) => {
        closed = new Promise((resolve) => socket.on("close", resolve));
        answerer(socket, request, index);
      };
      await served(watched, async (url, requests) => {
        const startMs = performance.now();
        const call = realClient(url).call("placeOrder", order, { timeoutMs: 300 });
        await expect(call).rejects.toMatchObject({
          name: "UnknownOutcomeError",
          cause: { name: "TimeoutError" },
        });
        expect(performance.now() - startMs).toBeLessThan(2000);
        await closed;
        expect(requests).toHaveLength(1);
      });
    }
  });

  test("cut at every byte: never a partial result", async () => {
    const chunked = Buffer.from(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
        `${bytes.length.toString(16)}\r\n${answer}\r\n0\r\n\r\n`,
    );
    const untilClose = Buffer.from(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${answer}`);
    for (const [text, ends] of [
      [whole, false],
      [chunked, false],
      [untilClose, true],
    ] as const) {
      let length = 0;
      const cut: Answerer = (socket) => void socket.end(text.subarray(0, length));
      await served(cut, async (url) => {
        const { call } = realClient(url, { maxAttempts: 1 });
        for (length = 0; length < text.length; length += 1) {
          const outcome = await call("placeOrder", order).catch((error: unknown) => error);
          const isOnlyHead = ends && text.subarray(0, length).toString().endsWith("\r\n\r\n");
          // Nothing says that a body was to come, and a success without one is an order.
          const wanted = isOnlyHead ? {} : { name: "UnknownOutcomeError" };
          expect(outcome, `${length} of ${text.length} bytes`).toMatchObject(wanted);
          expect(outcome instanceof Error).toBe(!isOnlyHead);
          const read = await call("getAccount", {}).catch((error: unknown) => error);
          expect(read).toMatchObject({
            name: expect.stringMatching(/^(TransportError|UnreadableResponseError)$/),
          });
        }
        expect(ends || length === text.length).toBe(true);
      });
    }
  });

  test.each([
    ["a byte of Latin-1", Buffer.from('{"text":"\xe9"}', "latin1"), undefined],
    ["a byte order mark", Buffer.from('\ufeff{"text":"é😀"}'), { text: "é😀" }],
  ])("%s", async (_name, body, want) => {
    const sized = Buffer.concat([Buffer.from(head(body.length)), body]);
    const chunk = `${body.length.toString(16)}\r\n`;
    const chunked = Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`),
      body,
      Buffer.from("\r\n0\r\n\r\n"),
    ]);
    for (const text of [sized, chunked]) {
      await served(
        (socket) => void socket.end(text),
        async (url) => {
          const call = realClient(url, { maxAttempts: 1 }).call("getAccount", {});
          if (want === undefined) await expect(call).rejects.toThrow(/is not UTF-8/);
          else expect(await call).toEqual(want);
        },
      );
    }
  });

  test("a compressed bomb and an endless answer stop at the limit", async () => {
    const packed = gzipSync(Buffer.alloc(20_000_000, 32));
    const bomb: Answerer = (socket) =>
      void socket.end(
        Buffer.concat([Buffer.from(head(packed.length, "Content-Encoding: gzip\r\n")), packed]),
      );
    const endless: Answerer = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 32)));
      };
      socket.on("drain", more);
      more();
    };
    for (const answerer of [bomb, endless]) {
      await served(answerer, async (url) => {
        const call = realClient(url, { responseBytesMax: 1_000_000 }).call("getAccount", {});
        // Over undici nothing compressed is asked for, and nothing is unpacked.
        const isPacked = answerer === bomb && transport === "undici";
        const reason = isPacked ? /is not UTF-8/ : /is longer than 1000000 bytes/;
        await expect(call).rejects.toThrow(reason);
      });
    }
  });
});
