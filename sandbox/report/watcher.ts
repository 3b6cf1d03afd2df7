/** What follows the feed for one check of a report. */

import type { FeedEvent } from "../feed/feed.ts";

/** Notes a finding of a check, at an event. */
export type Find = (event: { readonly id: number; readonly time: number }, text: string) => void;

/** Follows the feed; one per report. */
export interface Watcher {
  readonly see: (event: FeedEvent) => void;
  /** What is wrong if nothing more comes; called for each reading of the report. */
  readonly atEnd?: (time: number, find: Find) => void;
}
