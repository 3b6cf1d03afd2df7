/** The control endpoint: the state of a sandbox, and its admin commands. */

import { ValidationError } from "../config/validation.ts";
import { messageOf } from "../exchange/request-error.ts";
import { type HttpResponse, jsonResponse, type RequestHandler } from "../http/messages.ts";
import { feedPath, reportPath } from "../http/routes.ts";
import { type ControlTarget, runCommands } from "./commands.ts";
import { controlState } from "./state.ts";

/** Handles the requests to `/control` and the paths below it; never rejects. */
export function createControlHandler(target: ControlTarget, report: () => object): RequestHandler {
  return async ({ method, path, body }) => {
    if (method === "GET") {
      if (path === reportPath) return jsonResponse(200, report());
      if (path === feedPath) return rejection(426, "open this path with ws://.");
      return jsonResponse(200, controlState(target));
    }
    if (method !== "POST") {
      return rejection(405, "this path supports only GET and POST.", { Allow: "GET, POST" });
    }
    try {
      return jsonResponse(200, (await runCommands(target, JSON.parse(body))) ?? null);
    } catch (error) {
      if (error instanceof ValidationError) return rejection(400, error.sentence);
      const message = messageOf(error);
      if (error instanceof SyntaxError) return rejection(400, `the body is not JSON: ${message}.`);
      target.exchange.report(`a command failed: ${message}`);
      return rejection(500, "the command failed; see the log of the sandbox.");
    }
  };
}

function rejection(status: number, message: string, headers = {}): HttpResponse {
  return jsonResponse(status, { message }, headers);
}
