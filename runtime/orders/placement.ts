/**
 * The placements of one client: each ends with exactly one order, with certainly none, or with an
 * outcome that is unknown and can be asked for.
 */

import type { CallContext, CompletedCall } from "../client/context.ts";
import type { CallOptions } from "../client/options.ts";
import type { PreparedRequest } from "../client/request.ts";
import { outcomeQuestion, prepareRequest } from "../client/request.ts";
import { fieldFault } from "../encoding/field-fault.ts";
import { encodeJson } from "../encoding/json.ts";
import type { GivenFields } from "../encoding/wire.ts";
import { InvalidRequestError, TradespecError } from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import { fieldsOf } from "./match.ts";
import type { Active, Running } from "./placement-run.ts";
import { dispatch, newRunning, start, timeOf } from "./placement-run.ts";
import type { Outcome, PlacementFacts } from "./placement-state.ts";
import { placementStep, restoredPlacement, startPlacement } from "./placement-state.ts";
import type { Placement, PlacementEntry, ResolveOptions } from "./types.ts";

/** The placements of one client. */
export interface Placements {
  /** Places an order and finds out what became of it; rejects only for a defect of the client. */
  readonly place: (
    operation: OperationDescriptor,
    given: GivenFields,
    options: CallOptions,
  ) => Promise<Ended>;
  /** The same for those who want the response or an error. */
  readonly call: (...given: Parameters<Placements["place"]>) => Promise<CompletedCall>;
  /** Takes an order as a stream reports it, by the names of the order's record. */
  readonly observe: (order: object) => void;
  /** Finds out what became of the placements that the journal holds from before. */
  readonly resolvePending: (options?: ResolveOptions) => Promise<readonly Placement[]>;
}

/** The outcome, and and the call that found it when an order was placed. */
interface Ended {
  readonly placement: Placement;
  /** Absent when a stream reported the order. */
  readonly completed?: CompletedCall | undefined;
}

/** Makes the placements of one client. */
export function createPlacements(context: CallContext): Placements {
  const { journal } = context.settings;
  const active: Active = new Map();
  const { record } = context.tables.retry.placements ?? {};
  const place: Placements["place"] = async (operation, given, options) => {
    let request: PreparedRequest;
    try {
      request = prepareRequest(operation, given, options, context);
    } catch (error) {
      if (!(error instanceof TradespecError)) throw error;
      return { placement: { kind: "rejected", clientId: undefined, error, attempts: 0 } };
    }
    return placeRequest(request, options, context, active);
  };
  return {
    place,
    call: async (...given) => {
      const { placement, completed } = await place(...given);
      if (placement.kind !== "placed") throw placement.error;
      return completed ?? responseFor(placement.order);
    },
    observe: (order) => {
      const fields = fieldsOf(order);
      const running = active.get(String(fields[record?.clientId ?? ""]));
      if (running !== undefined) dispatch(running, { kind: "observed", order: fields });
    },
    resolvePending: async (options = {}) => {
      const entries = (await journal?.pending()) ?? [];
      const asked = entries.flatMap((entry) => {
        const running = active.get(entry.clientId) ?? restore(entry, context, active);
        return running.run?.isPlacing ? [] : [askFor(running, options)];
      });
      return Promise.all(asked);
    },
  };
}

async function placeRequest(
  request: PreparedRequest,
  options: CallOptions,
  context: CallContext,
  active: Active,
): Promise<Ended> {
  const { operation, placement } = request;
  if (placement === undefined) throw new TradespecError(`${operation.id} places no order.`);
  const { clientId, isOwnId, ask: question } = placement;
  if (active.get(clientId)?.run !== undefined) {
    // An order could belong to either of two placements.
    const field = operation.placement?.clientId ?? "";
    const faults = [fieldFault(field, "duplicate", "is on its way already", "wait for its end")];
    const error = new InvalidRequestError(faults, { operation: operation.id });
    return { placement: { kind: "rejected", clientId, error, attempts: 0 } };
  }
  const { settings, tables } = context;
  const facts: PlacementFacts = {
    operation: operation.id,
    clientId,
    isOwnId,
    question,
    maxAttempts: settings.maxAttempts,
    endMs: settings.now() + (options.timeoutMs ?? settings.timeoutMs),
    resolveMs: options.resolveMs ?? settings.resolveMs,
    tables,
  };
  const first = startPlacement(facts, timeOf(context));
  const running = newRunning({ facts, context, active, state: first.state });
  active.set(clientId, running);
  const outcome = await start(running, { request, options, isPlacing: true }, first);
  const placed = placementFor(running, outcome);
  return outcome.kind === "placed"
    ? { placement: placed, completed: outcome.completed }
    : { placement: placed };
}

function restore(entry: PlacementEntry, context: CallContext, active: Active): Running {
  const { clientId, isOwnId, operation, fields } = entry;
  const { tables } = context;
  const { placement } = tables.operations[operation] ?? {};
  const question = placement
    ? outcomeQuestion(placement, fields, tables)
    : { operation, fields: {} };
  const limits = { maxAttempts: 0, endMs: 0, resolveMs: undefined };
  const facts = { operation, clientId, isOwnId, question, ...limits, tables };
  const state = restoredPlacement(facts, entry);
  const running = newRunning({ facts, context, active, state });
  active.set(clientId, running);
  return running;
}

async function askFor(running: Running, options: ResolveOptions): Promise<Placement> {
  const { state, facts, context } = running;
  const event = { kind: "ask", resolveMs: options.resolveMs } as const;
  const first = placementStep(state, event, facts, timeOf(context));
  // Those who ask at the same time get one outcome.
  const ended =
    running.run?.ended ?? start(running, { request: undefined, options, isPlacing: false }, first);
  return placementFor(running, await ended);
}

function placementFor(running: Running, outcome: Outcome): Placement {
  const { facts, state } = running;
  const known = { clientId: facts.clientId, attempts: state.attempts };
  switch (outcome.kind) {
    case "placed": {
      const { order, answer } = outcome;
      return { kind: "placed", order, ...(answer && { answer }), ...known };
    }
    case "rejected":
      return { ...outcome, ...known };
    case "unknown":
      return { ...outcome, ...known, ask: (options = {}) => askFor(running, options) };
    case "failed":
      throw outcome.error;
  }
}

/** The order as a stream reported it, for those who wait for a response. */
function responseFor(order: object): CompletedCall {
  const text = encodeJson(order);
  return { kind: "done", response: new Response(), text, bytes: text.length, value: order };
}
