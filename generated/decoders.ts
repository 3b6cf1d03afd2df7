// Generated from spec/{asyncapi,events/*}.yaml by generators/emitters/decoders.ts.
// Do not edit: change the spec, then run `npm run generate`.

import type { EventShape, Unfinished } from "../runtime/streams/event-form.ts";
import type { EventReader } from "../runtime/streams/event-reader.ts";
import { EventView } from "../runtime/streams/event-view.ts";
import type { BookTickerEvent, MiniTickerEvent, TickerEvent, TradeEvent } from "./types.ts";

function fillTradeEvent(from: EventReader, { keys, pattern }: EventShape<TradeEvent>): TradeEvent {
  const event: Unfinished<TradeEvent> = { ...pattern };
  for (const key of keys) {
    from.key(key);
    switch (key) {
      case 101:
        event.e = from.text() as TradeEvent["e"];
        break;
      case 69:
        event.E = from.integer() as TradeEvent["E"];
        break;
      case 115:
        event.s = from.text() as TradeEvent["s"];
        break;
      case 116:
        event.t = from.integer() as TradeEvent["t"];
        break;
      case 112:
        event.p = from.text() as TradeEvent["p"];
        break;
      case 113:
        event.q = from.text() as TradeEvent["q"];
        break;
      case 98:
        event.b = from.integer() as TradeEvent["b"];
        break;
      case 97:
        event.a = from.integer() as TradeEvent["a"];
        break;
      case 84:
        event.T = from.integer() as TradeEvent["T"];
        break;
      case 109:
        event.m = from.flag() as TradeEvent["m"];
        break;
      case 77:
        event.M = from.flag() as TradeEvent["M"];
        break;
    }
  }

  return event as TradeEvent;
}

class TradeEventView extends EventView<TradeEvent> {
  get e(): TradeEvent["e"] {
    return this.text(101, "e") as TradeEvent["e"];
  }

  get E(): TradeEvent["E"] {
    return this.integer(69, "E") as TradeEvent["E"];
  }

  get s(): TradeEvent["s"] {
    return this.text(115, "s") as TradeEvent["s"];
  }

  get t(): TradeEvent["t"] {
    return this.integer(116, "t") as TradeEvent["t"];
  }

  get p(): TradeEvent["p"] {
    return this.text(112, "p") as TradeEvent["p"];
  }

  get q(): TradeEvent["q"] {
    return this.text(113, "q") as TradeEvent["q"];
  }

  get b(): TradeEvent["b"] {
    return this.integer(98, "b") as TradeEvent["b"];
  }

  get a(): TradeEvent["a"] {
    return this.integer(97, "a") as TradeEvent["a"];
  }

  get T(): TradeEvent["T"] {
    return this.integer(84, "T") as TradeEvent["T"];
  }

  get m(): TradeEvent["m"] {
    return this.flag(109, "m") as TradeEvent["m"];
  }

  get M(): TradeEvent["M"] {
    return this.flag(77, "M") as TradeEvent["M"];
  }
}

function fillBookTickerEvent(
  from: EventReader,
  { keys, pattern }: EventShape<BookTickerEvent>,
): BookTickerEvent {
  const event: Unfinished<BookTickerEvent> = { ...pattern };
  for (const key of keys) {
    from.key(key);
    switch (key) {
      case 101:
        event.e = from.text() as BookTickerEvent["e"];
        break;
      case 69:
        event.E = from.integer() as BookTickerEvent["E"];
        break;
      case 117:
        event.u = from.integer() as BookTickerEvent["u"];
        break;
      case 115:
        event.s = from.text() as BookTickerEvent["s"];
        break;
      case 98:
        event.b = from.text() as BookTickerEvent["b"];
        break;
      case 66:
        event.B = from.text() as BookTickerEvent["B"];
        break;
      case 97:
        event.a = from.text() as BookTickerEvent["a"];
        break;
      case 65:
        event.A = from.text() as BookTickerEvent["A"];
        break;
      case 84:
        event.T = from.integer() as BookTickerEvent["T"];
        break;
    }
  }

  return event as BookTickerEvent;
}

class BookTickerEventView extends EventView<BookTickerEvent> {
  get e(): BookTickerEvent["e"] {
    return this.text(101, "e") as BookTickerEvent["e"];
  }

  get E(): BookTickerEvent["E"] {
    return this.integer(69, "E") as BookTickerEvent["E"];
  }

  get u(): BookTickerEvent["u"] {
    return this.integer(117, "u") as BookTickerEvent["u"];
  }

  get s(): BookTickerEvent["s"] {
    return this.text(115, "s") as BookTickerEvent["s"];
  }

  get b(): BookTickerEvent["b"] {
    return this.text(98, "b") as BookTickerEvent["b"];
  }

  get B(): BookTickerEvent["B"] {
    return this.text(66, "B") as BookTickerEvent["B"];
  }

  get a(): BookTickerEvent["a"] {
    return this.text(97, "a") as BookTickerEvent["a"];
  }

  get A(): BookTickerEvent["A"] {
    return this.text(65, "A") as BookTickerEvent["A"];
  }

  get T(): BookTickerEvent["T"] {
    return this.integer(84, "T") as BookTickerEvent["T"];
  }
}

function fillTickerEvent(
  from: EventReader,
  { keys, pattern }: EventShape<TickerEvent>,
): TickerEvent {
  const event: Unfinished<TickerEvent> = { ...pattern };
  for (const key of keys) {
    from.key(key);
    switch (key) {
      case 101:
        event.e = from.text() as TickerEvent["e"];
        break;
      case 69:
        event.E = from.integer() as TickerEvent["E"];
        break;
      case 115:
        event.s = from.text() as TickerEvent["s"];
        break;
      case 112:
        event.p = from.text() as TickerEvent["p"];
        break;
      case 80:
        event.P = from.text() as TickerEvent["P"];
        break;
      case 119:
        event.w = from.text() as TickerEvent["w"];
        break;
      case 120:
        event.x = from.text() as TickerEvent["x"];
        break;
      case 99:
        event.c = from.text() as TickerEvent["c"];
        break;
      case 81:
        event.Q = from.text() as TickerEvent["Q"];
        break;
      case 98:
        event.b = from.text() as TickerEvent["b"];
        break;
      case 66:
        event.B = from.text() as TickerEvent["B"];
        break;
      case 97:
        event.a = from.text() as TickerEvent["a"];
        break;
      case 65:
        event.A = from.text() as TickerEvent["A"];
        break;
      case 111:
        event.o = from.text() as TickerEvent["o"];
        break;
      case 104:
        event.h = from.text() as TickerEvent["h"];
        break;
      case 108:
        event.l = from.text() as TickerEvent["l"];
        break;
      case 118:
        event.v = from.text() as TickerEvent["v"];
        break;
      case 113:
        event.q = from.text() as TickerEvent["q"];
        break;
      case 79:
        event.O = from.integer() as TickerEvent["O"];
        break;
      case 67:
        event.C = from.integer() as TickerEvent["C"];
        break;
      case 70:
        event.F = from.integer() as TickerEvent["F"];
        break;
      case 76:
        event.L = from.integer() as TickerEvent["L"];
        break;
      case 110:
        event.n = from.integer() as TickerEvent["n"];
        break;
    }
  }

  return event as TickerEvent;
}

class TickerEventView extends EventView<TickerEvent> {
  get e(): TickerEvent["e"] {
    return this.text(101, "e") as TickerEvent["e"];
  }

  get E(): TickerEvent["E"] {
    return this.integer(69, "E") as TickerEvent["E"];
  }

  get s(): TickerEvent["s"] {
    return this.text(115, "s") as TickerEvent["s"];
  }

  get p(): TickerEvent["p"] {
    return this.text(112, "p") as TickerEvent["p"];
  }

  get P(): TickerEvent["P"] {
    return this.text(80, "P") as TickerEvent["P"];
  }

  get w(): TickerEvent["w"] {
    return this.text(119, "w") as TickerEvent["w"];
  }

  get x(): TickerEvent["x"] {
    return this.text(120, "x") as TickerEvent["x"];
  }

  get c(): TickerEvent["c"] {
    return this.text(99, "c") as TickerEvent["c"];
  }

  get Q(): TickerEvent["Q"] {
    return this.text(81, "Q") as TickerEvent["Q"];
  }

  get b(): TickerEvent["b"] {
    return this.text(98, "b") as TickerEvent["b"];
  }

  get B(): TickerEvent["B"] {
    return this.text(66, "B") as TickerEvent["B"];
  }

  get a(): TickerEvent["a"] {
    return this.text(97, "a") as TickerEvent["a"];
  }

  get A(): TickerEvent["A"] {
    return this.text(65, "A") as TickerEvent["A"];
  }

  get o(): TickerEvent["o"] {
    return this.text(111, "o") as TickerEvent["o"];
  }

  get h(): TickerEvent["h"] {
    return this.text(104, "h") as TickerEvent["h"];
  }

  get l(): TickerEvent["l"] {
    return this.text(108, "l") as TickerEvent["l"];
  }

  get v(): TickerEvent["v"] {
    return this.text(118, "v") as TickerEvent["v"];
  }

  get q(): TickerEvent["q"] {
    return this.text(113, "q") as TickerEvent["q"];
  }

  get O(): TickerEvent["O"] {
    return this.integer(79, "O") as TickerEvent["O"];
  }

  get C(): TickerEvent["C"] {
    return this.integer(67, "C") as TickerEvent["C"];
  }

  get F(): TickerEvent["F"] {
    return this.integer(70, "F") as TickerEvent["F"];
  }

  get L(): TickerEvent["L"] {
    return this.integer(76, "L") as TickerEvent["L"];
  }

  get n(): TickerEvent["n"] {
    return this.integer(110, "n") as TickerEvent["n"];
  }
}

function fillMiniTickerEvent(
  from: EventReader,
  { keys, pattern }: EventShape<MiniTickerEvent>,
): MiniTickerEvent {
  const event: Unfinished<MiniTickerEvent> = { ...pattern };
  for (const key of keys) {
    from.key(key);
    switch (key) {
      case 101:
        event.e = from.text() as MiniTickerEvent["e"];
        break;
      case 69:
        event.E = from.integer() as MiniTickerEvent["E"];
        break;
      case 115:
        event.s = from.text() as MiniTickerEvent["s"];
        break;
      case 99:
        event.c = from.text() as MiniTickerEvent["c"];
        break;
      case 111:
        event.o = from.text() as MiniTickerEvent["o"];
        break;
      case 104:
        event.h = from.text() as MiniTickerEvent["h"];
        break;
      case 108:
        event.l = from.text() as MiniTickerEvent["l"];
        break;
      case 118:
        event.v = from.text() as MiniTickerEvent["v"];
        break;
      case 113:
        event.q = from.text() as MiniTickerEvent["q"];
        break;
    }
  }

  return event as MiniTickerEvent;
}

class MiniTickerEventView extends EventView<MiniTickerEvent> {
  get e(): MiniTickerEvent["e"] {
    return this.text(101, "e") as MiniTickerEvent["e"];
  }

  get E(): MiniTickerEvent["E"] {
    return this.integer(69, "E") as MiniTickerEvent["E"];
  }

  get s(): MiniTickerEvent["s"] {
    return this.text(115, "s") as MiniTickerEvent["s"];
  }

  get c(): MiniTickerEvent["c"] {
    return this.text(99, "c") as MiniTickerEvent["c"];
  }

  get o(): MiniTickerEvent["o"] {
    return this.text(111, "o") as MiniTickerEvent["o"];
  }

  get h(): MiniTickerEvent["h"] {
    return this.text(104, "h") as MiniTickerEvent["h"];
  }

  get l(): MiniTickerEvent["l"] {
    return this.text(108, "l") as MiniTickerEvent["l"];
  }

  get v(): MiniTickerEvent["v"] {
    return this.text(118, "v") as MiniTickerEvent["v"];
  }

  get q(): MiniTickerEvent["q"] {
    return this.text(113, "q") as MiniTickerEvent["q"];
  }
}

/**
 * How messages whose fields hold single values are read out of bytes, by the stream that carries
 * them.
 *
 * @see spec/asyncapi.yaml
 */
export const eventForms = {
  trade: {
    fields: {
      e: "text",
      E: "integer",
      s: "text",
      t: "integer",
      p: "text",
      q: "text",
      b: "integer",
      a: "integer",
      T: "integer",
      m: "flag",
      M: "flag",
    },
    fill: fillTradeEvent,
    View: TradeEventView,
  },
  bookTicker: {
    fields: {
      e: "text",
      E: "integer",
      u: "integer",
      s: "text",
      b: "text",
      B: "text",
      a: "text",
      A: "text",
      T: "integer",
    },
    fill: fillBookTickerEvent,
    View: BookTickerEventView,
  },
  ticker: {
    fields: {
      e: "text",
      E: "integer",
      s: "text",
      p: "text",
      P: "text",
      w: "text",
      x: "text",
      c: "text",
      Q: "text",
      b: "text",
      B: "text",
      a: "text",
      A: "text",
      o: "text",
      h: "text",
      l: "text",
      v: "text",
      q: "text",
      O: "integer",
      C: "integer",
      F: "integer",
      L: "integer",
      n: "integer",
    },
    fill: fillTickerEvent,
    View: TickerEventView,
  },
  miniTicker: {
    fields: {
      e: "text",
      E: "integer",
      s: "text",
      c: "text",
      o: "text",
      h: "text",
      l: "text",
      v: "text",
      q: "text",
    },
    fill: fillMiniTickerEvent,
    View: MiniTickerEventView,
  },
} as const;
