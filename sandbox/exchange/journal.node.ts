/** A journal of a sandbox in a file. */

import { callable, checkOptions, flag } from "../../runtime/options.ts";
import type { JournalEvent, JournalFile } from "../../runtime/orders/journal-file.node.ts";
import { openJournalFile } from "../../runtime/orders/journal-file.node.ts";
import { type Journal, JournalError } from "./journal.ts";
import { messageOf } from "./request-error.ts";

export interface FileJournalOptions {
  /**
   * Waits for the disk after every line, so that it survives a crash of the machine; otherwise it
   * survives one of the process.
   */
  readonly sync?: boolean;
  /** Receives what was found when the file was opened: an incomplete last line, for example. */
  readonly onEvent?: (event: JournalEvent) => void;
}

/**
 * Opens a journal, or creates an empty one. A last line that a crash has cut off was never
 * acknowledged and is dropped. Throws a `JournalError` for a file that is no whole journal, or that
 * somebody else has open.
 */
export function openJournal(path: string, options: FileJournalOptions = {}): Journal {
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
    replace: file.replace,
    close: file.close,
  };
}
