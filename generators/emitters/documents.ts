import type { Emitter } from "../write/emitter.ts";

/** The two bundles: complete documents that any standard tool reads. */
export const documents: Emitter = {
  name: "documents",
  sources: ["spec/openapi.yaml", "spec/asyncapi.yaml"],
  emit: ({ documents: { openapi, asyncapi } }) => [
    { path: "documents/openapi.json", text: `${JSON.stringify(openapi, null, 2)}\n` },
    { path: "documents/asyncapi.json", text: `${JSON.stringify(asyncapi, null, 2)}\n` },
  ],
};
