/** Brings a spoilt answer over a real connection. */

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

import type { Timekeeper } from "../clock.ts";
import type { HttpAnswer } from "../http/message.ts";
import { piecesOf } from "./delivery.ts";

/** Sends what a fault has left of an answer, as it says: late, in part, or not at all. */
export function sendSpoilt(
  response: ServerResponse,
  answer: HttpAnswer,
  after: Timekeeper["after"],
): void {
  const { status, headers, spoilt } = answer;
  const { socket } = response;
  if (spoilt?.lost === "hang" || socket === null) return;
  if (spoilt?.lost !== undefined) return end(socket, spoilt.lost);
  if (spoilt?.garble !== undefined) {
    socket.write(spoilt.garble);
    return end(socket, "drop");
  }
  const { bytes, size, everyMs, isCut } = piecesOf(answer);
  const length = spoilt?.endAfter === undefined ? bytes.byteLength : lengthOf(answer);
  response.writeHead(status, { ...headers, "Content-Length": length });
  response.flushHeaders();
  const send = (from: number): void => {
    if (response.destroyed) return;
    const to = from + size;
    response.write(bytes.subarray(from, to));
    if (to < bytes.byteLength) after(everyMs, () => send(to));
    else if (isCut) end(socket, "drop");
    else response.end();
  };
  send(0);
}

/** What the sender is told to expect, also where not all of it comes. */
function lengthOf({ body, spoilt }: HttpAnswer): number {
  return spoilt?.bytes?.byteLength ?? Buffer.byteLength(body);
}

function end(socket: Socket, how: "drop" | "reset"): void {
  if (how === "reset") socket.resetAndDestroy();
  else socket.end(() => socket.destroy());
}
