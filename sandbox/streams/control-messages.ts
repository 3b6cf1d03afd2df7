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

const { methods } = connectionRules;

/** Carries out one message; the result is the text of the response. */
export function handleControlMessage(text: string, rules: ControlRules): string {
  const message = parseMessage(text);
  if (message === undefined) return errorText(3, "the message is not JSON.", null);
  const { method, params = [], id = null } = message;
  if (id !== null && !Number.isSafeInteger(id)) {
    return errorText(1, "id must be an integer.", null);
  }
  if (!Array.isArray(params) || !params.every((name) => typeof name === "string")) {
    return errorText(1, "params must be a list of stream names.", id);
  }
  switch (method) {
    case methods.subscribe:
      return subscribe(params, id, rules);
    case methods.unsubscribe:
      rules.connection.unsubscribe(params);
      return JSON.stringify({ result: null, id });
    case methods.list:
      return JSON.stringify({ result: rules.connection.names(), id });
    default:
      return errorText(2, `method must be one of ${Object.values(methods).join(", ")}.`, id);
  }
}

function subscribe(names: readonly string[], id: unknown, rules: ControlRules): string {
  const all = new Set([...rules.connection.names(), ...names]);
  if (all.size > rules.streamsMax) {
    return errorText(2, `a connection has at most ${rules.streamsMax} streams.`, id);
  }
  const unknown = names.findIndex((name) => !rules.exists(name));
  if (unknown >= 0) return errorText(2, `stream ${unknown + 1} of the list does not exist.`, id);
  rules.connection.subscribe(names);
  return JSON.stringify({ result: null, id });
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

function errorText(code: number, msg: string, id: unknown): string {
  return JSON.stringify({ error: { code, msg }, id });
}
