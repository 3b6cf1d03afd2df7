/** What the programs did after each fault: the next thing that they sent. */

import { roles } from "../../generated/operations.ts";
import { robustClients, type SandboxSchemas } from "../../generated/sandbox.ts";
import { signing } from "../../generated/signing.ts";
import { userDataRules } from "../../generated/streams.ts";
import type { FeedEvent, FeedFault, FeedRequest } from "../feed/feed.ts";
import { contentOf, operationOf, rangeText } from "./requests.ts";

type FaultReport = SandboxSchemas["Report"]["faults"][number];

interface Reactions {
  readonly fault: string;
  readonly rule: string | undefined;
  count: number;
  /** How often something came next, and after how long. */
  readonly next: Map<string, { count: number; least: number; most: number }>;
  /** Injections that wait for what their programs do next. */
  waiting: readonly Waiting[];
}

interface Waiting {
  readonly time: number;
  /** The request that met it; for faults of streams none. */
  readonly request?: FeedRequest;
}

/** A later request has nothing to do with the fault. */
const reactionMs = 120_000;

/** Most injections of a rule that wait; a fault of streams meets many messages in a second. */
const waitingMax = 100;

/** Follows the feed, and lists the faults with the reactions to them. */
export function watchReactions() {
  const all = new Map<string, Reactions>();
  const entryOf = ({ fault, rule }: FeedFault): Reactions => {
    const key = rule ?? `${fault} by command`;
    const known = all.get(key) ?? { fault, rule, count: 0, next: new Map(), waiting: [] };
    all.set(key, known);
    return known;
  };
  const react = (event: FeedEvent & { readonly time: number }, of: Reactions): void => {
    const keep = of.waiting.filter((each) => event.time - each.time < reactionMs);
    of.waiting = keep.filter(({ time, request }) => {
      const what = reactionTo(request, event);
      if (what === undefined) return true;
      const after = event.time - time;
      const { count = 0, least = after, most = after } = of.next.get(what) ?? {};
      const [low, high] = [Math.min(least, after), Math.max(most, after)];
      of.next.set(what, { count: count + 1, least: low, most: high });
      return false;
    });
  };
  const wait = (of: Reactions, injection: Waiting): void => {
    if (of.waiting.length < waitingMax) of.waiting = [...of.waiting, injection];
  };
  return {
    see: (event: FeedEvent): void => {
      if (event.kind === "request" || event.kind === "message") {
        for (const of of all.values()) react(event, of);
      }
      if (event.kind === "request") {
        for (const rule of event.faults) {
          const of = all.get(rule);
          if (of !== undefined) wait(of, { time: event.end, request: event });
        }
      }
      if (event.kind !== "fault") return;
      const of = entryOf(event);
      of.count += 1;
      // A fault of a request is known with the request that met it.
      if (event.operation === undefined) wait(of, { time: event.time });
    },
    list: (): FaultReport[] =>
      [...all.values()].map(({ fault, rule, count, next }) => ({
        fault,
        ...(rule !== undefined && { rule }),
        count,
        robust: robustClients[fault as keyof typeof robustClients],
        reactions: [...next].map(([what, { count: many, least, most }]) => {
          return { what: `${what} after ${rangeText(least, most)}`, count: many };
        }),
      })),
  };
}

/** What an event says about the reaction of the program that met a fault; `undefined`: nothing. */
function reactionTo(met: FeedRequest | undefined, event: FeedEvent): string | undefined {
  if (event.kind === "message") {
    return met === undefined && event.what === "opened" ? "connected again" : undefined;
  }
  if (event.kind !== "request") return undefined;
  const { operation = "" } = event;
  if (met === undefined) {
    if (operation === roles["book.snapshot"]) return "fetched a new book";
    return operation === userDataRules.create ? "made a listen key" : undefined;
  }
  if (met.ip !== event.ip || event.time < met.end) return undefined;
  if (met.account !== undefined && event.account !== undefined && met.account !== event.account) {
    return undefined;
  }
  const { placement } = operationOf(met) ?? {};
  if (operation === placement?.resolvedBy.operation) return "asked what became of the order";
  if (contentOf(event) === contentOf(met)) return "sent it again";
  if (contentOf(event, placement?.clientId) === contentOf(met, placement?.clientId)) {
    return "sent it again under another id";
  }
  return operation === signing.time.operation
    ? "read the exchange's time"
    : `went on with ${operation || `${event.method} ${event.path}`}`;
}
