/** Handles the messages that a client sends on an open connection: subscribe, unsubscribe, list. */

import { connectionRules } from "../../generated/streams.ts";
import type { Connection } from "./hub.ts";

/** What a control message acts on. */
export interface ControlRules {
  readonly connection: Connection;
  /** Whether a stream of this name exists now. */
  readonly exists: (name: string) => boolean;
  /** Most streams of one connection. */
  readonly streamsMax: number;
}

const { methods, idLengthMax } = connectionRules;

/** Carries out one message; the result is the text of the response. */
export function handleControlMessage(text: string, rules: ControlRules): string {
  const { connection, exists, streamsMax } = rules;
  const message = parseMessage(text);
  if (message === undefined) return errorText(3, "the message is not JSON.", null);
  const { method, params = [], id = null } = message;
  if (id !== null && !Number.isSafeInteger(id) && !isShortText(id)) {
    const what = `id must be an integer, a text of at most ${idLengthMax} characters, or null.`;
    return errorText(2, what, null);
  }
  if (!Array.isArray(params) || !params.every((name) => typeof name === "string")) {
    return errorText(1, "params must be a list of stream names.", id);
  }
  switch (method) {
    case methods.subscribe: {
      const unknown = params.findIndex((name) => !exists(name));
      if (new Set([...connection.names(), ...params]).size > streamsMax) {
        return errorText(2, `a connection has at most ${streamsMax} streams.`, id);
      }
      if (unknown >= 0)
        return errorText(2, `stream ${unknown + 1} of the list does not exist.`, id);
      connection.subscribe(params);
      return resultText(null, id);
    }
    case methods.unsubscribe:
      connection.unsubscribe(params);
      return resultText(null, id);
    case methods.list:
      return resultText(connection.names(), id);
    default:
      return errorText(2, `method must be one of ${Object.values(methods).join(", ")}.`, id);
  }
}

function isShortText(id: unknown): boolean {
  return typeof id === "string" && [...id].length <= idLengthMax;
}

interface ControlMessage {
  readonly method?: unknown;
  readonly params?: unknown;
  readonly id?: unknown;
}

function parseMessage(text: string): ControlMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function resultText(result: unknown, id: unknown): string {
  return JSON.stringify({ result, id });
}

function errorText(code: number, msg: string, id: unknown): string {
  return JSON.stringify({ error: { code, msg }, id });
}
