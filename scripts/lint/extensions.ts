import type { Loaded } from "../../generators/contract/documents/load.ts";
import { vocabularyFaults } from "../../generators/contract/documents/standards.ts";
import type { Finding } from "./finding.ts";
import { originOfPath } from "./origin-of-path.ts";

/**
 * Extensions (keys that start with `x-`) of both documents that the vocabulary does not have, and
 * those whose value does not fit the JSON Schema of their name.
 */
export function findBadExtensions(loaded: Loaded): readonly Finding[] {
  const { vocabulary, places } = loaded;
  return vocabularyFaults(loaded).map(({ document, path, message, fix }) => {
    const known = path.some((name) => name.startsWith("x-") && vocabulary.has(name));
    return {
      ...originOfPath({ document: loaded[document], places }, path),
      rule: known ? "extension-fits-its-schema" : "extension-is-in-the-vocabulary",
      message: `${message} ${fix}`,
    };
  });
}
