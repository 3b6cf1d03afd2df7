/** The journal of a sandbox in a file. */

import { callable, checkOptions, flag, text } from "../../runtime/check-options.ts";
import type { JournalEvent, JournalFile } from "../../runtime/orders/journal-file.node.ts";
import { openJournalFile } from "../../runtime/orders/journal-file.node.ts";
import { type Journal, JournalError } from "./journal.ts";
import { messageOf } from "./request-error.ts";

export interface FileJournalOptions {
  /**
   * Waits for the disk after every line, so that it survives a power loss; otherwise it survives
   * only a process crash.
   */
  readonly sync?: boolean;
  /** Receives notices from opening the file: an incomplete last line, for example. */
  readonly onEvent?: (event: JournalEvent) => void;
}

/**
 * Opens a journal, or creates an empty one. An incomplete last line was never acknowledged and is
 * dropped. Throws a `JournalError` when it is open elsewhere or is not an intact journal.
 */
export function openJournal(path: string, options: FileJournalOptions = {}): Journal {
  checkOptions("openJournal", { path }, { path: text }, "path");
  checkOptions("openJournal", options, { sync: flag, onEvent: callable });
  const { sync = false, onEvent } = options;
  let file: JournalFile;
  try {
    file = openJournalFile(path, "sandbox", onEvent);
  } catch (error) {
    throw new JournalError(messageOf(error).replace(/\.$/u, ""));
  }
  return {
    lines: () => file.lines,
    append: (line) => file.append(line, sync),
    replace: (lines) => file.replace(lines),
    close: () => file.close(),
  };
}
