// Generated from spec/paths/**/*.yaml by generators/emitters/client.ts.
// Do not edit: change the spec, then run `npm run generate`.

import createPathClient, { type Client } from "openapi-fetch";
import { apiOptions } from "../runtime/client/api-fetch.ts";
import type { BaseClient } from "../runtime/client/client.ts";
import type { paths } from "./schema.ts";

/** The openapi-fetch client of this API, with a name for the declarations of your program. */
export interface PathClient extends Client<paths> {}

/**
 * The option `api` of `createClient`: `createClient({ ..., api }).api` is an openapi-fetch
 * client for calls by path, which signs, checks and retries as well.
 */
export function api(client: BaseClient): PathClient {
  return createPathClient<paths>(apiOptions(client));
}

export type { paths } from "./schema.ts";
