/** Data that the server writes into the page. */

import type { KeyRecord } from "../config/accounts.ts";

/** The page's accounts, and whether the docs are served beside it. */
export const given: { readonly accounts: readonly KeyRecord[]; readonly hasDocs: boolean } =
  JSON.parse(document.getElementById("given")?.textContent ?? "{}");
