import { BaseResolver, createConfig, lintDocument, Source } from "@redocly/openapi-core";

import type { BuildContext } from "./context.ts";
import { isList, isObject } from "./json.ts";
import type { Json, JsonObject } from "./model.ts";
import type { Node } from "./places.ts";
import { pointerNames } from "./references.ts";

/**
 * Reports what is not OpenAPI 3.1 or AsyncAPI 3: unknown keywords, missing ones, wrong types. The
 * bundles are checked and the faults told where the sources have them.
 */
export async function reportStructure(context: BuildContext): Promise<void> {
  const config = await createConfig({ rules: { struct: "error" }, telemetry: "off" });
  for (const document of [context.openapi, asCheckable(context.asyncapi)]) {
    if (reportVersion(context, document)) continue;
    const found = await lintDocument({
      document: { source: new Source("bundle.json", "", "application/json"), parsed: document },
      config: config.styleguide,
      externalRefResolver: new BaseResolver(),
    });
    for (const { message, suggest, location } of found) {
      const names = pointerNames(location[0]?.pointer ?? "#/");
      const place = placeAt(document, names);
      const [suggestion] = suggest;
      context.problems.report({
        ...place,
        message: message.replaceAll("`", "").replace(/\.?$/u, "."),
        mend: suggestion === undefined ? "Write what the standard allows here." : `Did you mean ${suggestion}?`,
      });
    }
  }
}

/** The checker knows version 3.0.0 alone; 3.1.0 allows the same. */
function asCheckable(asyncapi: JsonObject): JsonObject {
  if (asyncapi["asyncapi"] !== "3.1.0") return asyncapi;
  return { ...asyncapi, asyncapi: "3.0.0" };
}

function reportVersion({ problems }: BuildContext, document: JsonObject): boolean {
  if (Object.keys(document).length === 0) return true;
  const isOpenapi = Object.hasOwn(document, "openapi");
  const key = isOpenapi ? "openapi" : "asyncapi";
  const version = document[key];
  const known = isOpenapi ? /^3\.1\.\d+$/u : /^3\.[01]\.0$/u;
  if (typeof version === "string" && known.test(version)) return false;
  problems.report({
    node: document,
    key,
    message: `The version ${JSON.stringify(version ?? null)} is not generated from.`,
    mend: isOpenapi ? "Write openapi: 3.1.0." : "Write asyncapi: 3.1.0.",
  });
  return true;
}

function placeAt(document: JsonObject, names: readonly string[]): { node: Node; key?: string | number } {
  let place: { node: Node; key?: string | number } = { node: document };
  let inside: Json | undefined = document;
  for (const name of names) {
    if (isList(inside)) {
      place = { node: inside, key: Number(name) };
      inside = inside[Number(name)];
    } else if (isObject(inside)) {
      place = { node: inside, key: name };
      inside = Object.hasOwn(inside, name) ? inside[name] : undefined;
    }
  }
  return place;
}
