/**
 * A connection that goes on for ever: one socket after the other. A new one delivers before the
 * old one closes, and what came over both is told once.
 */

import { eventKey } from "./keys.ts";
import { openLink } from "./link.ts";
import type { Link, LinkEnd } from "./link.ts";
import { afterEnd } from "./return.ts";
import type { Lane, LaneParts } from "./types.ts";
import { watchQuiet } from "./quiet.ts";
import { createTimers } from "../timers.ts";

/** A socket, and how far it has got. */
interface Rider {
  link: Link | undefined;
  readonly asked: Set<string>;
  isReady: boolean;
  /** What it brought while the one before it still delivered. */
  held: { readonly stream: string; readonly data: unknown }[];
}

/** Longest hand-over in events; a second socket that far ahead is no copy of the first. */
const heldMax = 10_000;

/** Opens the first socket at once. */
export function openLane(parts: LaneParts): Lane {
  const { owner, tables, settings, number } = parts;
  const { notify, random } = settings;
  const timers = createTimers(settings.after);
  const names = new Set(parts.names);
  let current: Rider | undefined;
  let successor: Rider | undefined;
  let stopRenewal: () => void = () => undefined;
  let failures = 0;
  let isCareful = false;
  let isClosed = false;
  /** Keys of what was delivered while a successor was on its way. */
  let seen: Set<string> | undefined;
  const quiet = watchQuiet(timers, settings, () => {
    notify({ kind: "quiet", connection: number });
    current?.link?.close();
  });

  const keyOf = (stream: string, data: unknown): string => {
    return `${stream} ${eventKey(owner.descriptorOf(stream), data)}`;
  };

  const deliver = (stream: string, data: unknown): void => {
    quiet.heard();
    seen?.add(keyOf(stream, data));
    owner.event(stream, data);
  };

  const open = async (rider: Rider): Promise<void> => {
    await parts.admit();
    if (isClosed || (rider !== current && rider !== successor)) return;
    const asked = [...names];
    for (const name of asked) rider.asked.add(name);
    const { address } = parts;
    rider.link = openLink({
      address,
      names: asked,
      isCareful,
      tables,
      settings,
      owner: {
        ready: () => onReady(rider),
        event: (stream, data) => onEvent(rider, stream, data),
        refused: (stream, reason) => drop([stream], reason),
        unread: (reason) => notify({ kind: "unread", connection: number, reason }),
        ended: (end) => onEnd(rider, end),
      },
    });
  };

  const drop = (refused: readonly string[], reason: string): void => {
    const left = refused.filter((name) => names.delete(name));
    if (left.length > 0) owner.refused(left, reason);
  };

  const onEvent = (rider: Rider, stream: string, data: unknown): void => {
    if (rider === current) return deliver(stream, data);
    if (rider !== successor) return;
    rider.held.push({ stream, data });
    if (rider.held.length > heldMax) rider.link?.close();
  };

  const onReady = (rider: Rider): void => {
    rider.isReady = true;
    const later = [...names].filter((name) => !rider.asked.has(name));
    const gone = [...rider.asked].filter((name) => !names.has(name));
    for (const name of gone) rider.asked.delete(name);
    if (later.length > 0) askMore(rider, later);
    if (gone.length > 0) rider.link?.remove(gone);
    if (rider === successor) return handOver(rider);
    failures = 0;
    notify({ kind: "connected", connection: number, streams: names.size });
    renewInTime();
    quiet.start();
    owner.live([...names]);
  };

  const askMore = (rider: Rider, more: readonly string[]): void => {
    for (const name of more) rider.asked.add(name);
    void rider.link?.add(more).then(() => {
      if (rider === current) owner.live(more.filter((name) => names.has(name)));
    });
  };

  /** Once the old socket answers, it has brought everything from before the new one was ready. */
  const handOver = (rider: Rider): void => {
    const old = current;
    void (old?.link?.probe() ?? Promise.resolve(false)).then((answered) => {
      if (isClosed || rider !== successor) return;
      takeOver(rider, answered ? undefined : "the old connection did not answer");
      old?.link?.close();
      notify({ kind: "renewed", connection: number });
    });
  };

  const takeOver = (rider: Rider, loss: string | undefined): void => {
    const known = seen;
    seen = undefined;
    successor = undefined;
    current = rider;
    failures = 0;
    if (loss !== undefined) tellGap(loss);
    for (const { stream, data } of rider.held) {
      if (!known?.has(keyOf(stream, data))) deliver(stream, data);
    }
    rider.held = [];
    renewInTime();
    if (loss !== undefined) owner.live([...names]);
  };

  const tellGap = (reason: string): void => {
    notify({ kind: "gap", streams: names.size, reason });
    owner.gap([...names], reason);
  };

  const onEnd = (rider: Rider, end: LinkEnd): void => {
    if (isClosed) return;
    if (rider === successor) {
      successor = undefined;
      seen = undefined;
      // There is time: the connection still delivers.
      renewAfter(settings.spreadMs * (1 + random()));
      return;
    }
    if (rider !== current) return;
    current = undefined;
    if (successor?.isReady === true) {
      return takeOver(successor, "the connection ended during its renewal");
    }
    if (rider.isReady) tellGap(`the connection ended with code ${end.code}`);
    if (successor !== undefined) {
      // It is on its way already, and becomes the connection.
      current = successor;
      successor = undefined;
      seen = undefined;
      for (const { stream, data } of current.held.splice(0)) deliver(stream, data);
      return;
    }
    reconnect(end);
  };

  const reconnect = (end: LinkEnd): void => {
    quiet.stop();
    const { code, reason } = end;
    const step = afterEnd(end, failures, { ...settings, backoff: tables.backoff });
    failures += 1;
    const retryMs = step.kind === "again" ? step.waitMs : undefined;
    notify({ kind: "disconnected", connection: number, code, reason, retryMs });
    if (step.kind === "never") return drop([...names], step.reason);
    isCareful = step.isCareful;
    timers.after(step.waitMs, connect);
  };

  const connect = (): void => {
    if (isClosed || names.size === 0) return;
    current = startRider();
    void open(current);
  };

  const renewInTime = (): void => {
    const beforeMs = settings.renewBeforeMs * (1 + random());
    renewAfter(Math.max(1, tables.limits.lifetimeMs - beforeMs));
  };

  const renewAfter = (delayMs: number): void => {
    stopRenewal();
    stopRenewal = timers.after(delayMs, renew);
  };

  const renew = (): void => {
    if (isClosed || successor !== undefined || current?.isReady !== true) return;
    seen = new Set();
    successor = startRider();
    void open(successor);
  };

  connect();
  return {
    names,
    add: (more) => {
      for (const name of more) names.add(name);
      for (const rider of [current, successor]) {
        if (rider?.isReady !== true) continue;
        const fresh = more.filter((name) => !rider.asked.has(name));
        if (fresh.length > 0) askMore(rider, fresh);
      }
    },
    remove: (less) => {
      for (const name of less) names.delete(name);
      for (const rider of [current, successor]) {
        if (rider?.isReady !== true) continue;
        for (const name of less) rider.asked.delete(name);
        rider.link?.remove(less);
      }
    },
    close: () => {
      isClosed = true;
      timers.close();
      current?.link?.close();
      successor?.link?.close();
    },
  };
}

function startRider(): Rider {
  return { link: undefined, asked: new Set(), isReady: false, held: [] };
}
