/** The quick readers of stream messages against the general one, on every kind of oddity. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { eventForms } from "../../../generated/decoders.ts";
import { createStreams } from "../../../generated/stream-client.ts";
import { connectionRules } from "../../../generated/streams.ts";
import { encodeJson } from "../../../runtime/encoding/json.ts";
import type { EventForm, FieldKind } from "../../../runtime/streams/event-form.ts";
import { EventView } from "../../../runtime/streams/event-view.ts";
import type { Feed } from "../../../runtime/streams/feeds.ts";
import { readFrame } from "../../../runtime/streams/frames.ts";
import { Routes, type RouteWay } from "../../../runtime/streams/routes.ts";
import { NodeSocket } from "../../../runtime/streams/socket.node.ts";
import { FrameCutter, opcodes } from "../../../runtime/streams/socket-frames.node.ts";
import { startSandbox } from "../../../sandbox/main.node.ts";
import { runs } from "../../support/runs.ts";

const counts = { numRuns: runs({ commit: 3_000, gate: 200_000, release: 5_000_000 }) };
const forms: Readonly<Record<string, EventForm>> = eventForms;
const ids = Object.keys(forms);

const valueOf: Readonly<Record<FieldKind, fc.Arbitrary<unknown>>> = {
  text: fc.oneof(
    { weight: 20, arbitrary: fc.stringMatching(/^[0-9]{1,6}\.[0-9]{8}$/) },
    { weight: 20, arbitrary: fc.stringMatching(/^[A-Z]{3,9}$/) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  ),
  integer: fc.oneof(
    { weight: 10, arbitrary: fc.nat() },
    { weight: 10, arbitrary: fc.nat({ max: Number.MAX_SAFE_INTEGER }) },
    { weight: 10, arbitrary: fc.constantFrom(0, 99_999_999, 999_999_999, 1_000_000_000) },
    { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }) },
    { weight: 1, arbitrary: fc.constantFrom(2 ** 53 - 1, BigInt(2 ** 53)) },
  ),
  flag: fc.boolean(),
};

/** Members of one message: fields of the spec, some of them, in some order. */
function membersOf(id: string): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
  const { fields } = forms[id] as EventForm;
  const names = Object.keys(fields);
  const some = fc.oneof(
    { weight: 3, arbitrary: fc.subarray(names) },
    { weight: 1, arbitrary: fc.shuffledSubarray(names) },
  );
  return some.chain((chosen) =>
    fc.tuple(
      ...chosen.map((name) =>
        valueOf[fields[name] ?? "flag"].map((value) => [name, value] as const),
      ),
    ),
  );
}

function textOf(members: readonly (readonly [string, unknown])[]): string {
  const texts = members.map(([name, value]) => `${JSON.stringify(name)}:${encodeJson(value)}`);
  return `{${texts.join()}}`;
}

/** A message, another one that was seen before it, and what became of it on the way. */
const cases = fc.constantFrom(...ids).chain((id) =>
  fc.record({
    id: fc.constant(id),
    name: fc.constantFrom(`btcusdt@${id}`, `ethusdt@${id}`, `x@${id}`, `längst@${id}`, `a"b@${id}`),
    before: membersOf(id),
    isLike: fc.boolean(),
    members: membersOf(id),
    harm: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      {
        weight: 2,
        arbitrary: fc.record({
          at: fc.nat(400),
          cut: fc.nat(3),
          put: fc.constantFrom(
            "",
            " ",
            "0",
            "-",
            ".5",
            "e3",
            '"',
            "\\",
            ",",
            "}",
            "{}",
            "null",
            "é",
            '"zz":1,',
          ),
        }),
      },
    ),
  }),
);

function harmed(text: string, harm: { at: number; cut: number; put: string } | undefined): string {
  if (harm === undefined) return text;
  const at = harm.at % (text.length + 1);
  return text.slice(0, at) + harm.put + text.slice(at + harm.cut);
}

function feedOf(name: string): Feed {
  return { stream: { name }, consumers: new Set(), list: [], lane: undefined, isLive: true };
}

/** What a link does with a frame: the quick way, else the general one. */
function receive(
  routes: Routes,
  bytes: Buffer,
): { readonly isQuick: boolean; readonly data: unknown } {
  // In the middle of others, as it comes.
  const page = Buffer.concat([Buffer.from('9"}'), bytes, Buffer.from('1,"p":"9"}}')]);
  const feed = routes.read(page, 3, 3 + bytes.length);
  if (feed !== undefined) {
    return { isQuick: true, data: { stream: feed.stream.name, data: routes.data } };
  }
  const read = readFrame(bytes, connectionRules);
  if (read.kind !== "event") return { isQuick: false, data: read };
  const { stream } = read;
  return { isQuick: false, data: { stream, data: routes.learn(stream, read.data) } };
}

function expected(bytes: Buffer): unknown {
  const read = readFrame(bytes, connectionRules);
  return read.kind === "event" ? { stream: read.stream, data: read.data } : read;
}

function given(
  {
    id,
    name,
    before,
    isLike,
    members,
    harm,
  }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never,
  way: RouteWay,
) {
  const routes = new Routes(connectionRules);
  for (const other of ids) routes.set(feedOf(`btcusdt@${other}`), forms[other], way);
  routes.set(feedOf(name), forms[id], way);
  const wrap = (text: string): string => `{"stream":${JSON.stringify(name)},"data":${text}}`;
  receive(routes, Buffer.from(wrap(textOf(isLike ? members : before))));
  const bytes = Buffer.from(harmed(wrap(textOf(members)), harm));
  return { routes, bytes };
}

describe("a message out of bytes", () => {
  test("is what the general reader makes of it, field by field and in order", () => {
    let quick = 0;
    fc.assert(
      fc.property(cases, (each) => {
        const { routes, bytes } = given(each, "event");
        const { isQuick, data } = receive(routes, bytes);
        const want = expected(bytes);
        expect(data).toStrictEqual(want);
        expect(keysOf(data)).toEqual(keysOf(want));
        if (isQuick) quick += 1;
      }),
      counts,
    );
    // A property that always takes the general way would hold as well.
    expect(quick).toBeGreaterThan(counts.numRuns / 20);
  });

  test("as a view has the same fields, or says that what came is no JSON", () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat()), (each, chance) => {
        const { routes, bytes } = given(each, "view");
        const { data } = receive(routes, bytes);
        const want = expected(bytes) as { readonly data?: Readonly<Record<string, unknown>> };
        const view = (data as { readonly data?: unknown }).data;
        if (!(view instanceof EventView)) {
          expect(data).toStrictEqual(want);
          return;
        }
        const names = Object.keys(forms[each.id]?.fields ?? {});
        const asked = names.map((name) => [chance.next().value, name] as const);
        const isRead = want.data !== undefined;
        // A name that comes twice is read where it stands first.
        if (isRead && isTwice(bytes, names)) return;
        for (const [, name] of asked.sort(([one], [other]) => one - other)) {
          if (isRead) expect(Reflect.get(view, name)).toStrictEqual(want.data?.[name]);
          else expectValueOrJsonError(() => Reflect.get(view, name));
        }
        if (isRead) expect(view.toObject()).toStrictEqual(want.data);
        else expect(() => view.toObject()).toThrow("not JSON");
      }),
      counts,
    );
  });

  test("is found among 5,000 streams, and not when it is none of them", () => {
    const routes = new Routes(connectionRules);
    const names = Array.from({ length: 5_000 }, (_, index) => `symbol${index}@trade`);
    for (const name of names) routes.set(feedOf(name), forms["trade"], "frame");
    const heard = (name: string): string | undefined => {
      const bytes = Buffer.from(`{"stream":"${name}","data":{}}`);
      return routes.read(bytes, 0, bytes.length)?.stream.name;
    };
    expect(names.map(heard)).toEqual(names);
    for (const name of names.filter((_, index) => index % 2 === 0)) routes.delete(name);
    const left = names.map((name, index) => (index % 2 === 1 ? name : undefined));
    expect(names.map(heard)).toEqual(left);
  });
});

function keysOf(read: unknown): readonly string[] {
  return Object.keys((read as { readonly data?: object | null }).data ?? {});
}

function isTwice(bytes: Buffer, names: readonly string[]): boolean {
  const text = bytes.toString();
  return names.some((name) => text.split(`"${name}":`).length > 2);
}

function expectValueOrJsonError(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toMatchObject({ name: expect.stringMatching(/JsonError|TypeError/) });
  }
}

describe("a socket of our own for Node", () => {
  const frame = (first: number, payload: Uint8Array): Buffer => {
    const { length } = payload;
    const size = length < 126 ? [length] : [126, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([first, ...size]), payload]);
  };

  test("cuts messages out of pieces of any length", () => {
    const message = fc.record({
      text: fc.string({ maxLength: 300 }),
      parts: fc.integer({ min: 1, max: 3 }),
      ping: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }),
        (messages, lengths) => {
          const frames = messages.flatMap(({ text, parts, ping }) => {
            const bytes = Buffer.from(text);
            const size = Math.ceil(bytes.length / parts);
            return Array.from({ length: parts }, (_, index) => {
              const isLast = index === parts - 1;
              const part = bytes.subarray(index * size, isLast ? undefined : (index + 1) * size);
              const data = frame((isLast ? 0x80 : 0) | (index === 0 ? opcodes.text : 0), part);
              return ping ? Buffer.concat([frame(0x89, Buffer.from("?")), data]) : data;
            });
          });
          const all = Buffer.concat(frames);
          const heard: string[] = [];
          const cutter = new FrameCutter({
            text: (bytes, start, end) =>
              heard.push(Buffer.from(bytes.subarray(start, end)).toString()),
            binary: () => heard.push("binary"),
            control: (_, payload) => expect(Buffer.from(payload).toString()).toBe("?"),
            fault: (code) => heard.push(`fault ${code}`),
          });
          for (let at = 0, turn = 0; at < all.length; turn += 1) {
            const length = lengths[turn % lengths.length] ?? 1;
            cutter.take(all.subarray(at, at + length));
            at += length;
          }
          expect(heard).toEqual(messages.map(({ text }) => Buffer.from(text).toString()));
        },
      ),
      { numRuns: runs({ commit: 300, gate: 20_000, release: 500_000 }) },
    );
  });

  test.each([
    ["a masked frame", [0x81, 0x81, 1, 2, 3, 4, 5], 1002],
    ["a compressed frame", [0xc1, 1, 65], 1002],
    ["a continuation of nothing", [0x80, 1, 65], 1002],
    ["an unknown kind", [0x83, 1, 65], 1002],
    ["a ping in parts", [0x09, 0], 1002],
    ["more than anybody sends", [0x81, 127, 0, 0, 1, 0, 0, 0, 0, 0], 1009],
  ])("refuses %s, and hears nothing after it", (_, bytes, code) => {
    const told: unknown[] = [];
    const note = (what: unknown): void => void told.push(what);
    const cutter = new FrameCutter({
      text: note,
      binary: () => note("binary"),
      control: note,
      fault: note,
    });
    cutter.take(Buffer.from(bytes));
    cutter.take(Buffer.from([0x81, 1, 65]));
    expect(told).toEqual([code]);
  });

  test("carries streams, objects and views alike, and ends without a handle", async () => {
    const { sandbox, port, close } = await startSandbox({ port: 0 });
    const url = `ws://127.0.0.1:${port}/stream`;
    const streams = createStreams({ url, WebSocket: NodeSocket });
    try {
      const events: unknown[] = [];
      const views: unknown[] = [];
      const objects = streams.trade("BTCUSDT").each((event) => events.push(event));
      const viewing = streams.trade("BTCUSDT", { view: true }).each((event) => {
        views.push({ ...event.toObject(), p: event.p });
      });
      const only = streams.trade("ETHUSDT", { view: true });
      const first = only[Symbol.asyncIterator]().next();
      await expect
        .poll(() => [objects, viewing, only].map(({ state }) => state()))
        .toEqual(["live", "live", "live"]);
      for (let count = 0; count < 5; count += 1) {
        for (const symbol of ["BTCUSDT", "ETHUSDT"]) {
          const order = { kind: "place", account: "alice", side: "BUY", type: "MARKET" } as const;
          const clientOrderId = `${symbol}-${count}`;
          sandbox.venue.execute({ ...order, symbol, quantity: 100_000n, clientOrderId });
        }
      }
      await expect.poll(() => Math.min(events.length, views.length)).toBeGreaterThanOrEqual(5);
      expect(views).toEqual(events);
      expect((await first).value?.s).toBe("ETHUSDT");
    } finally {
      streams.close();
      await close();
    }
  });

  test("tells the status of a refusal", async () => {
    const { port, close } = await startSandbox({ port: 0 });
    const words = await new Promise((resolve) => {
      const socket = new NodeSocket(`ws://127.0.0.1:${port}/nowhere`);
      socket.addEventListener("error", (event) => resolve(Reflect.get(event, "message")));
    });
    await close();
    expect(words).toMatch(/ 4[0-9]{2}$/);
  });
});
