/** Makes recordings from the rows of a contract run. */

import type { RecordedFile } from "../recordings/files.node.ts";
import { recordConversations } from "../recordings/recorder.ts";
import type { RowResult } from "./run.ts";
import { publicTextsOf } from "./scenario.ts";

/**
 * Makes the recordings of all rows that ran, without secrets. Throws when a secret is left; nothing
 * may be written then.
 */
export function recordRows(
  rows: readonly RowResult[],
  credentials: { readonly apiKey?: string | undefined; readonly apiSecret?: string | undefined },
): readonly RecordedFile[] {
  const conversations = rows
    .filter(({ outcome }) => outcome !== "skipped")
    .map(({ scenario, events }) => {
      const kind = scenario.steps === undefined ? ("call" as const) : ("session" as const);
      return { name: scenario.id, summary: scenario.summary, kind, events };
    });
  const publicTexts = rows.flatMap(({ scenario }) => publicTextsOf(scenario));
  return recordConversations(conversations, { ...credentials, publicTexts });
}
