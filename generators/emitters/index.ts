import type { Emitter } from "../write/source.ts";
import { client } from "./client.ts";
import { documents } from "./documents.ts";
import { entry } from "./entry.ts";
import { errors } from "./errors.ts";
import { filters } from "./filters.ts";
import { handlers } from "./handlers.ts";
import { limits } from "./limits.ts";
import { operations } from "./operations.ts";
import { orderRules } from "./order-rules.ts";
import { schema } from "./schema.ts";
import { signing } from "./signing.ts";
import { streams } from "./streams.ts";
import { types } from "./types.ts";

/** Every product of the generator. None sees another; each sees the contract alone. */
export const emitters = [
  schema,
  types,
  operations,
  client,
  signing,
  errors,
  limits,
  filters,
  orderRules,
  streams,
  handlers,
  documents,
  entry,
] as const satisfies readonly Emitter[];
