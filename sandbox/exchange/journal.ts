/**
 * Lets a sandbox continue after any end: the first line holds a whole state, and each further line
 * one change, written before the client gets its response.
 */

import { orderTypeRules } from "../../generated/order-rules.ts";
import { orderTransitions } from "../../generated/order-states.ts";
import { parseJsonOr } from "../../runtime/encoding/json-or.ts";
import type { Setup } from "../config/setup.ts";
import { nextText, seedRandom } from "../engine/random.ts";
import { type Change, replay, type ServerState } from "./exchange.ts";
import { decodePlain, encodePlain } from "./plain-data.ts";
import { messageOf, RequestError } from "./request-error.ts";
import { withSettings } from "./seed.ts";

/** Storage of lines. See journal.node.ts for a file. */
export interface Journal {
  /** All lines, oldest first; none in a new journal. Throws for an unreadable line. */
  readonly lines: () => Iterable<string>;
  /** Stores a line durably. When it throws, nothing of the line is stored. */
  readonly append: (line: string) => void;
  /** Replaces all lines; when it throws, nothing has changed. */
  readonly replace: (lines: readonly string[]) => void;
  readonly close: () => void;
}

/** A journal that this sandbox cannot continue; the message says why, and what to do. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}

const format = 6;

/** Identity of a journal's sandbox; another seed or other rules would lead to another state. */
interface Header {
  readonly journal: number;
  readonly seed: string;
  readonly rules: string;
}

/** Hash of the rules that determine what a command does; accounts may be added. */
function rulesOf({ listings, limits, choices }: Setup): string {
  const all = [limits, orderTransitions, orderTypeRules, listings, choices];
  return nextText(seedRandom(JSON.stringify(all)), 16);
}

interface JournalBeginning {
  readonly seed: string;
  readonly setup: Setup;
  readonly begin: () => ServerState;
  readonly report: (text: string) => void;
}

/** The journal is compacted when its changes exceed this and twice the state. */
const growthMin = 8 * 1024 * 1024;

/**
 * The state in a journal, or that of `begin` for a new one, with a recorder of its changes. Throws
 * a `JournalError` for a journal of another seed or other rules.
 */
export function openJournaledState(
  journal: Journal,
  { seed, setup, begin, report }: JournalBeginning,
) {
  const header: Header = { journal: format, seed, rules: rulesOf(setup) };
  const stored = readState(journal, header, setup);
  const opened = stored?.server ?? begin();
  // The time of the last change; none in a new journal.
  const time = stored?.time ?? stored?.server.exchange.now;
  const server = { ...opened, exchange: withSettings(opened.exchange, setup, time) };
  let grown = 0;
  let growthMax = growthMin;
  const compact = (text = encodePlain(server)): void => {
    growthMax = Math.max(growthMin, 2 * text.length);
    grown = 0;
    journal.replace([JSON.stringify(header), text]);
  };
  const text = encodePlain(server);
  try {
    if (text !== stored?.text) compact(text);
  } catch (error) {
    const mend = "make room for it, or give another file";
    throw new JournalError(`the journal cannot be written: ${messageOf(error)}; ${mend}`);
  }
  /** Writes a change before it is made. Throws a `RequestError` when it cannot. */
  const record = (change: Change): void => {
    try {
      if (grown > growthMax) compact();
    } catch (error) {
      report(`the journal cannot be shortened: ${messageOf(error)}`);
    }
    const text = encodePlain(change);
    try {
      journal.append(text);
      grown += text.length;
    } catch (error) {
      report(`the journal cannot be written: ${messageOf(error)}`);
      // A lost request count is no reason to reject requests.
      if (["charge", "chargeAccount", "ban", "countOrder"].includes(change[0])) return;
      const what =
        "the exchange cannot write its journal and accepts no requests; try again later.";
      throw new RequestError("DISCONNECTED", what);
    }
  };
  return { server, time, record };
}

function readState(journal: Journal, wanted: Header, { limits }: Setup) {
  const [first, text, ...changes] = journal.lines();
  if (first === undefined) return undefined;
  requireHeader(first, wanted);
  if (text === undefined) throw new JournalError("the journal ends after its first line");
  const server = decodePlain(text) as ServerState;
  return { server, text, time: replay(server, changes.map(decodePlain) as Change[], limits) };
}

function requireHeader(text: string, wanted: Header): void {
  const header = Object(parseJsonOr(text, {})) as Partial<Header>;
  if (typeof header.journal !== "number") {
    throw new JournalError("this is not a journal of a sandbox");
  }
  if (header.journal !== wanted.journal) {
    throw new JournalError(
      `the journal was written by another version of the sandbox, in format ${header.journal}; ` +
        `this one continues format ${wanted.journal} only. Give another file to start anew, or use ` +
        "that version; the file was not changed",
    );
  }
  if (header.seed !== wanted.seed) {
    throw new JournalError(
      `the journal belongs to the seed "${header.seed}", not "${wanted.seed}"; give that seed or ` +
        "another file",
    );
  }
  if (header.rules !== wanted.rules) {
    throw new JournalError(
      "the journal was written under other rules: symbols, limits or choices, or those of another " +
        "version; give another file, or use the original settings",
    );
  }
}
