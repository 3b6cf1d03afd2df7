/** Makes the tables of a generated client do calls, and what it has parts for besides. */

import type { GivenFields } from "../encoding/wire.ts";
import { TradespecError } from "../errors.ts";
import type { CompiledFilters } from "../filters/types.ts";
import type { Placements } from "../orders/placement.ts";
import { createSigner } from "../signing/signature.ts";
import type { OperationDescriptor } from "../tables.ts";
import type { CallerOptions, CallerTables, CallOptions } from "./caller-options.ts";
import { settle } from "./caller-options.ts";
import type { Clock } from "./clock.ts";
import type { PerformContext, Performed } from "./perform.ts";
import { perform } from "./perform.ts";
import { createRetryBudget } from "./retry-budget.ts";
import { hmacSha256Hex } from "#hmac";

export type { CallEvent, CallerOptions, CallerTables, CallOptions } from "./caller-options.ts";

/** What a generated client is wired with. */
export interface Caller {
  readonly operations: CallerTables["operations"];
  readonly baseUrl: string;
  /** Carries out an operation and gives the answer as it came. */
  readonly run: (
    operation: OperationDescriptor,
    given: GivenFields,
    options: CallOptions,
  ) => Promise<Performed>;
  /** The same by an operation's id; gives what was decoded. */
  readonly call: Call;
  /** The placements of the client, where it was made with that part; see `placing`. */
  readonly placements: Placements | undefined;
  /** The filters of a symbol, as they are cached for placements or fetched now. */
  readonly filters: (symbol: string) => Promise<CompiledFilters>;
}

/** Carries out the operation with this id; the answer is what the spec says it is. */
export type Call = <Answer>(
  id: string,
  fields: object | undefined,
  options?: CallOptions,
) => Promise<Answer>;

/**
 * Makes the caller of one client. Nothing is sent before the first call.
 * @throws InvalidRequestError when the address or the credentials cannot be right.
 */
export function createCaller(tables: CallerTables, options: CallerOptions): Caller {
  const settings = settle(options);
  const { operations } = tables;
  const guard = tables.placements?.guard(tables, settings, (operation, timeoutMs) =>
    perform(operation, {}, { timeoutMs }, context),
  );
  const sync = tables.clockSync?.(settings.now, () => context);
  // Without it our own time is all there is, and nobody knows how wrong it is.
  const clock: Clock = sync?.clock ?? {
    serverMs: () => Math.floor(settings.now()),
    errorMs: () => Infinity,
  };
  const context: PerformContext = {
    settings,
    tables,
    clock,
    signer: createSigner(settings.apiSecret ?? "", hmacSha256Hex, tables.signing),
    resync: sync?.resync,
    freshen: sync?.freshen,
    timeKnown: sync?.known,
    retries: createRetryBudget(settings.now),
    limits: tables.limits?.join(tables, settings),
    ...(guard && { guard: guard.check }),
  };
  const placements = tables.outcomes?.(context);
  const run: Caller["run"] = (operation, given, callOptions) =>
    placements === undefined || operation.placement === undefined
      ? perform(operation, given, callOptions, context)
      : placements.answer(operation, given, callOptions);
  return {
    operations,
    baseUrl: settings.baseUrl,
    run,
    // The spec says what an operation answers, and the generated methods pass its types.
    call: (async (id, fields, callOptions = {}) =>
      (await run(operationOf(operations, id), { query: fields }, callOptions)).value) as Call,
    placements,
    filters: async (symbol) => having(guard).filters(symbol),
  };
}

/** A part that somebody asks for. */
export function having<Part>(part: Part | undefined): Part {
  if (part !== undefined) return part;
  throw new TradespecError("The client was made without the part that this needs.");
}

/** A method for each operation, by its id. */
export function methodsOf({ operations, call }: Caller): Readonly<Record<string, Method>> {
  const ids = Object.keys(operations);
  return Object.fromEntries(
    ids.map((id): [string, Method] => [id, (request, options) => call(id, request, options)]),
  );
}

type Method = (request?: object, options?: CallOptions) => Promise<unknown>;

/** The operation with this id. */
export function operationOf(
  operations: CallerTables["operations"],
  id: string,
): OperationDescriptor {
  const operation = operations[id];
  if (operation === undefined) {
    throw new TradespecError(`The spec has no operation ${id}; generate the client anew.`);
  }
  return operation;
}
