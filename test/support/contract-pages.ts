import type { Contract } from "../../generators/contract/model.ts";
import { raw } from "../../generators/docs/markdown.ts";
import { type DocsPage, docsPages } from "../../generators/docs/pages.ts";

/** The pages of a contract without guides, reference, changes and files. */
export function contractPages(contract: Contract): readonly DocsPage[] {
  return docsPages(contract, { spec: [], traffic: raw("") });
}
