import { BaseResolver, createConfig, lintDocument, Source } from "@redocly/openapi-core";

import type { JsonObject } from "./model.ts";
import type { Documents, PointedFault } from "./pointed.ts";
import { pointerNames } from "./references.ts";

/** What is not OpenAPI 3.1 or AsyncAPI 3: unknown keywords, missing ones, wrong types. */
export async function structureFaults(documents: Documents): Promise<readonly PointedFault[]> {
  const config = await createConfig({ rules: { struct: "error" }, telemetry: "off" });
  const faults: PointedFault[] = [];
  for (const document of ["openapi", "asyncapi"] as const) {
    const content = documents[document];
    if (Object.keys(content).length === 0) continue;
    const version = versionFault(document, content);
    if (version !== undefined) {
      faults.push(version);
      continue;
    }
    const found = await lintDocument({
      document: {
        source: new Source("bundle.json", "", "application/json"),
        parsed: asCheckable(content),
      },
      config: config.styleguide,
      externalRefResolver: new BaseResolver(),
    });
    for (const { message, suggest, location } of found) {
      const [suggestion] = suggest;
      faults.push({
        document,
        path: pointerNames(location[0]?.pointer ?? "#/"),
        message: message.replaceAll("`", "").replace(/\.?$/u, "."),
        fix:
          suggestion === undefined
            ? "Write what the standard allows here."
            : `Did you mean ${suggestion}?`,
      });
    }
  }
  return faults;
}

/** The checker knows AsyncAPI 3.0.0 alone; 3.1.0 allows the same. */
function asCheckable(document: JsonObject): JsonObject {
  return document["asyncapi"] === "3.1.0" ? { ...document, asyncapi: "3.0.0" } : document;
}

function versionFault(
  document: "openapi" | "asyncapi",
  content: JsonObject,
): PointedFault | undefined {
  const version = content[document];
  const known = document === "openapi" ? /^3\.1\.\d+$/u : /^3\.[01]\.0$/u;
  if (typeof version === "string" && known.test(version)) return undefined;
  return {
    document,
    path: [document],
    message: `The version ${JSON.stringify(version ?? null)} is not generated from.`,
    fix: `Write ${document}: 3.1.0.`,
  };
}
