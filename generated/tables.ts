// Generated from spec/**/*.yaml by generators/emitters/core.ts.
// Do not edit: change the spec, then run `npm run generate`.

import { envelope, errorAdvice, retry, statuses } from "./errors.ts";
import { signing } from "./signing.ts";

/** The tables that every client works by. */
export const tables = { advice: errorAdvice, envelope, retry, signing, statuses };
