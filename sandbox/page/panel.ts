import type { KeyRecord } from "../config/accounts.ts";
import type { Connection } from "./connection.ts";
import type { Route } from "./route.ts";
import type { Wire } from "./wire/wire.ts";

/** What every part of the page is rendered with. */
export interface PanelProps {
  readonly connection: Connection;
  /** The account that the page trades for. */
  readonly account: KeyRecord;
  /** What the address names of this part, now or when it was last shown. */
  readonly route: Route;
  readonly isVisible: boolean;
  /** What the page's clients and streams sent and received. */
  readonly wire: Wire;
}
