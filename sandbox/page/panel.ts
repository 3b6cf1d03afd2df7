import type { KeyRecord } from "../config/accounts.ts";
import type { Connection } from "./connection.ts";
import type { FeedLog } from "./feed.ts";
import type { Route } from "./route.ts";

export interface PanelProps {
  readonly connection: Connection;
  /** The account that the page trades for. */
  readonly account: KeyRecord;
  /** The part's last address. */
  readonly route: Route;
  readonly isVisible: boolean;
  /** What all programs send and receive, this page included. */
  readonly feed: FeedLog;
}
