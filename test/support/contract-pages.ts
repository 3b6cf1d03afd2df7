import type { Contract } from "../../generators/contract/model.ts";
import { raw } from "../../generators/docs/markdown.ts";
import { type DocsPage, docsPages } from "../../generators/docs/pages.ts";
import { readContract } from "./contract-of.ts";

/** The pages of a contract without guides, reference, changes and files. */
export function contractPages(contract: Contract): readonly DocsPage[] {
  return docsPages(contract, { spec: [], traffic: raw("") });
}

/** The contract of the project, and its pages by their paths: made once for all test files. */
export const contract = readContract("spec");
export const pages = new Map(contractPages(contract).map((page) => [page.path, page]));
