/**
 * A TCP proxy that does to requests and answers what networks do. Each request is read to its end
 * before anything happens to it, so that a fault comes surely before the exchange or behind it.
 */

import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { nextBelow, seedRandom } from "../../sandbox/engine/random.ts";

/** Where on the way of one request something breaks: on the way there, or on the way back. */
type Side = "before" | "after";

/** What happens to one request. */
export type ProxyFault =
  /** Waits `ms` and up to `jitterMs` more. */
  | {
      readonly fault: "latency";
      readonly ms: number;
      readonly jitterMs?: number;
      readonly side: Side;
    }
  /** Sends the answer no faster than this. */
  | { readonly fault: "bandwidth"; readonly bytesPerSecond: number }
  /** Sends the answer in pieces of at most so many bytes, each in a segment of its own. */
  | { readonly fault: "slicer"; readonly bytes: number; readonly everyMs?: number }
  /** Sends so many bytes of the answer, head and all, and ends the connection. */
  | { readonly fault: "limitData"; readonly bytes: number; readonly how?: "fin" | "reset" }
  | { readonly fault: "reset"; readonly side: Side }
  | { readonly fault: "fin"; readonly side: Side }
  | { readonly fault: "hang"; readonly side: Side }
  /** Delivers the request twice; the sender gets one of the answers. */
  | { readonly fault: "twice"; readonly answer?: "first" | "second" }
  /** Holds the request until another that is to be swapped was answered. */
  | { readonly fault: "swap" }
  /** Sends the head of the answer byte by byte. */
  | { readonly fault: "dribble"; readonly everyMs: number }
  /** Sends this text in place of the answer, and ends the connection. */
  | { readonly fault: "inject"; readonly text: string; readonly side: Side }
  /** Ends the connection so long after the answer. */
  | { readonly fault: "closeIdle"; readonly ms: number };

/** What happens to a connection when it is accepted: it is never read, or ended at once. */
export type AcceptFault = "unread" | "reset" | "fin";

export type ProxyFaultKind = ProxyFault["fault"] | AcceptFault | "down";

/** One request as it came. */
interface ProxiedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
  /** Its number among all, from 1. */
  readonly nth: number;
  /** Its number on its connection, from 1. */
  readonly nthOnConnection: number;
}

/** What goes wrong. */
export interface ProxyPlan {
  readonly request?: (request: ProxiedRequest) => readonly ProxyFault[];
  /** Gets the number of the connection, from 1. */
  readonly accept?: (nth: number) => AcceptFault | undefined;
}

export interface FaultProxy {
  readonly url: string;
  /** All requests that came to their end, in order. */
  readonly requests: readonly ProxiedRequest[];
  /** Connections that are open now. */
  readonly open: () => number;
  /** How often each fault took effect. */
  readonly reached: ReadonlyMap<ProxyFaultKind, number>;
  /** Closes the port and cuts all connections. */
  readonly down: () => Promise<void>;
  /** Opens the same port again. */
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a proxy in front of a port of this machine. */
export async function startFaultProxy(
  port: number,
  plan: ProxyPlan = {},
  seed = "proxy",
): Promise<FaultProxy> {
  const random = seedRandom(seed);
  const requests: ProxiedRequest[] = [];
  const reached = new Map<ProxyFaultKind, number>();
  const sockets = new Set<Socket>();
  const held: Held[] = [];
  let accepted = 0;

  const reach = (kind: ProxyFaultKind): void => {
    reached.set(kind, (reached.get(kind) ?? 0) + 1);
  };
  const swap = (): Promise<() => void> =>
    new Promise((resolve) => {
      const first = held.shift();
      if (first === undefined) {
        held.push({ go: () => resolve(() => undefined) });
        return;
      }
      // The later one goes at once, and lets the earlier one go when it is done.
      resolve(first.go);
    });

  const serve = async (socket: Socket, request: Whole): Promise<void> => {
    const faults = plan.request?.(request.seen) ?? [];
    const find = <Kind extends ProxyFault["fault"]>(kind: Kind, side?: Side) =>
      faults.find(
        (each): each is Extract<ProxyFault, { fault: Kind }> =>
          each.fault === kind && (side === undefined || !("side" in each) || each.side === side),
      );
    const delay = async (side: Side): Promise<void> => {
      const latency = find("latency", side);
      if (latency === undefined) return;
      reach("latency");
      await pause(latency.ms + nextBelow(random, (latency.jitterMs ?? 0) + 1));
    };
    /** Whether the request ends here. */
    const breaks = (side: Side): boolean => {
      const fault =
        find("reset", side) ?? find("fin", side) ?? find("hang", side) ?? find("inject", side);
      if (fault === undefined) return false;
      reach(fault.fault);
      if (fault.fault === "reset") socket.resetAndDestroy();
      if (fault.fault === "fin") socket.end();
      if (fault.fault === "inject") socket.end(fault.text);
      return true;
    };
    await delay("before");
    if (breaks("before")) return;
    let done = (): void => undefined;
    if (find("swap") !== undefined) {
      done = await swap();
      reach("swap");
    }
    let answer = await carry(port, request.bytes);
    done();
    const twice = find("twice");
    if (twice !== undefined) {
      const second = await carry(port, request.bytes);
      if (twice.answer === "second") answer = second;
      reach("twice");
    }
    await delay("after");
    if (breaks("after")) return;
    const cut = find("limitData");
    const pieces = piecesOf(answer, find("slicer"), find("bandwidth"), find("dribble"));
    for (const kind of ["slicer", "bandwidth", "dribble", "limitData"] as const) {
      if (find(kind) !== undefined) reach(kind);
    }
    let left = cut?.bytes ?? Infinity;
    for (const { bytes, thenMs } of pieces) {
      if (socket.destroyed || left <= 0) break;
      await write(socket, bytes.subarray(0, left));
      left -= bytes.byteLength;
      if (thenMs > 0) await pause(thenMs);
    }
    if (cut !== undefined) {
      if (cut.how === "reset") socket.resetAndDestroy();
      else socket.end();
    }
    const idle = find("closeIdle");
    if (idle === undefined) return;
    await pause(idle.ms);
    reach("closeIdle");
    socket.end();
  };

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    accepted += 1;
    const fault = plan.accept?.(accepted);
    if (fault !== undefined) {
      reach(fault);
      if (fault === "unread") socket.pause();
      if (fault === "reset") socket.resetAndDestroy();
      if (fault === "fin") socket.end();
      return;
    }
    let came = Buffer.alloc(0);
    let count = 0;
    let serving = Promise.resolve();
    socket.on("data", (chunk) => {
      came = Buffer.concat([came, chunk]);
      for (let length = lengthOf(came); length !== undefined; length = lengthOf(came)) {
        const bytes = came.subarray(0, length);
        came = came.subarray(length);
        count += 1;
        const seen = seenOf(bytes, requests.length + 1, count);
        requests.push(seen);
        serving = serving
          .then(() => serve(socket, { bytes, seen }))
          .catch(() => void socket.destroy());
      }
    });
  });

  const listen = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(at, "127.0.0.1", resolve);
    });
  const stop = (): Promise<unknown> => {
    const stopped = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    return stopped;
  };
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    requests,
    open: () => sockets.size,
    reached,
    down: async () => {
      reach("down");
      await stop();
    },
    up: () => listen(own),
    close: async () => {
      await stop();
    },
  };
}

interface Held {
  readonly go: () => void;
}

interface Whole {
  readonly bytes: Buffer;
  readonly seen: ProxiedRequest;
}

/** Length of the first message, if all of it is there. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = end + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.byteLength >= length ? length : undefined;
}

function seenOf(bytes: Buffer, nth: number, nthOnConnection: number): ProxiedRequest {
  const text = bytes.toString("utf8");
  const [method = "", target = ""] = text.split(" ", 2);
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  return { method, target, body, nth, nthOnConnection };
}

/** Brings a request to the port, on a connection of its own, and back its answer. */
function carry(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let came = Buffer.alloc(0);
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => {
      came = Buffer.concat([came, chunk]);
      const length = lengthOf(came);
      if (length === undefined) return;
      resolve(came.subarray(0, length));
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The exchange closed the connection.")));
  });
}

interface Piece {
  readonly bytes: Buffer;
  readonly thenMs: number;
}

/** Ticks of a slow line, in milliseconds. */
const tickMs = 20;

function piecesOf(
  answer: Buffer,
  slicer: { readonly bytes: number; readonly everyMs?: number } | undefined,
  slow: { readonly bytesPerSecond: number } | undefined,
  dribble: { readonly everyMs: number } | undefined,
): readonly Piece[] {
  if (dribble !== undefined) {
    const head = answer.indexOf("\r\n\r\n") + 4;
    return [
      ...split(answer.subarray(0, head), 1, dribble.everyMs),
      { bytes: answer.subarray(head), thenMs: 0 },
    ];
  }
  if (slicer !== undefined) return split(answer, slicer.bytes, slicer.everyMs ?? 0);
  if (slow === undefined) return [{ bytes: answer, thenMs: 0 }];
  return split(answer, Math.max(1, Math.round((slow.bytesPerSecond * tickMs) / 1000)), tickMs);
}

function split(bytes: Buffer, size: number, thenMs: number): readonly Piece[] {
  const count = Math.ceil(bytes.byteLength / size);
  return Array.from({ length: count }, (_, index) => ({
    bytes: bytes.subarray(index * size, (index + 1) * size),
    thenMs,
  }));
}

function write(socket: Socket, bytes: Buffer): Promise<unknown> {
  return new Promise((resolve) => socket.write(bytes, resolve));
}
