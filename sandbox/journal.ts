/**
 * What lets a sandbox go on where it was, whatever ended it: a line for all that it was at one
 * moment, and a line for each thing that has changed it since, kept before anybody is answered.
 */

import { limits } from "../generated/limits.ts";
import { orderTransitions, orderTypeRules } from "../generated/order-rules.ts";
import { nextText, seedRandom } from "./engine/random.ts";
import { Refusal } from "./http/refusal.ts";
import { listings } from "./listings.ts";
import { decodePlain, encodePlain } from "./plain-data.ts";
import { type Entry, replay, type World } from "./world.ts";

/** Where lines are kept. See journal.node.ts for one in a file. */
export interface Journal {
  /** All lines, oldest first; none when the journal is new. Throws when one cannot be read. */
  readonly lines: () => Iterable<string>;
  /** Keeps a line for good. Throws when it cannot, and then nothing of the line is kept. */
  readonly append: (line: string) => void;
  /** Puts lines in the place of all others; throws when it cannot, and then changes nothing. */
  readonly replace: (lines: readonly string[]) => void;
  readonly close: () => void;
}

/** A journal that this sandbox cannot go on from; the message says why, and what to do. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

/** Keeps an entry before the world is changed by it. Throws a `Refusal` when it cannot. */
export type Keep = (entry: Entry) => void;

export interface KeptWorld {
  readonly world: World;
  /** Time of the last thing that happened, in milliseconds; `undefined` in a new journal. */
  readonly time: number | undefined;
  readonly keep: Keep;
}

/** What a journal belongs to; another seed or other rules would not come to the same world. */
interface Header {
  readonly journal: 2;
  readonly seed: string;
  readonly rules: string;
}

/** Letters that stand for all the rules that what happens to a command depends on. */
const rules = nextText(
  seedRandom(JSON.stringify([limits, orderTransitions, orderTypeRules, listings])),
  16,
);

/** Least length of the entries that are worth being replaced by what came of them. */
const growthMin = 8 * 1024 * 1024;

/**
 * The world that a journal holds, or the given one when the journal is new, and what keeps it
 * from here on. Throws a `JournalError` for a journal of another seed or of other rules.
 */
export function keepWorld(
  journal: Journal,
  seed: string,
  begin: () => World,
  report: (text: string) => void,
): KeptWorld {
  const header: Header = { journal: 2, seed, rules };
  const kept = readWorld(journal, header);
  const world = kept?.world ?? begin();
  let grown = 0;
  let growthMax = growthMin;
  const shorten = (): void => {
    const text = encodePlain(world);
    growthMax = Math.max(growthMin, 2 * text.length);
    grown = 0;
    journal.replace([JSON.stringify(header), text]);
  };
  if (kept?.time !== undefined || kept === undefined) shorten();
  const keep = (entry: Entry): void => {
    try {
      if (grown > growthMax) shorten();
    } catch (error) {
      report(`the journal cannot be shortened: ${messageOf(error)}`);
    }
    const text = encodePlain(entry);
    try {
      journal.append(text);
      grown += text.length;
    } catch (error) {
      report(`the journal cannot be written: ${messageOf(error)}`);
      if (isUsage(entry)) return;
      const what = "the exchange cannot write its journal and takes nothing; try again later.";
      throw new Refusal("DISCONNECTED", what);
    }
  };
  return { world, time: kept?.time ?? kept?.world.exchange.now, keep };
}

/** What only counts requests is not worth refusing them. */
function isUsage([what]: Entry): boolean {
  return what === "charge" || what === "ban" || what === "countOrder";
}

function readWorld(
  journal: Journal,
  wanted: Header,
): { readonly world: World; readonly time: number | undefined } | undefined {
  const lines = journal.lines()[Symbol.iterator]();
  const first = lines.next();
  if (first.done === true) return undefined;
  requireHeader(first.value, wanted);
  const second = lines.next();
  if (second.done === true) throw new JournalError("the journal ends behind its first line");
  const world = decodePlain(second.value) as World;
  const time = replay(world, entriesOf(lines));
  return { world, time };
}

function* entriesOf(lines: Iterator<string>): Iterable<Entry> {
  for (let line = lines.next(); line.done !== true; line = lines.next()) {
    yield decodePlain(line.value) as Entry;
  }
}

function requireHeader(text: string, { seed, rules: known }: Header): void {
  const header = readHeader(text);
  if (header?.journal !== 2) throw new JournalError("this is no journal of a sandbox");
  if (header.seed !== seed) {
    throw new JournalError(
      `the journal is of the seed "${header.seed}", not "${seed}"; give that seed or another file`,
    );
  }
  if (header.rules !== known) {
    throw new JournalError(
      "the journal was written under other rules than this version's; give another file, or " +
        "go on with the version that wrote it",
    );
  }
}

function readHeader(text: string): Partial<Header> | undefined {
  try {
    return JSON.parse(text) as Partial<Header>;
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
