/** The requests that reading a list makes, one by one, and the rows that it gives. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";

import { expect, test } from "vitest";

import {
  eachRow,
  type PageCursor,
  type PagedList,
  PageGapError,
  type RowOptions,
} from "../../../runtime/pagination/pages.ts";
import { watchedSignal } from "../../support/watched-signal.ts";

interface Row {
  readonly id: number;
  readonly time: number;
  readonly side?: string;
  /** Last millisecond of its span. */
  readonly last: number;
}

type Fields = Readonly<Record<string, unknown>>;

const common = { operation: "getRows", time: "time", limit: "limit", limitMax: 4 };
const times = { start: "startTime", end: "endTime" };
const byKey: PagedList = { ...common, ...times, key: "id", from: "fromId", overlaps: false };
const byKeyWithTwins: PagedList = { ...byKey, overlaps: true, identity: ["id", "side"] };
const latest: PagedList = { ...common, key: "id", overlaps: true };
const byTime: PagedList = { ...common, ...times, key: "time", overlaps: false };
const bySpan: PagedList = {
  ...byTime,
  span: { parameter: "interval", last: "last", unitsMs: { s: 10, m: 60, l: 100_000 } },
};

const latestWithTwins: PagedList = { ...latest, identity: ["id", "side"] };
const lists = { byKey, byKeyWithTwins, latest, latestWithTwins, byTime, bySpan };

/** Rows of these ids, each ten milliseconds after the one before. */
const ids = (...list: readonly number[]): Row[] =>
  list.map((id) => ({ id, time: id * 10, last: 0 }));

interface Walk {
  readonly name: string;
  readonly list: PagedList;
  readonly rows: readonly Row[];
  /** Rows that are there only from this request on, counted from 0. */
  readonly arriving?: Readonly<Record<number, readonly Row[]>>;
  readonly request: Fields;
  /** The exchange's time, read by read; the last one again. */
  readonly times: readonly number[];
  readonly options?: RowOptions;
  readonly asked: readonly Fields[];
  /** Ids of the rows that were given. */
  readonly given: readonly unknown[];
  readonly cursor?: PageCursor;
  readonly gap?: PageCursor;
}

/**
 * Walks through lists: name; list, rows, and rows that arrive before a request; request, times of
 * the exchange, options; the requests, times and waits that follow; ids of the rows given, and the
 * cursor or the gap at the end.
 */
const story = readFileSync(join(import.meta.dirname, "requests.txt"), "utf8");
const walks = story
  .trim()
  .split(/\n(?=\S)/)
  .map(readWalk);

for (const walk of walks) {
  test(walk.name, async () => {
    const { list, request, options = {} } = walk;
    const asked: Fields[] = [];
    const there = [...walk.rows];
    const times = [...walk.times];
    let requests = 0;
    const answer = async (fields: Fields): Promise<readonly Row[]> => {
      there.push(...(walk.arriving?.[requests] ?? []));
      requests += 1;
      asked.push(fields);
      return page(there, list, fields);
    };
    // Whoever follows would wait for ever: the second wait in a row brings a row behind the end.
    let waits = 0;
    const after: RowOptions["after"] = (wait, run) => {
      waits += 1;
      asked.push({ wait });
      if (waits > 1) there.push({ id: 999, time: 99_999, last: 0 });
      run();
      return () => undefined;
    };
    const readTime = async (): Promise<number | undefined> => {
      asked.push({ time: "" });
      return times.length > 1 ? times.shift() : times[0];
    };
    const rows = eachRow(list, answer, request, options, { after, readTime });
    const given: unknown[] = [];
    let error: PageGapError | undefined;
    try {
      for await (const { id } of rows) given.push(id);
    } catch (caught) {
      if (!(caught instanceof PageGapError)) throw caught;
      error = caught;
    }
    expect({ given, asked }).toEqual({ given: walk.given, asked: walk.asked });
    expect(error?.cursor).toEqual(walk.gap);
    if (walk.cursor !== undefined) expect(rows.cursor()).toEqual(walk.cursor);
  });
}

/** A walk: its name; its list and rows; the request; what it asks and gives. */
function readWalk(text: string): Walk {
  const [name = "", there = "", request = "", asked = "", given = ""] = text.split("\n");
  const [, list = "", rows = "", arriving = ""] = /^ +(\w+): ?([^+]*)(.*)$/.exec(there) ?? [];
  const [, sent = "", times = "", options = "{}"] =
    /^ +(\S+)(?: @(\S+))?(?: (.*))?$/.exec(request) ?? [];
  const [, out = "", cursor, gap] =
    /^ +gives ?([\d ]*)(?:cursor (\S+))?(?: ?gap (\S+))?$/.exec(given) ?? [];
  return {
    name,
    list: lists[list as keyof typeof lists],
    rows: rowsOf(rows),
    arriving: Object.fromEntries(
      [...arriving.matchAll(/\+(\d+): ([^+]*)/g)].map(([, turn, some]) => [turn, rowsOf(some)]),
    ),
    request: fieldsOf(sent),
    times: times.split(",").map(Number),
    options: parse(options) as RowOptions,
    asked: asked.trim().split(" ").slice(1).map(fieldsOf),
    given: out
      .split(" ")
      .filter((id) => id !== "")
      .map(Number),
    ...(cursor !== undefined && { cursor: parse(cursor) as PageCursor }),
    ...(gap !== undefined && { gap: parse(gap) as PageCursor }),
  };
}

/** Rows such as `3` at 30 ms, `3=` at 3 ms, `3~99` that lasts until 99 ms, `3/BUY`. */
function rowsOf(text = ""): Row[] {
  return [...text.matchAll(/(\d+)(=?)(?:~(\d+))?(?:\/(\w+))?/g)].map(
    ([, id, same, last, side]) => ({
      id: Number(id),
      time: Number(id) * (same === "" ? 10 : 1),
      last: Number(last ?? Number(id) * (same === "" ? 10 : 1) + 9),
      ...(side !== undefined && { side }),
    }),
  );
}

function fieldsOf(text: string): Fields {
  const pairs = text.split("&").filter((pair) => pair !== "-");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      if (/^\d+n$/.test(value)) return [name, BigInt(value.slice(0, -1))];
      return [name, /^\d+$/.test(value) ? Number(value) : value.replaceAll("'", "")];
    }),
  );
}

function parse(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === "string" && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  );
}

/** What an exchange responds: the first rows from a key or time on, else the latest ones. */
function page(rows: readonly Row[], { from, key }: PagedList, fields: Fields): readonly Row[] {
  const { startTime = 0, endTime = Infinity, limit } = fields as Record<string, number>;
  const first = from === undefined ? undefined : fields[from];
  const found = rows.filter(({ id, time }) => {
    return time >= startTime && time <= endTime && id >= Number(first ?? 0);
  });
  const isLatest = first === undefined && fields["startTime"] === undefined;
  // As they come; the reader sorts them.
  const sorted = found.toSorted(
    (one, other) => Number(one[key as "id"]) - Number(other[key as "id"]),
  );
  const kept = isLatest ? sorted.slice(-Number(limit)) : sorted.slice(0, limit);
  return found.filter((row) => kept.includes(row));
}

test("a gap says where it is and what to do", () => {
  expect(new PageGapError("getRows", { key: "7" })).toMatchObject({
    name: "PageGapError",
    operation: "getRows",
    message:
      "getRows: rows after key 7 are no longer available. " +
      "Read them from another list, or request pages more often and with more rows.",
  });
  expect(new PageGapError("getRows", {}).message).toContain("rows after the start are no longer");
});

for (const row of [{ id: "x" }, { id: 1.5 }, { id: "1x" }, { id: "x1" }, {}, null, 7, "text"]) {
  test(`the row ${JSON.stringify(row)} has no key`, async () => {
    await expect(eachRow(byKey, async () => [row], {}).next()).rejects.toMatchObject({
      name: "TradespecError",
      operation: "getRows",
      message: "getRows: a row has no integer in id, so no page can follow it.",
    });
  });
}

test("a page that is no list is an error, and one that says nothing is empty", async () => {
  const page = (body: unknown) => eachRow(byKey, async () => body as [], {}).next();
  await expect(page({ rows: [] })).rejects.toThrow("with the rows of getRows is not a list");
  expect(await page({})).toEqual({ done: true });
});

test("a key beyond 2^53 as text, and a negative one, are read exactly", async () => {
  const pages = [[{ id: "9007199254740993" }], [{ id: "-3" }, { id: -2n }]];
  const cursors = pages.map(async (rows) => {
    const walk = eachRow(latest, async () => rows, {});
    await walk.next();
    return walk.cursor();
  });
  expect(await Promise.all(cursors)).toEqual([{ key: "9007199254740993" }, { key: "-3" }]);
});

// A cursor that was not parsed, or something else, would begin at the start.
const notCursors = [{ key: "x" }, { key: "1", seen: "1" }, '{"key":"1"}', { fromId: 5 }, 5, null];
const aCursor = "resume has an invalid value; give a value from cursor().";
type Wrong = readonly [options: object, message: string, list?: PagedList, request?: object];
const wrongOptions: readonly Wrong[] = [
  ...notCursors.map((resume) => [{ resume }, aCursor] as const),
  [{ toId: "x" }, "toId has an invalid value; give an id."],
  [{ toId: 1 }, "toId is not an option; leave it out.", lists.bySpan],
  [{ everyMs: -1 }, "everyMs has an invalid value; give milliseconds from 0."],
  ...[Number.NaN, "4", 5n, null, 1.5, 0, 5].map(
    (limit): Wrong => [{}, "limit has an invalid value; give a whole number", byKey, { limit }],
  ),
];
for (const [options, message, list = byKey, request = {}] of wrongOptions) {
  test(`refused: ${JSON.stringify(options)} with ${inspect(request)}`, () => {
    expect(() => eachRow(list, async () => [], request, options)).toThrow(
      `Reading getRows has wrong options. ${message}`,
    );
  });
}
test("without a request, a list is read without fields", async () => {
  const rows = eachRow(byKey, async () => [], undefined as never);
  expect(await rows.next()).toEqual({ done: true, value: undefined });
});

test("an empty cursor resumes at the start", async () => {
  const rows = eachRow(byKey, async () => [], {}, { resume: {} });
  expect(await rows.next()).toEqual({ done: true, value: undefined });
});

const aborted = {
  name: "AbortedError",
  operation: "getRows",
  outcome: "notSent",
  message: "getRows was aborted by its caller. The exchange has not executed it.",
};

test("the place of a row that is in use is behind it", async () => {
  const rows = eachRow(byKey, async () => ids(1, 2), {});
  const places: unknown[] = [rows.cursor()];
  for await (const { id } of rows) {
    places.push(rows.cursor());
    if (id === 2) break;
  }
  expect(places).toEqual([{}, { key: "1" }, { key: "2" }]);
});

test("a wait that has ended no longer listens to its signal", async () => {
  const { signal, listening } = watchedSignal();
  const pages = [[], [], ids(1)];
  const after: RowOptions["after"] = (_, run) => {
    setImmediate(run);
    return () => undefined;
  };
  const rows = eachRow(byKey, async () => pages.shift() ?? [], {}, { follow: true, after, signal });
  expect(await rows.next()).toEqual({ done: false, value: ids(1)[0] });
  expect([pages, listening()]).toEqual([[], 0]);
});

test("a wait takes its time, and ends with its signal together with its timer", async () => {
  const waits: unknown[] = [];
  const ending = new AbortController();
  const after: RowOptions["after"] = (ms) => {
    waits.push(ms);
    return () => waits.push("cancelled");
  };
  const { signal } = ending;
  const options = { follow: true, after, signal };
  const usual = eachRow(byKey, async () => [], {}, options).next();
  const quick = eachRow(byKey, async () => [], {}, { ...options, everyMs: 5 }).next();
  await new Promise(setImmediate);
  ending.abort();
  await expect(usual).rejects.toMatchObject(aborted);
  await expect(quick).rejects.toMatchObject(aborted);
  expect(waits).toEqual([1000, 5, "cancelled", "cancelled"]);
  const late = eachRow(byKey, async () => [], {}, options).next();
  await expect(late).rejects.toMatchObject(aborted);
});
