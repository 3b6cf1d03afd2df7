import type { PointedFault, StandardsInput } from "./pointed.ts";
import { structureFaults } from "./structure.ts";
import { vocabularyFaults } from "./vocabulary.ts";

/** Every fault against the standards that the documents follow, and against our vocabulary. */
export async function standardsFaults(input: StandardsInput): Promise<readonly PointedFault[]> {
  return [...(await structureFaults(input.documents)), ...vocabularyFaults(input)];
}
