/** Traffic in short lines, for tables of tests. */

import { limits } from "../../../generated/limits.ts";
import { signing } from "../../../generated/signing.ts";
import type { ObservedEvent } from "../../../testing/observe/traffic.ts";
import type { ConnectionEnd } from "../../../testing/recordings/conversation.ts";
import { parsePairs } from "../../../testing/recordings/fields.ts";

/** What is seen here confirms assumptions. */
const origin = "api.exchange.test";

/** Second 0 of the lines, at the start of a minute. */
const beginMs = 1_700_000_040_000;

const headers: Readonly<Record<string, string>> = {
  t: limits[0].header,
  w: limits[1].header,
  o: limits[3].header,
  r: "Retry-After",
};

const form = new RegExp(
  [
    "^(?:(?<times>\\d+) times )?(?:(?<conversation>\\w+): )?",
    "(?:@(?<from>[\\d.]+)(?:-(?<to>[\\d.]+))? )?(?<rest>.*)$",
  ].join(""),
);
const callForm = new RegExp(
  [
    "^(?<method>[A-Z]+) (?<path>[^ ?]+)(?:\\?(?<query>\\S*))?(?: \\+(?<form>\\S+))?(?<key> K)?",
    "(?<sign> S)? (?<status>\\d+)(?: (?<code>-\\d+))?(?<headers>(?: [a-z-]+=\\S+)*)",
    '(?: "(?<msg>.*)")?(?: (?<text>[^ "].*))?$',
  ].join(""),
);
type Groups = Readonly<Record<string, string | undefined>>;

/**
 * The events of lines, or of parts between semicolons:
 *
 * - `@1-2 GET /time?a=1 +b=1 K S 400 -1003 w=5 until=9 "text"`: a call from second 1 to 2, with
 *   fields in the query and in a form, API key and signature; status, code, headers (`t` and `w` of
 *   the weight, `o` of the day's orders, `r` of the wait), end of a ban and message. A body comes
 *   last, as JSON; `-` is one that was not saved; `//` begins a path outside of the interface;
 * - `@1 opens URL`, `@1 receives JSON`, `@1 sends JSON`, `@1 ends 1001 by client`.
 *
 * Without `@`, the time is not known. `b: ` puts an event into another conversation, `3 times `
 * repeats it.
 */
export function eventsOf(lines: string): readonly ObservedEvent[] {
  return lines.split(/ ; |\n/).flatMap((line, index) => {
    const { times = "1", conversation = "a", from, to, rest = "" } = form.exec(line)?.groups ?? {};
    const at = beginMs + Number(from ?? 0) * 1000;
    const ended = to === undefined ? {} : { endedAt: beginMs + Number(to) * 1000 };
    const base = {
      conversation,
      timed: from !== undefined,
      place: `line ${index}`,
      origin,
      ...ended,
    };
    return Array.from({ length: Number(times) }, () => ({ ...base, event: eventOf(rest, at) }));
  });
}

function eventOf(line: string, at: number): ObservedEvent["event"] {
  const [kind, text = ""] = line.split(/ (.*)/s);
  if (kind === "opens") return { at, kind, url: text };
  if (kind === "receives" || kind === "sends") return { at, kind, text };
  if (kind === "ends") {
    const [code, , by = "exchange"] = text.split(" ");
    return { at, kind, end: { by: by as ConnectionEnd["by"], code: Number(code), reason: "" } };
  }
  const groups: Groups | undefined = callForm.exec(line)?.groups;
  if (groups === undefined) throw new Error(`This is no event: ${line}`);
  const signature = groups["sign"] ? `&timestamp=1&${signing.signature}=${"0".repeat(64)}` : "";
  const request = {
    method: groups["method"] ?? "",
    path: groups["path"]?.replace(/^\/(?!\/)/, "/api/v1/").replace("//", "/") ?? "",
    query: parsePairs(`${groups["query"] ?? ""}${signature}`.replace(/^&/, "")),
    form: parsePairs(groups["form"] ?? ""),
    text: "",
    headers: new Map(groups["key"] ? [[signing.header.toLowerCase(), "redactedKey"]] : []),
  };
  const pairs = [...(groups["headers"] ?? "").matchAll(/ ([a-z-]+)=(\S+)/g)];
  const { until, ...sent } = Object.fromEntries(
    pairs.map(([, name = "", value = ""]) => [(headers[name] ?? name).toLowerCase(), value]),
  );
  const response = {
    status: Number(groups["status"]),
    headers: new Map(Object.entries(sent)),
    text: textOf({ ...groups, until }),
  };
  return { at, kind: "calls", call: { request, response } };
}

function textOf({ code, until, msg, text = "{}" }: Groups): string | undefined {
  if (text === "-") return undefined;
  if (code === undefined || text !== "{}") return text;
  const ban = until && `Banned until ${beginMs + Number(until) * 1000}.`;
  return JSON.stringify({ code: Number(code), msg: msg ?? ban ?? "no", timestamp: 1 });
}

/** Filters of symbol A, in its trading rules. */
export const rules = (filters: readonly object[]): string =>
  `GET /exchangeInfo 200 ${JSON.stringify({ symbols: [{ symbol: "A", filters }] })}`;
const lot = { minQty: "1", stepSize: "1" };
export const lots = [
  { ...lot, filterType: "LOT_SIZE", maxQty: "5" },
  { ...lot, filterType: "MARKET_LOT_SIZE", maxQty: "10" },
];
export const notional = {
  ...{ filterType: "MIN_NOTIONAL", minNotional: "10", applyToMarket: true, avgPriceMins: 0 },
};
