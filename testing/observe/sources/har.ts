/** Reads a HAR 1.2 file of a browser, of `redocly proxy`, or of another tool. */

import { fieldsIn, listIn } from "../../../runtime/encoding/json-value.ts";
import { originHeader } from "../../../sandbox/defaults.ts";
import type { DocumentNode } from "../../documents/json-pointers.ts";
import type { Call } from "../../recordings/conversation.ts";
import { formType, type Pair, parsePairs, splitTarget, targetOf } from "../../recordings/fields.ts";
import { isStreamAddress, type ObservedEvent } from "../traffic.ts";

/** The events of a HAR, sorted by time. Entries without a response are skipped. */
export function readHar(name: string, value: unknown): readonly ObservedEvent[] {
  const { entries } = fieldsIn(fieldsIn(value)["log"]);
  if (!Array.isArray(entries)) throw new Error("It has no log.entries: it is not HAR.");
  const rows = (entries as readonly unknown[]).map(fieldsIn);
  const named = new Map(
    rows.flatMap((entry) => {
      const name = readHeaders(fieldsIn(entry["response"])["headers"]).get(originHeader);
      return name === undefined ? [] : [[hostOf(entry), name] as const];
    }),
  );
  const events = rows.flatMap((entry, index) => {
    // A HAR has no headers of a connection, but those of calls to the same host.
    const origin = named.get(hostOf(entry)) ?? hostOf(entry);
    return readEntry(entry, `${name} entry ${index}`).map((event) => ({ ...event, origin }));
  });
  return events.toSorted((one, other) => one.event.at - other.event.at);
}

function hostOf(entry: DocumentNode): string | undefined {
  return URL.parse(String(fieldsIn(entry["request"])["url"]))?.host;
}

function readEntry(entry: DocumentNode, place: string): readonly ObservedEvent[] {
  const request = fieldsIn(entry["request"]);
  const response = fieldsIn(entry["response"]);
  const url = String(request["url"]);
  if (!/^(https?|wss?):\/\//.test(url)) return [];
  const at = Date.parse(String(entry["startedDateTime"]));
  const timed = Number.isFinite(at);
  const time = { at: timed ? at : 0, place, timed };
  const messages = entry["_webSocketMessages"];
  if (Array.isArray(messages) || url.startsWith("ws")) {
    return isStreamAddress(url) ? readSocket(url, listIn(messages), time) : [];
  }
  const status = Number(response["status"]);
  // A failed request has no status.
  if (!(status >= 100)) return [];
  const call = { request: readRequest(url, request), response: readResponse(status, response) };
  const lasted = Number(entry["time"]);
  return [
    {
      event: { at: time.at, kind: "calls", call },
      endedAt: time.at + (lasted > 0 ? Math.ceil(lasted) : 0),
      place,
      conversation: new URL(url).origin,
      timed,
    },
  ];
}

function readRequest(url: string, request: DocumentNode): Call["request"] {
  const { path, query } = splitTarget(targetOf(url));
  const body = fieldsIn(request["postData"]);
  const text = typeof body["text"] === "string" ? body["text"] : "";
  const isForm = String(body["mimeType"] ?? "").startsWith(formType);
  const params = listIn(body["params"]).map((each): Pair => {
    const { name, value = "" } = fieldsIn(each);
    return [String(name), String(value)];
  });
  return {
    method: String(request["method"]),
    path,
    query: parsePairs(query),
    form: isForm ? (text === "" ? params : parsePairs(text)) : [],
    text: isForm ? "" : text,
    headers: readHeaders(request["headers"]),
  };
}

function readResponse(status: number, response: DocumentNode): Call["response"] {
  const { text, size, encoding } = fieldsIn(response["content"]);
  // Without a text the body is empty, or was not saved.
  const raw = typeof text === "string" ? text : size === 0 ? "" : undefined;
  return {
    status,
    headers: readHeaders(response["headers"]),
    text: raw !== undefined && encoding === "base64" ? decodeBase64(raw) : raw,
  };
}

/** The messages of a connection; their times are fractional seconds since 1970. */
function readSocket(
  url: string,
  messages: readonly unknown[],
  { at, place, timed }: { readonly at: number; readonly place: string; readonly timed: boolean },
): readonly ObservedEvent[] {
  const base = { conversation: place, timed };
  const opens: ObservedEvent = { ...base, place, event: { at, kind: "opens", url } };
  const rest = messages.flatMap((message, index): readonly ObservedEvent[] => {
    const { type, time, data, opcode } = fieldsIn(message);
    if (typeof data !== "string" || (opcode !== undefined && opcode !== 1)) return [];
    const kind = type === "send" ? "sends" : "receives";
    const ms = Math.round(Number(time) * 1000);
    const event = { at: Number.isFinite(ms) ? ms : at, kind, text: data } as const;
    return [{ ...base, place: `${place} message ${index}`, event }];
  });
  return [opens, ...rest];
}

function readHeaders(list: unknown): ReadonlyMap<string, string> {
  return new Map(
    listIn(list).map((header) => {
      const { name, value } = fieldsIn(header);
      return [String(name).toLowerCase(), String(value)];
    }),
  );
}

function decodeBase64(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return text;
  }
}
