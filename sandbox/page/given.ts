/** Data that the server writes into the page. */

import type { KeyRecord } from "../config/accounts.ts";

/** The page's accounts, and whether the docs are served beside it. */
interface Given {
  readonly accounts: readonly KeyRecord[];
  readonly hasDocs: boolean;
}

export const given = JSON.parse(document.getElementById("given")?.textContent ?? "{}") as Given;
