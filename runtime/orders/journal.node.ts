/**
 * A journal of placements in a file, written when each begins and ends. The beginning is on disk
 * before the request is sent. The file holds order fields, but no API key, secret or signature.
 *
 * Writes are group commits, as in databases: whatever begins or ends while the disk is busy becomes
 * one line, with one write and one sync. journal-file.node.ts frames the lines.
 */

import { callable, checkOptions, flag, integer, text } from "../check-options.ts";
import { TradespecError } from "../errors.ts";
import { platform } from "../platform.ts";
import type { JournalEvent } from "./journal-file.node.ts";
import { openJournalFile } from "./journal-file.node.ts";
import type { PlacementEntry, PlacementJournal } from "./types.ts";
import { checkedEntry } from "./types.ts";

export type { JournalEvent } from "./journal-file.node.ts";

/** Options of a journal file. */
export interface PlacementJournalOptions {
  /**
   * Whether to wait for the disk before a request is sent, so that a power loss loses no placement;
   * true when absent. With false, only a process crash loses none.
   */
  readonly fsync?: boolean;
  /**
   * Number of beginnings and ends after which the file is rewritten with the pending placements
   * only; 10,000 when absent.
   */
  readonly linesMax?: number;
  /** Receives notices from opening the file: an incomplete last line, for example. */
  readonly onEvent?: (event: JournalEvent) => void;
}

/** A journal with a file to close. */
export interface FilePlacementJournal extends PlacementJournal {
  readonly close: () => Promise<void>;
}

/**
 * Opens a journal, or creates one. A file has one owner: of all processes and threads that open it,
 * one succeeds, until it closes the journal or ends. An incomplete last line is dropped: its
 * request was not sent.
 * @throws TradespecError when it is open elsewhere or is not an intact journal; errors of the file
 * system.
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
  const pending: Pending = Object.create(null);
  let changeCount = 0;
  /** The disk may lack the last write, or what the owner before has written. */
  let isDoubtful = !file.isNew;
  const rewrite = (): void => {
    const changes = Object.values(pending).map((begin) => ({ begin }));
    file.replace(changes.map((change) => JSON.stringify([change])));
    changeCount = changes.length;
  };
  const commit = async (changes: readonly Change[]): Promise<void> => {
    if (isDoubtful || changeCount > linesMax + Object.keys(pending).length) rewrite();
    isDoubtful = true;
    file.append(JSON.stringify(changes));
    // An end lost with the power is resolved once more, which does no harm.
    if (changes.some((change) => "begin" in change)) {
      if (fsync) await file.sync();
      file.check();
    }
    isDoubtful = false;
    changeCount += changes.length;
    for (const change of changes) apply(change, pending);
  };
  const { write, written } = groupCommits(commit);
  try {
    for (const text of file.lines) {
      for (const change of changesOf(text, path)) apply(change, pending);
    }
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    begin: async (entry) => write({ begin: checkedEntry(entry) }),
    end: async (clientId, outcome) => write({ end: clientId, outcome }),
    pending: async () => {
      await written();
      return Object.values(pending);
    },
    close: async () => {
      // Ends of placements are written after their callers have had a turn.
      await new Promise<void>((resolve) => void platform.after(1, resolve));
      await written();
      if (fsync) await file.sync().catch(() => undefined);
      file.close();
    },
  };
}

type Change =
  | { readonly begin: PlacementEntry }
  | { readonly end: string; readonly outcome: "placed" | "rejected" };

/** Commits everything written during a commit as one group after it. */
function groupCommits(commit: (changes: readonly Change[]) => Promise<void>) {
  let waiting: Change[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  return {
    /** Settles with the commit of the change. */
    write: (change: Change): Promise<void> => {
      waiting.push(change);
      if (next === undefined) {
        next = last.then(() => {
          const changes = waiting;
          waiting = [];
          next = undefined;
          return commit(changes);
        });
        last = next.catch(() => undefined);
      }
      return next;
    },
    /** Resolves when all writes are committed or have failed. */
    written: (): Promise<void> => last,
  };
}

/** By client id; not a Map, for the reason in placements.ts. */
type Pending = Record<string, PlacementEntry>;

function apply(change: Change, pending: Pending): void {
  if ("begin" in change) pending[change.begin.clientId] = change.begin;
  else delete pending[change.end];
}

function changesOf(text: string, path: string): readonly Change[] {
  const changes: readonly Change[] = [JSON.parse(text)].flat();
  for (const change of changes.map(Object)) {
    if ("begin" in change) checkedEntry(change.begin);
    else if (typeof change.end !== "string") {
      throw new TradespecError(
        `${path} contains a line that is not a placement: ${text.slice(0, 100)}.`,
      );
    }
  }
  return changes;
}
