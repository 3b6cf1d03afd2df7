/** The control endpoint: for programs and pages of this machine, not for pages of other origins. */

import { ValidationError } from "../faults/validation.ts";
import type { HttpRequest, HttpResponse, RequestHandler } from "../http/messages.ts";
import { type ControlTarget, runCommands } from "./commands.ts";
import { controlState } from "./state.ts";

/** Handles the requests to `controlPath`; never rejects. */
export function createControlHandler(target: ControlTarget): RequestHandler {
  return async (request) => {
    const foreign = whyForeign(request);
    if (foreign !== undefined) return messageResponse(403, foreign);
    if (request.method === "GET") return jsonResponse(200, controlState(target));
    if (request.method !== "POST") {
      return messageResponse(405, "this path takes GET and POST only.", { Allow: "GET, POST" });
    }
    try {
      return jsonResponse(200, (await runCommands(target, JSON.parse(request.body))) ?? null);
    } catch (error) {
      if (error instanceof ValidationError) return messageResponse(400, error.sentence);
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof SyntaxError) {
        return messageResponse(400, `the body is not JSON: ${message}.`);
      }
      target.exchange.report(`a command failed: ${message}`);
      return messageResponse(500, "the command failed; see the log of the sandbox.");
    }
  };
}

/** Why a request does not come from this machine; `undefined` when it does. */
function whyForeign({ ip, header }: HttpRequest): string | undefined {
  if (!isLoopback(ip)) return "the sandbox takes commands from its own machine only.";
  const host = header("host");
  // A foreign host name may resolve to this machine (DNS rebinding).
  if (host !== undefined && !isLoopback(host.replace(/:\d+$/, ""))) {
    return "the Host is no name of this machine.";
  }
  const origin = header("origin");
  if (origin !== undefined && origin !== `http://${host}`) {
    return "the request comes from a page of another origin.";
  }
  return undefined;
}

const loopback = /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

function isLoopback(address: string): boolean {
  return loopback.test(address);
}

function messageResponse(status: number, message: string, headers = {}): HttpResponse {
  return jsonResponse(status, { message }, headers);
}

function jsonResponse(status: number, value: unknown, headers = {}): HttpResponse {
  const type = { "Content-Type": "application/json; charset=utf-8" };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(value) };
}
