// Generated from spec/**/*.yaml by generators/emitters/core.ts.
// Do not edit: change the spec, then run `npm run generate`.

export * from "./call-features.ts";
export * from "./placements.ts";
