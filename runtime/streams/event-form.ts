/** How one kind of flat message is read out of bytes, and what forms of it have been seen. */

import type { Page } from "./event-bytes.ts";
import { type EventReader, keyOf } from "./event-reader.ts";
import type { EventView } from "./event-view.ts";

/** What a field holds. */
export type FieldKind = "text" | "integer" | "flag";

/** The fields that an exchange sends of a message, in its order. */
export interface EventShape<Event> {
  readonly keys: readonly number[];
  /** An event with these fields and no meaning; what is read is filled into a copy. */
  readonly pattern: Event;
}

/** An event that is being filled. */
export type Unfinished<Event> = { -readonly [Field in keyof Event]?: Event[Field] | undefined };

/** One kind of message, as `generated/decoders.ts` has it. */
export interface EventForm<Event extends object = object> {
  /** Every field that the spec knows. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Reads one message in the order of a shape; worth nothing where the reader says `isOdd`. */
  fill(from: EventReader, shape: EventShape<Event>): Event;
  readonly View: new (
    page: Page | undefined,
    start: number,
    end: number,
    whole?: unknown,
  ) => EventView<Event>;
}

/** Shapes that are remembered; an exchange has one or two of each message. */
const shapesMax = 16;

/** Shapes of one form that have been seen. */
export class ShapeMemory {
  readonly form: EventForm;
  /** The newest. */
  last: EventShape<object> | undefined;
  readonly #shapes = new Map<string, EventShape<object>>();

  constructor(form: EventForm) {
    this.form = form;
  }

  /** The shape of a message that was read in general; none where a field of it is unknown. */
  shapeOf(data: unknown): EventShape<object> | undefined {
    if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
    const names = Object.keys(data);
    const text = names.join();
    const known = this.#shapes.get(text);
    if (known !== undefined) return (this.last = known);
    const { fields } = this.form;
    const isKnown = names.every((name) => Object.hasOwn(fields, name) && keyOf(name) > 0);
    if (!isKnown || names.length === 0 || this.#shapes.size >= shapesMax) return undefined;
    const members = names.map((name) => `"${name}":${samples[fields[name] ?? "flag"]}`);
    const pattern = JSON.parse(`{${members.join()}}`) as object;
    const shape = { keys: names.map(keyOf), pattern };
    this.#shapes.set(text, shape);
    return (this.last = shape);
  }
}

/** Values as they will come: a time needs more room than a small number. */
const samples: Readonly<Record<FieldKind, string>> = {
  text: '"0"',
  integer: String(1e12),
  flag: "true",
};
