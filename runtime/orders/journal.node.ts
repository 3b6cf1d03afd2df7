/**
 * A journal of placements in a file: a line when a placement begins, and one when it ends. The
 * first is on the disk before the request leaves. The file holds the fields of orders, and no API
 * key, secret or signature.
 */

import { platform } from "../defaults.ts";
import { TradespecError } from "../errors.ts";
import { callable, checkOptions, flag, integer, text } from "../options.ts";
import type { JournalEvent } from "./journal-file.node.ts";
import { openJournalFile } from "./journal-file.node.ts";
import type { PlacementEntry, PlacementJournal } from "./types.ts";
import { checkedEntry } from "./types.ts";

export type { JournalEvent } from "./journal-file.node.ts";

/** How a journal keeps its file. */
export interface PlacementJournalOptions {
  /**
   * Whether to wait for the disk before a request is sent, so that a loss of power loses no
   * placement; true when absent. With false only a crash of the process loses none.
   */
  readonly fsync?: boolean;
  /** Lines after which the file is rewritten with the pending placements; 10 000 when absent. */
  readonly linesMax?: number;
  /** Receives what was found when the file was opened: an incomplete last line, for example. */
  readonly onEvent?: (event: JournalEvent) => void;
}

/** A journal with a file to close. */
export interface FilePlacementJournal extends PlacementJournal {
  readonly close: () => Promise<void>;
}

/**
 * Opens a journal, or makes one. A file has one owner at a time: of all processes and threads that
 * open it, one succeeds, until it closes the journal or ends. An incomplete last line is dropped:
 * its request was not sent.
 * @throws TradespecError when somebody else has the file open, or when it is no whole journal;
 * errors of the file system.
 */
export async function openPlacementJournal(
  path: string,
  options: PlacementJournalOptions = {},
): Promise<FilePlacementJournal> {
  checkOptions("openPlacementJournal", { path }, { path: text }, "path");
  const rules = { fsync: flag, linesMax: integer(1), onEvent: callable };
  checkOptions("openPlacementJournal", options, rules);
  const { fsync = true, linesMax = 10_000, onEvent } = options;
  const file = openJournalFile(path, "placements", onEvent);
  const pending: Pending = new Map();
  let lineCount = 0;
  /** The disk may not have what was written last. */
  let isDoubtful = false;
  const rewrite = (): void => {
    file.replace([...pending.values()].map((begin) => JSON.stringify({ begin })));
    lineCount = pending.size;
    isDoubtful = false;
  };
  const write = (line: Line): void => {
    if (isDoubtful || lineCount > linesMax + pending.size) rewrite();
    file.append(JSON.stringify(line));
    lineCount += 1;
    apply(line, pending);
  };
  try {
    for (const text of file.lines) apply(lineOf(text, path), pending);
    rewrite();
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    begin: async (entry) => {
      const earlier = pending.get(entry.clientId);
      write({ begin: checkedEntry(entry) });
      try {
        if (fsync) await file.sync();
      } catch (error) {
        isDoubtful = true;
        if (earlier === undefined) pending.delete(entry.clientId);
        else pending.set(entry.clientId, earlier);
        throw error;
      }
    },
    end: async (clientId, outcome) => write({ end: clientId, outcome }),
    pending: async () => [...pending.values()],
    close: async () => {
      // The ends of placements are written when their callers have had a turn.
      await new Promise<void>((resolve) => void platform.after(1, resolve));
      if (fsync) await file.sync().catch(() => undefined);
      file.close();
    },
  };
}

type Line =
  | { readonly begin: PlacementEntry }
  | { readonly end: string; readonly outcome: "placed" | "rejected" };

type Pending = Map<string, PlacementEntry>;

function apply(line: Line, pending: Pending): void {
  if ("begin" in line) pending.set(line.begin.clientId, line.begin);
  else pending.delete(line.end);
}

function lineOf(text: string, path: string): Line {
  const line: Line = Object(JSON.parse(text));
  if ("begin" in line) return { begin: checkedEntry(line.begin) };
  if (typeof line.end === "string") return line;
  throw new TradespecError(`${path} holds a line that is no placement: ${text.slice(0, 100)}.`);
}
