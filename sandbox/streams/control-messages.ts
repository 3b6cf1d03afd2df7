/** Handles a client's messages on an open connection: subscribe, unsubscribe, list. */

import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import { isRecord } from "../../runtime/encoding/json-value.ts";
import type { ConnectionRules } from "../../runtime/tables.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { streamsFault } from "./handshake.ts";
import type { Connection } from "./hub.ts";
import { rules } from "./rules.ts";

const { methods, idLengthMax, refusals } = rules;
const { within }: NonNullable<ConnectionRules["refusals"]> = refusals;

/** Handles a message; returns the response as text. */
export function handleControlMessage(
  text: string,
  exchange: Exchange,
  connection: Connection,
): string {
  const message = parseJsonOr(text, undefined);
  if (!isRecord(message)) return errorText(3, "the message is not a JSON object.", null);
  const { method, params = [], id = null } = message;
  const isShort = typeof id === "string" && [...id].length <= idLengthMax;
  if (id !== null && !Number.isSafeInteger(id) && !isShort) {
    const what = `id must be an integer, a text of at most ${idLengthMax} characters, or null.`;
    return errorText(2, what, null);
  }
  if (!Array.isArray(params) || !params.every((name) => typeof name === "string")) {
    return errorText(1, "params must be a list of stream names.", id);
  }
  switch (method) {
    case methods.subscribe: {
      const fault = streamsFault(exchange, params, connection.names());
      if (fault !== undefined) return errorText(2, fault, id);
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

function resultText(result: unknown, id: unknown): string {
  return JSON.stringify({ result, id });
}

function errorText(code: number, message: string, id: unknown): string {
  const error = { [refusals.code]: code, [refusals.message]: message };
  return JSON.stringify(within === undefined ? { ...error, id } : { [within]: error, id });
}
