import type { Contract } from "../contract/model.ts";
import { assumptionsPage } from "./assumptions-page.ts";
import { indexPage } from "./index-page.ts";
import type { DocsPage } from "./page.ts";
import { rulesPage } from "./rules-page.ts";

export type { DocsPage } from "./page.ts";
export { restView } from "./rest-view.ts";
export { streamView } from "./stream-view.ts";

/** The pages of ours; the two reference pages are rendered from `restView` and `streamView`. */
export function docsPages(contract: Contract): readonly DocsPage[] {
  return [indexPage(contract), rulesPage(contract), assumptionsPage(contract)];
}
