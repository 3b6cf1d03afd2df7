/**
 * A connection that goes on for ever: one socket after the other. A new one delivers before the
 * old one closes, and what came over both is told once.
 */

import { createTimers } from "../timers.ts";
import { createHandOver, type HandOver, unproven } from "./handover.ts";
import { arrivalKey } from "./keys.ts";
import { watchQuiet } from "./quiet.ts";
import { afterEnd, type LinkEnd } from "./return.ts";
import { openRider, type Rider } from "./rider.ts";
import type { Arrival, Lane, LaneParts } from "./types.ts";

/** Longest hand-over in events; a second socket that far ahead is no copy of the first. */
const heldMax = 10_000;

/** How often an overlap is made longer while the two sockets do not bring the same. */
const looksMax = 6;

/** A connection that lived this long is no failure, however it ends. */
const settledMs = 60_000;

/** Opens the first socket at once. */
export function openLane(parts: LaneParts): Lane {
  const { owner, tables, settings, number, addresses } = parts;
  const { notify, random, now, overlapMs } = settings;
  const canAsk = tables.rules.methods.subscribe !== undefined;
  const timers = createTimers(settings.after);
  const names = new Set(parts.names);
  /** Streams that their owner was told are live. */
  const live = new Set<string>();
  let current: Rider | undefined;
  let successor: Rider | undefined;
  /** From the opening of a successor until some time after it took over. */
  let handOver: HandOver | undefined;
  let readyMs: number | undefined;
  let successorReadyMs = 0;
  let looks = 0;
  let stopRenewal: () => void = () => undefined;
  let failures = 0;
  let host = 0;
  let isCareful = false;
  let isClosed = false;
  const quiet = watchQuiet(timers, settings, () => {
    notify({ kind: "quiet", connection: number });
    host += 1;
    current?.close();
  });

  const keyOf = (arrival: Arrival): string | undefined =>
    arrivalKey(arrival, owner.descriptorOf(arrival.stream), tables.rules);

  const startRider = (): Rider => {
    const rider: Rider = openRider({
      lane: { ...parts, isRaw: owner.isRaw },
      address: addresses[host % addresses.length] ?? "",
      names,
      isCareful: isCareful && canAsk,
      owner: {
        opening: () => {
          if (rider === successor) handOver = createHandOver({ keyOf, tell: owner.event });
        },
        ready: () => onReady(rider),
        carries: () => tellLive(),
        event: (arrival) => onEvent(rider, arrival),
        refused: (name, reason) => drop([name], reason),
        silent: () => {
          if (rider === current) renew();
        },
        ended: (end) => onEnd(rider, end),
      },
    });
    return rider;
  };

  const onEvent = (rider: Rider, arrival: Arrival): void => {
    if (rider === current) {
      quiet.heard();
      if (handOver === undefined) owner.event(arrival);
      else if (successor === undefined) handOver.fromNew(arrival);
      else handOver.fromOld(arrival);
    } else if (rider === successor && handOver !== undefined) {
      handOver.fromNew(arrival);
      if (handOver.waiting() <= heldMax) return;
      return rider.isReady() ? look() : rider.close();
    }
  };

  const tellLive = (): void => {
    const fresh = [...(current?.carried ?? [])].filter((name) => names.has(name));
    const told = fresh.filter((name) => !live.has(name));
    for (const name of told) live.add(name);
    if (told.length > 0) owner.live(told);
  };

  const tellGap = (lost: readonly string[], reason: string): void => {
    const wanted = lost.filter((name) => live.delete(name));
    if (wanted.length === 0) return;
    notify({ kind: "gap", streams: wanted.length, reason });
    owner.gap(wanted, reason);
  };

  const drop = (refused: readonly string[], reason: string): void => {
    const left = refused.filter((name) => names.delete(name));
    for (const name of left) live.delete(name);
    if (left.length > 0) owner.refused(left, reason);
  };

  const onReady = (rider: Rider): void => {
    if (rider === successor) {
      successorReadyMs = now();
      looks = 0;
      timers.after(overlapMs, look);
      return;
    }
    if (rider !== current) return;
    readyMs = now();
    notify({ kind: "connected", connection: number, streams: names.size });
    renewInTime();
    quiet.start();
    tellLive();
  };

  /** Whether the successor is seen to bring what the old one does. */
  const look = (): void => {
    if (successor?.isReady() !== true || handOver === undefined) return;
    looks += 1;
    const { unfollowed } = handOver.standing();
    const lost = missing(successor, handOver);
    const isFull = handOver.waiting() > heldMax;
    const isLeft = unfollowed.some((name) => names.has(name));
    if ((lost.length > 0 || isLeft) && looks < looksMax && !isFull) {
      timers.after(overlapMs, look);
    } else if (isLeft) {
      // It acknowledges and sends nothing.
      notify({ kind: "quiet", connection: number });
      successor.close();
    } else {
      takeOver(successor, lost, "the old connection did not bring what its successor did");
    }
  };

  /** Live streams whose events on the successor are not seen to follow those on the old one. */
  const missing = ({ carried }: Rider, { standing }: HandOver): readonly string[] => {
    const isShort = now() - successorReadyMs < overlapMs;
    const lost = new Set(unproven(live, standing(), isShort));
    return [...live].filter((name) => lost.has(name) || !carried.has(name));
  };

  const takeOver = (next: Rider, lost: readonly string[], reason: string): void => {
    const old = current;
    current = next;
    successor = undefined;
    readyMs = successorReadyMs;
    old?.close();
    tellGap(lost, reason);
    finishHandOver();
    notify({ kind: "renewed", connection: number });
    renewInTime();
    tellLive();
  };

  /** It is kept for a while: what the old one brought may still come. */
  const finishHandOver = (): void => {
    const over = handOver;
    over?.finish();
    timers.after(overlapMs, () => {
      if (handOver === over) handOver = undefined;
    });
  };

  const onEnd = (rider: Rider, end: LinkEnd): void => {
    if (isClosed) return;
    if (rider === successor) {
      successor = undefined;
      handOver = undefined;
      host += 1;
      // There is time: the connection still delivers.
      renewAfter(settings.spreadMs * (1 + random()));
      return;
    }
    if (rider !== current) return;
    if (successor?.isReady() === true && handOver !== undefined) {
      const lost = missing(successor, handOver);
      return takeOver(successor, lost, "the connection ended during its renewal");
    }
    if (readyMs === undefined) host += 1;
    else if (now() - readyMs >= settledMs) failures = 0;
    readyMs = undefined;
    quiet.stop();
    tellGap([...live], `the connection ended with code ${end.code}`);
    current = successor;
    successor = undefined;
    const { code, reason } = end;
    if (current !== undefined) {
      // It is on its way already, and becomes the connection.
      finishHandOver();
      notify({ kind: "disconnected", connection: number, code, reason, retryMs: 0 });
      return;
    }
    const step = afterEnd(end, failures, { ...settings, ...tables });
    failures += 1;
    const retryMs = step.kind === "again" ? step.waitMs : undefined;
    notify({ kind: "disconnected", connection: number, code, reason, retryMs });
    if (step.kind === "never") return drop([...names], step.reason);
    isCareful = step.isCareful;
    timers.after(step.waitMs, connect);
  };

  const connect = (): void => {
    current = startRider();
  };

  const renewInTime = (): void => {
    const beforeMs = settings.renewBeforeMs * (1 + random());
    const { lifetimeMs } = tables.limits;
    const leftMs = lifetimeMs - (now() - (readyMs ?? now()));
    renewAfter(Math.max(lifetimeMs / 4, leftMs - Math.min(beforeMs, lifetimeMs / 2)));
  };

  const renewAfter = (delayMs: number): void => {
    stopRenewal();
    stopRenewal = timers.after(delayMs, renew);
  };

  const renew = (): void => {
    if (successor !== undefined || readyMs === undefined) return;
    handOver = undefined;
    successor = startRider();
  };

  connect();
  return {
    names,
    add: (more) => {
      for (const name of more) names.add(name);
      for (const rider of [current, successor]) rider?.add(more);
    },
    remove: (less) => {
      for (const name of less) names.delete(name);
      for (const name of less) live.delete(name);
      for (const rider of [current, successor]) rider?.remove(less);
    },
    close: () => {
      isClosed = true;
      timers.close();
      for (const rider of [current, successor]) rider?.close();
    },
  };
}
