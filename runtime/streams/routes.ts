/** The streams that are wanted, found by the bytes of a frame; reads what has a known form. */

import type { ConnectionRules } from "../tables.ts";
import { type FrameBytes, isFrameBytes, NameFinder, Page, Pattern, signs } from "./event-bytes.ts";
import { type EventForm, type EventShape, ShapeMemory } from "./event-form.ts";
import { EventReader } from "./event-reader.ts";
import type { Feed } from "./feeds.ts";

/** How a stream is read: not at all, into an object, or when its fields are asked for. */
export type RouteWay = "frame" | "event" | "view";

/** One stream, as frames are looked up. */
interface Route {
  readonly name: string;
  /** All who want it. */
  readonly feed: Feed;
  /** Its name, and what stands between it and the message. */
  readonly pattern: Pattern;
  readonly hash: number;
  /** Absent where only the general reader knows what the stream carries. */
  readonly memory: ShapeMemory | undefined;
  shape: EventShape<object> | undefined;
  way: RouteWay;
  /** Another one whose name has the same hash. */
  next: Route | undefined;
}

/** Finds streams by name, and reads their frames without making text of the name. */
export class Routes {
  /** What `read` has read. */
  data: unknown;
  readonly #before: Pattern;
  readonly #between: string;
  readonly #finder = new NameFinder();
  /** Where the last message lay. */
  #page: Page | undefined;
  #frame: FrameBytes | undefined;
  #offset = 0;
  readonly #reader = new EventReader();
  readonly #routes = new Map<string, Route>();
  /** By the last bits of their hash: an array costs less than a map. */
  #table: (Route | undefined)[] = [undefined];
  readonly #memories = new Map<EventForm, ShapeMemory>();

  constructor({ wrapping = { stream: "stream", data: "data" } }: ConnectionRules) {
    this.#before = new Pattern(`{${JSON.stringify(wrapping.stream)}:"`);
    this.#between = `",${JSON.stringify(wrapping.data)}:`;
  }

  /** Reads frames of this stream in this way from now on. */
  set(feed: Feed, form: EventForm | undefined, way: RouteWay): void {
    const { name } = feed.stream;
    const known = this.#routes.get(name);
    if (known?.feed === feed) {
      known.way = way;
      return;
    }
    this.delete(name);
    const pattern = new Pattern(name + this.#between);
    const hash = this.#hashOf(name);
    const memory = form && this.#memoryOf(form);
    const { last } = memory ?? {};
    const route: Route = { name, feed, pattern, hash, memory, shape: last, way, next: undefined };
    this.#routes.set(name, route);
    if (this.#routes.size > this.#table.length) this.#fill(4 * this.#table.length);
    else this.#put(route);
  }

  /** Forgets a stream. */
  delete(name: string): void {
    const route = this.#routes.get(name);
    if (route === undefined) return;
    this.#routes.delete(name);
    const place = route.hash & (this.#table.length - 1);
    let before = this.#table[place];
    if (before === route) this.#table[place] = route.next;
    while (before !== undefined && before.next !== route) before = before.next;
    if (before !== undefined) before.next = route.next;
  }

  /** Reads a frame into `data` and tells whose it is; none when it is for the general reader. */
  read(frame: Uint8Array, from: number, to: number): Feed | undefined {
    if (!isFrameBytes(frame)) return undefined;
    // Asking bytes for what they lie in costs as much as reading a field.
    const page = frame === this.#frame && this.#page !== undefined ? this.#page : this.#turn(frame);
    const { bytes } = page;
    const start = this.#offset + from;
    const end = this.#offset + to;
    const nameAt = start + this.#before.bytes.length;
    if (nameAt + this.#between.length > end || !this.#before.isAt(page.words, start))
      return undefined;
    // What is looked for behind the name must lie in the frame.
    if (!this.#finder.find(page.words, nameAt, end - this.#between.length)) return undefined;
    const { end: nameEnd, hash } = this.#finder;
    const table = this.#table;
    let route = table[hash & (table.length - 1)];
    while (route !== undefined && (route.hash !== hash || !isHere(route, page, nameAt, nameEnd))) {
      route = route.next;
    }
    if (route === undefined) return undefined;
    const { feed, memory, way } = route;
    this.data = undefined;
    if (way === "frame") return feed;
    const at = nameEnd + this.#between.length;
    // The brace of the frame itself.
    if (memory === undefined || bytes[end - 1] !== signs.close) return undefined;
    if (way === "view") {
      if (bytes[at] !== signs.open || bytes[end - 2] !== signs.close) return undefined;
      this.data = new memory.form.View(page, at, end - 1);
      return feed;
    }
    if (route.shape === undefined) return undefined;
    const reader = this.#reader;
    reader.begin(page, at, end - 1);
    this.data = memory.form.fill(reader, route.shape);
    return reader.isWhole() ? feed : undefined;
  }

  /** Whether nobody wants more of a stream than its frames. */
  isUnread(name: string): boolean {
    return this.#routes.get(name)?.way === "frame";
  }

  /** What the general reader has read, as whoever wants the stream takes it. Learns its form. */
  learn(stream: string, data: unknown): unknown {
    const route = this.#routes.get(stream);
    if (route?.memory === undefined) return data;
    if (route.way === "view") return viewOf(route.memory.form, data);
    route.shape = route.memory.shapeOf(data) ?? route.shape;
    return data;
  }

  #put(route: Route): void {
    const place = route.hash & (this.#table.length - 1);
    route.next = this.#table[place];
    this.#table[place] = route;
  }

  #fill(length: number): void {
    this.#table = Array.from({ length });
    for (const route of this.#routes.values()) this.#put(route);
  }

  #turn(frame: FrameBytes): Page {
    const { buffer, byteOffset } = frame;
    this.#frame = frame;
    this.#offset = byteOffset;
    if (this.#page?.buffer !== buffer) this.#page = new Page(frame);
    this.#page.limit = byteOffset + frame.length;
    return this.#page;
  }

  /** Of a name that may have other signs than ASCII: then no frame has it in its bytes. */
  #hashOf(name: string): number {
    const bytes = new TextEncoder().encode(`${name}"`);
    this.#finder.find(new DataView(bytes.buffer), 0, bytes.length);
    return this.#finder.hash;
  }

  #memoryOf(form: EventForm): ShapeMemory {
    let memory = this.#memories.get(form);
    if (memory === undefined) this.#memories.set(form, (memory = new ShapeMemory(form)));
    return memory;
  }
}

/** A view of what was read already. */
export function viewOf(form: EventForm, data: unknown): unknown {
  return typeof data === "object" && data !== null ? new form.View(undefined, 0, 0, data) : data;
}

function isHere({ name, pattern }: Route, { words }: Page, start: number, end: number): boolean {
  return name.length === end - start && pattern.isAt(words, start);
}
