/**
 * A TCP proxy that does to requests and answers what networks do. Each request is read to its end
 * before anything happens to it, so that a fault comes surely before the exchange or behind it.
 */

import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Where on the way of one request something breaks: on the way there, or on the way back. */
type Side = "before" | "after";

/** What happens to one request. */
export type ProxyFault =
  | { readonly fault: "reset" | "fin" | "hang"; readonly side: Side }
  /** Sends this text in place of the answer, and ends the connection. */
  | { readonly fault: "inject"; readonly text: string; readonly side: Side }
  | { readonly fault: "latency"; readonly ms: number; readonly side: Side }
  /** Sends the answer in pieces of so many bytes, each in a segment of its own. */
  | { readonly fault: "slice"; readonly bytes: number; readonly everyMs?: number }
  /** Sends so many bytes of the answer, head and all, and ends the connection. */
  | { readonly fault: "cut"; readonly bytes: number }
  /** Delivers the request twice; the sender gets one of the answers. */
  | { readonly fault: "twice"; readonly answer?: "first" | "second" };

/** What happens to a connection when it is accepted: it is never read, or ended at once. */
export type AcceptFault = "unread" | "reset" | "fin";

/** One request as it came; its number on its connection counts from 1. */
interface ProxiedRequest {
  readonly method: string;
  readonly target: string;
  readonly nthOnConnection: number;
}

/** What goes wrong; connections are counted from 1. */
export interface ProxyPlan {
  readonly request?: (request: ProxiedRequest) => readonly ProxyFault[];
  readonly accept?: (nth: number) => AcceptFault | undefined;
}

export interface FaultProxy {
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

/** Starts a proxy in front of a port of this machine. */
export async function startFaultProxy(port: number, plan: ProxyPlan = {}): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    accepted += 1;
    const fault = plan.accept?.(accepted);
    if (fault === "unread") return void socket.pause();
    if (fault !== undefined) return end(socket, fault);
    let came = Buffer.alloc(0);
    let count = 0;
    let serving: Promise<unknown> = Promise.resolve();
    socket.on("data", (chunk) => {
      came = Buffer.concat([came, chunk]);
      for (let length = lengthOf(came); length !== undefined; length = lengthOf(came)) {
        const bytes = came.subarray(0, length);
        came = came.subarray(length);
        count += 1;
        const [method = "", target = ""] = bytes.toString("utf8").split(" ", 2);
        const faults = plan.request?.({ method, target, nthOnConnection: count }) ?? [];
        serving = serving
          .then(() => serve(socket, port, bytes, faults))
          .catch(() => void socket.destroy());
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    close: () => {
      const stopped = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      return stopped;
    },
  };
}

function end(socket: Socket, how: "reset" | "fin"): void {
  if (how === "reset") socket.resetAndDestroy();
  else socket.end();
}

async function serve(
  socket: Socket,
  port: number,
  request: Buffer,
  faults: readonly ProxyFault[],
): Promise<void> {
  /** Whether the request ends here. */
  const breaks = async (side: Side): Promise<boolean> => {
    for (const fault of faults) {
      if (!("side" in fault) || fault.side !== side) continue;
      if (fault.fault === "latency") await pause(fault.ms);
      else if (fault.fault === "inject") socket.end(fault.text);
      else if (fault.fault !== "hang") end(socket, fault.fault);
      if (fault.fault !== "latency") return true;
    }
    return false;
  };
  if (await breaks("before")) return;
  let answer = await carry(port, request);
  for (const fault of faults) {
    if (fault.fault !== "twice") continue;
    const second = await carry(port, request);
    if (fault.answer === "second") answer = second;
  }
  if (await breaks("after")) return;
  const cut = faults.find((fault) => fault.fault === "cut");
  const slice = faults.find((fault) => fault.fault === "slice");
  const whole = answer.subarray(0, cut?.bytes);
  const size = slice?.bytes ?? whole.byteLength;
  for (let at = 0; at < whole.byteLength && !socket.destroyed; at += size) {
    await new Promise((resolve) => socket.write(whole.subarray(at, at + size), resolve));
    if (slice?.everyMs !== undefined) await pause(slice.everyMs);
  }
  if (cut !== undefined) socket.end();
}

/** Length of the first message, if all of it is there. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = end + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.byteLength >= length ? length : undefined;
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
