import type { Emitter } from "../write/emitter.ts";
import { assumptions } from "./assumptions.ts";
import { client } from "./client.ts";
import { core } from "./core.ts";
import { descriptions } from "./descriptions.ts";
import { documents } from "./documents.ts";
import { errors } from "./errors.ts";
import { filters } from "./filters.ts";
import { handlers } from "./handlers.ts";
import { iterators } from "./iterators.ts";
import { limits } from "./limits.ts";
import { openOrders } from "./open-orders.ts";
import { operations } from "./operations.ts";
import { orderRules } from "./order-rules.ts";
import { responses } from "./responses.ts";
import { sandbox } from "./sandbox.ts";
import { scenarios } from "./scenarios.ts";
import { signing } from "./signing.ts";
import { streamClient } from "./streams/client.ts";
import { orderBook } from "./streams/order-book.ts";
import { streams } from "./streams/streams.ts";
import { userData } from "./streams/user-data.ts";
import { tables } from "./tables.ts";
import { types } from "./types.ts";

/** All emitters, one per product; each depends only on the contract. Add a new one here. */
export const emitters = [
  types,
  tables,
  operations,
  responses,
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
  openOrders,
  userData,
  sandbox,
  scenarios,
  assumptions,
  descriptions,
  documents,
] as const satisfies readonly Emitter[];
