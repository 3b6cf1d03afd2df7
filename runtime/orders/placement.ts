/**
 * Placements that end known. What became of one whose answer was lost is asked by its client id,
 * in a call like every other, before anything is sent again. An order that is there was placed.
 * One that is not there may still come, until its request has left the receive window: only then
 * is it certain that there is none, and only then may the same id be sent again.
 */

import type { CallPlan, PlannedPlacement } from "../client/call-plan.ts";
import { planCall, questionFor } from "../client/call-plan.ts";
import type { CallOptions } from "../client/options.ts";
import type { PerformContext, Performed } from "../client/perform.ts";
import { performPlan } from "../client/perform.ts";
import { createRedactor, redactedError } from "../client/redact.ts";
import { fieldFault } from "../encoding/field-fault.ts";
import { encodeJson } from "../encoding/json.ts";
import type { GivenFields } from "../encoding/wire.ts";
import {
  ApiError,
  InvalidRequestError,
  NotPlacedError,
  TradespecError,
  UnknownOutcomeError,
  UnreadableAnswerError,
} from "../errors.ts";
import type { OperationDescriptor } from "../tables.ts";
import { matchOrder } from "./match.ts";
import type { Course, OrderFields, Verdict } from "./resolve.ts";
import { heedStream, resolvePlacement } from "./resolve.ts";
import type { Placement, PlacementEntry, ResolveOptions } from "./types.ts";

/** The placements of one client. */
export interface Placements {
  /** Places an order and finds out what became of it; rejects only when the client is broken. */
  readonly place: (
    operation: OperationDescriptor,
    given: GivenFields,
    options: CallOptions,
  ) => Promise<Ended>;
  /** The same for who wants the answer or an error. */
  readonly answer: (...given: Parameters<Placements["place"]>) => Promise<Performed>;
  /** Takes what a stream says of an order, by the names of the order's record. */
  readonly observe: (order: object) => void;
  /** Finds out what became of the placements that the journal holds from before. */
  readonly resolvePending: (options?: ResolveOptions) => Promise<readonly Placement[]>;
}

/** The outcome, and the call that told it when an order was placed. */
export interface Ended {
  readonly placement: Placement;
  /** Absent when a stream told it. */
  readonly performed?: Performed | undefined;
}

/** A placement under way, or one that is not settled yet. */
interface Live extends Course {
  readonly clientId: string;
  attempts: number;
  isRunning: boolean;
  entry?: PlacementEntry;
}

/** An outcome without what every one of them tells. */
type Fact = Placement extends infer Each
  ? Each extends Placement
    ? Omit<Each, "clientId" | "attempts">
    : never
  : never;

/** Makes the placements of one client. */
export function createPlacements(context: PerformContext): Placements {
  const { settings, tables } = context;
  const { journal, now } = settings;
  const rules = tables.retry.placements;
  const idField = rules?.record.clientId ?? "";
  const lives = new Map<string, Live>();

  const start = (clientId: string, facts: Partial<Live> = {}): Live => {
    const live = { clientId, attempts: 0, isRunning: true, wake: () => undefined, ...facts };
    lives.set(clientId, live);
    return live;
  };

  const end = async (live: Live, fact: Fact, performed?: Performed): Promise<Ended> => {
    const { clientId, attempts, entry } = live;
    live.isRunning = false;
    if (fact.kind !== "unknown") {
      if (lives.get(clientId) === live) lives.delete(clientId);
      // What stays in the journal is asked for once more after a restart, which harms nobody.
      if (entry !== undefined) await journal?.end(clientId, fact.kind).catch(() => undefined);
    }
    return { placement: { ...fact, clientId, attempts }, performed };
  };

  const resolve = async (
    live: Live,
    options: ResolveOptions,
    provenMs?: number,
  ): Promise<Verdict> =>
    live.entry === undefined
      ? { kind: "unknown" }
      : resolvePlacement(live.entry, live, options, context, provenMs);

  const settle = (verdict: Verdict, live: Live, doubt: UnknownOutcomeError): Promise<Ended> => {
    const { kind, order } = verdict;
    if (kind === "there") return end(live, { kind: "placed", order }, verdict.performed);
    if (kind === "none") {
      const { operation, cause } = doubt;
      const details = { operation, attempts: live.attempts, cause: cause as Error | undefined };
      const error = new NotPlacedError(live.clientId, details);
      return end(live, { kind: "rejected", error, otherOrder: order });
    }
    const ask = async (options: ResolveOptions = {}): Promise<Placement> =>
      (await settle(await resolve(live, options), live, doubt)).placement;
    return end(live, { kind: "unknown", error: doubt, otherOrder: order, ask });
  };

  /** Every timestamp is written down before its request leaves. */
  const stamper = (plan: CallPlan, live: Live, { clientId, isOwnId }: PlannedPlacement) => {
    const { id } = plan.operation;
    const fields = Object.fromEntries([...plan.query, ...plan.body]);
    return (ms: number): Promise<void> | undefined => {
      const stampMs = Number(fields[tables.signing.timestamp] ?? ms);
      live.entry = { operation: id, clientId, isOwnId, fields, stampMs };
      const count = (): void => {
        live.attempts += 1;
      };
      if (journal === undefined) {
        count();
        return undefined;
      }
      return journal.begin(live.entry).then(count, (error: unknown) => {
        const cause = redactedError(error, createRedactor([settings.apiKey, settings.apiSecret]));
        const why = "The journal could not keep the placement, so it was not sent.";
        throw new TradespecError(why, { operation: id, cause });
      });
    };
  };

  /** Some order has the client id. */
  const isRefusedRepeat = (error: unknown): boolean =>
    error instanceof ApiError &&
    error.code !== undefined &&
    error.code === rules?.refusedRepeatCode &&
    (error.serverMessage ?? "").includes(rules.refusedRepeatMessage ?? "");

  const run = async (
    plan: CallPlan,
    placement: PlannedPlacement,
    options: CallOptions,
  ): Promise<Ended> => {
    const { clientId, ask, isOwnId } = placement;
    if (lives.get(clientId)?.isRunning === true) {
      // Of two at once nobody could tell whose the order is.
      const field = plan.operation.placement?.clientId ?? "";
      const faults = [fieldFault(field, "duplicate", "is on its way already", "wait for its end")];
      const error = new InvalidRequestError(faults, { operation: plan.operation.id });
      return { placement: { kind: "rejected", clientId, error, attempts: 0 } };
    }
    const live = start(clientId);
    const endMs = now() + (options.timeoutMs ?? settings.timeoutMs);
    const beforeSend = stamper(plan, live, placement);
    const operation = plan.operation.id;
    for (;;) {
      const left = { ...settings, maxAttempts: settings.maxAttempts - live.attempts };
      const { begun, over } = heedStream(live, settings.after);
      const round = { ...context, settings: left, beforeSend, begun };
      let failure: unknown;
      try {
        const timeoutMs = endMs - now();
        const performed = await performPlan(plan, { ...options, timeoutMs }, round);
        const answer = performed.value as OrderFields;
        if (rules === undefined || answer[idField] === clientId) {
          return await end(live, { kind: "placed", order: answer, answer }, performed);
        }
        // An answer without the client id says nothing of this placement.
        const why = "does not name the order";
        failure = new UnreadableAnswerError(why, performed.response.status, "", { operation });
      } catch (error) {
        const isDoubtful =
          error instanceof UnknownOutcomeError || isRefusedRepeat(error) || live.told !== undefined;
        if (!isDoubtful && error instanceof TradespecError) {
          return end(live, { kind: "rejected", error });
        }
        if (!isDoubtful) throw error;
        failure = error;
      } finally {
        over();
      }
      const details = { operation, attempts: live.attempts, cause: failure as Error };
      const doubt =
        failure instanceof UnknownOutcomeError
          ? failure
          : new UnknownOutcomeError(clientId, ask, details);
      const isRepeat = isRefusedRepeat(failure);
      // An id of the caller's own is another order's then, unless the order found is ours.
      const provenMs = isRepeat && !isOwnId ? -Infinity : undefined;
      const { signal, resolveMs = settings.resolveMs } = options;
      const verdict = await resolve(live, { signal, resolveMs }, provenMs);
      const mayRepeat = !isRepeat && live.attempts < settings.maxAttempts && now() < endMs;
      if (verdict.kind !== "none" || !mayRepeat) return settle(verdict, live, doubt);
    }
  };

  const placements: Placements = {
    answer: async (...given) => {
      const { placement, performed } = await placements.place(...given);
      if (placement.kind !== "placed") throw placement.error;
      return performed ?? saying(placement.order);
    },
    place: async (operation, given, options) => {
      let plan: CallPlan;
      try {
        plan = planCall(operation, given, options, context);
      } catch (error) {
        if (!(error instanceof TradespecError)) throw error;
        return { placement: { kind: "rejected", clientId: undefined, error, attempts: 0 } };
      }
      const { placement } = plan;
      if (placement !== undefined) return run(plan, placement, options);
      throw new TradespecError(`${operation.id} places no order.`);
    },
    observe: (order) => {
      const told = order as OrderFields;
      const live = lives.get(String(told[idField]));
      if (live?.entry === undefined || matchOrder(told, live.entry, tables) !== "ours") return;
      live.told = told;
      live.wake();
    },
    resolvePending: async (options = {}) => {
      const entries = (await journal?.pending()) ?? [];
      const left = entries.filter(({ clientId }) => lives.get(clientId)?.isRunning !== true);
      const settled = left.map(async (entry) => {
        const { clientId, fields, operation } = entry;
        const live = lives.get(clientId) ?? start(clientId, { entry, attempts: 1 });
        const { placement } = tables.operations[operation] ?? {};
        const ask = placement ? questionFor(placement, fields, tables) : { operation, fields: {} };
        const doubt = new UnknownOutcomeError(clientId, ask, { operation, attempts: 1 });
        return (await settle(await resolve(live, options), live, doubt)).placement;
      });
      return Promise.all(settled);
    },
  };
  return placements;
}

/** What a stream said, for those who wait for an answer to a call. */
function saying(order: object): Performed {
  const text = encodeJson(order);
  return { kind: "done", response: new Response(), text, bytes: text.length, value: order };
}
