/** Loads the documents in the package. */

import { readFile } from "node:fs/promises";

/** Both documents, as `runContract` and `contractTests` take them. */
export interface Documents {
  readonly openapi: unknown;
  readonly asyncapi: unknown;
}

/** Reads the bundled OpenAPI and AsyncAPI documents. */
export async function loadDocuments(): Promise<Documents> {
  const read = async (name: string): Promise<unknown> => {
    const url = new URL(import.meta.resolve(`tradespec/documents/${name}.json`));
    return JSON.parse(await readFile(url, "utf8"));
  };
  const [openapi, asyncapi] = await Promise.all([read("openapi"), read("asyncapi")]);
  return { openapi, asyncapi };
}
