import type { Emitter } from "../write/emitter.ts";
import { client } from "./client.ts";
import { core } from "./core.ts";
import { documents } from "./documents.ts";
import { entry } from "./entry.ts";
import { errors } from "./errors.ts";
import { features } from "./features.ts";
import { filters } from "./filters.ts";
import { handlers } from "./handlers.ts";
import { iterators } from "./iterators.ts";
import { limits } from "./limits.ts";
import { operations } from "./operations.ts";
import { orderBook } from "./order-book.ts";
import { orderRules } from "./order-rules.ts";
import { responses } from "./responses.ts";
import { schema } from "./schema.ts";
import { signing } from "./signing.ts";
import { streamClient } from "./stream-client.ts";
import { streams } from "./streams.ts";
import { types } from "./types.ts";
import { userData } from "./user-data.ts";

/** Every product of the generator. None sees another; each sees the contract alone. */
export const emitters = [
  schema,
  types,
  operations,
  responses,
  features,
  client,
  core,
  signing,
  errors,
  limits,
  filters,
  orderRules,
  streams,
  streamClient,
  orderBook,
  handlers,
  iterators,
  userData,
  documents,
  entry,
] as const satisfies readonly Emitter[];
