/** The streams that are wanted, found by the bytes of a frame; reads what has a known form. */

import type { ConnectionRules } from "../types.ts";
import { ShapeMemory, type EventForm, type EventShape } from "./event-form.ts";
import { EventReader, isFrameBytes, signs } from "./event-reader.ts";

/** How a stream is read: not at all, into an object, or when its fields are asked for. */
export type RouteWay = "frame" | "event" | "view";

/** One stream, as frames are looked up. */
interface Route {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Absent where only the general reader knows what the stream carries. */
  readonly memory: ShapeMemory | undefined;
  shape: EventShape<object> | undefined;
  way: RouteWay;
  /** Another one whose name has the same hash. */
  next: Route | undefined;
}

/** Finds streams by name, and reads their frames without making text of the name. */
export class Routes {
  /** What `read` has found. */
  stream = "";
  data: unknown;
  readonly #before: Uint8Array;
  readonly #between: Uint8Array;
  readonly #reader = new EventReader();
  readonly #routes = new Map<string, Route>();
  readonly #byHash = new Map<number, Route>();
  readonly #memories = new Map<EventForm, ShapeMemory>();

  constructor({ wrapping = { stream: "stream", data: "data" } }: ConnectionRules) {
    this.#before = encoder.encode(`{${JSON.stringify(wrapping.stream)}:"`);
    this.#between = encoder.encode(`",${JSON.stringify(wrapping.data)}:`);
  }

  /** Reads frames of this stream in this way from now on. */
  set(name: string, form: EventForm | undefined, way: RouteWay): void {
    const known = this.#routes.get(name);
    if (known !== undefined) {
      known.way = way;
      return;
    }
    const bytes = encoder.encode(name);
    const hash = hashOf(bytes, 0, bytes.length);
    const memory = form && this.#memoryOf(form);
    const next = this.#byHash.get(hash);
    const route = { name, bytes, memory, shape: memory?.last, way, next };
    this.#routes.set(name, route);
    this.#byHash.set(hash, route);
  }

  /** Forgets a stream. */
  delete(name: string): void {
    const route = this.#routes.get(name);
    if (route === undefined) return;
    this.#routes.delete(name);
    const hash = hashOf(route.bytes, 0, route.bytes.length);
    const first = this.#byHash.get(hash);
    if (first === route) {
      if (route.next === undefined) this.#byHash.delete(hash);
      else this.#byHash.set(hash, route.next);
      return;
    }
    for (let other = first; other !== undefined; other = other.next) {
      if (other.next === route) other.next = route.next;
    }
  }

  /** Reads a frame into `stream` and `data`; says false when it is one for the general reader. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    if (!isFrameBytes(bytes) || !has(bytes, start, this.#before)) return false;
    const nameAt = start + this.#before.length;
    let at = nameAt;
    let hash = 0;
    for (let sign = bytes[at] ?? 0; sign !== signs.quote; sign = bytes[at] ?? 0) {
      if (at >= end) return false;
      hash = (Math.imul(hash, 31) + sign) | 0;
      at += 1;
    }
    let route = this.#byHash.get(hash);
    while (route !== undefined && !isName(bytes, nameAt, at, route.bytes)) route = route.next;
    if (route === undefined) return false;
    const { memory, name, way } = route;
    if (way === "frame") {
      this.data = undefined;
      this.stream = name;
      return true;
    }
    if (memory === undefined || !has(bytes, at, this.#between)) return false;
    at += this.#between.length;
    // The brace of the frame itself.
    if (bytes[end - 1] !== signs.close) return false;
    const { form } = memory;
    if (way === "view") {
      if (bytes[at] !== signs.open || bytes[end - 2] !== signs.close) return false;
      this.data = new form.View(bytes, at, end - 1);
    } else {
      const { shape } = route;
      if (shape === undefined) return false;
      this.#reader.begin(bytes, at, end);
      const data = form.fill(this.#reader, shape);
      if (!this.#reader.isWhole(end - 1)) return false;
      this.data = data;
    }
    this.stream = name;
    return true;
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

function has(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[at + index] !== wanted[index]) return false;
  }
  return true;
}

function isName(bytes: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  return end - start === name.length && has(bytes, start, name);
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  return hash;
}

const encoder = new TextEncoder();
