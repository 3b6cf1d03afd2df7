/** The generated documents and the recordings of the repository. */

import { readFile } from "node:fs/promises";

import { loadRecordings } from "../../testing/recordings/files.node.ts";

async function readDocument(name: string): Promise<unknown> {
  return JSON.parse(await readFile(`generated/documents/${name}.json`, "utf8"));
}

export const documents = {
  openapi: await readDocument("openapi"),
  asyncapi: await readDocument("asyncapi"),
};

export const recordings = await loadRecordings("spec/examples");
