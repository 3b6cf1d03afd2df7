import type { Contract } from "../contract/model.ts";
import { assumptionsPage } from "./assumptions-page.ts";
import { overviewPage } from "./overview-page.ts";
import type { DocsPage } from "./page.ts";
import { rulesPage } from "./rules-page.ts";

/** Our own pages; the two reference pages are rendered from `restView` and `streamView`. */
export function docsPages(contract: Contract): readonly DocsPage[] {
  return [overviewPage(contract), rulesPage(contract), assumptionsPage(contract)];
}
