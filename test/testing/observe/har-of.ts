/** Observed events as the files that other tools write. */

import type { ObservedEvent } from "../../../testing/observe/traffic.ts";
import type { Call } from "../../../testing/recordings/conversation.ts";
import { formatPairs, formType } from "../../../testing/recordings/fields.ts";

/** A HAR with all calls, and each connection with its messages. */
export function harOf(events: readonly ObservedEvent[]): string {
  const entries = events.flatMap(({ event, conversation }) => {
    if (event.kind === "calls")
      return event.call === undefined ? [] : [entryOf(event.call, event.at)];
    if (event.kind !== "opens") return [];
    const own = events.filter((each) => each.conversation === conversation);
    const messages = own.flatMap(({ event: { at, ...each } }) =>
      each.kind === "sends" || each.kind === "receives"
        ? [{ type: each.kind.slice(0, -1), time: at / 1000, opcode: 1, data: each.text }]
        : [],
    );
    const request = { method: "GET", url: event.url, headers: [] };
    const startedDateTime = new Date(event.at).toISOString();
    const response = { status: 101, headers: [], content: {} };
    return [{ startedDateTime, time: 0, request, response, _webSocketMessages: messages }];
  });
  return JSON.stringify({ log: { version: "1.2", creator: { name: "test" }, entries } });
}

function entryOf({ request, response }: Call, at: number): object {
  const { method, path, query, form, headers } = request;
  const target = query.length === 0 ? path : `${path}?${formatPairs(query)}`;
  const text = form.length === 0 ? request.text : formatPairs(form);
  const postData = text === "" ? {} : { postData: { mimeType: formType, text } };
  return {
    startedDateTime: new Date(at).toISOString(),
    time: 0,
    request: { method, url: `http://exchange.test${target}`, headers: pairs(headers), ...postData },
    response: {
      status: response.status,
      headers: pairs(response.headers),
      content: { text: Buffer.from(response.text ?? "").toString("base64"), encoding: "base64" },
    },
  };
}

function pairs(headers: ReadonlyMap<string, string>): readonly object[] {
  return [...headers].map(([name, value]) => ({ name, value }));
}

/** The same events in NDJSON, one in a line. */
export function linesOf(events: readonly ObservedEvent[]): string {
  const lines = events.flatMap(({ event, conversation: connection }): readonly object[] => {
    const { at } = event;
    if (event.kind === "opens") return [{ at, connection, opens: event.url }];
    if (event.kind === "ends") return [{ at, connection, ends: event.end }];
    if (event.kind === "calls") return [];
    return [{ at, connection, kind: event.kind, text: event.text }];
  });
  return lines.map((line) => JSON.stringify(line)).join("\n");
}
