import type { Emitter } from "../write/emitter.ts";

/** The public entry of the client: what a user imports first. */
export const entry: Emitter = {
  name: "entry",
  sources: ["spec/openapi.yaml"],
  emit: () => [{ path: "index.ts", text }],
};

const text = `
export * from "./client.ts";
export * from "./types.ts";
export * from "./errors.ts";
export * from "./iterators.ts";
export { canMove, isFinal } from "./order-rules.ts";
export type { Int64, Open } from "../runtime/tables.ts";
`;
