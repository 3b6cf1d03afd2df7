import { resolve } from "node:path";

/**
 * How Node runs the TypeScript compiler. On several threads, each works out anew what the files
 * have in common: a third more work, which helps only who has cores to spare.
 */
export const compiler: readonly string[] = [
  resolve(import.meta.dirname, "../../node_modules/typescript-native/bin/tsc"),
  "--singleThreaded",
];
