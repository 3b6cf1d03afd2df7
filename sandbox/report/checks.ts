/** The checks of a report: what a robust client never does, and how the feed shows it. */

import { retry } from "../../generated/errors.ts";
import { limitRules } from "../../generated/limits.ts";
import { signing } from "../../generated/signing.ts";
import { userDataRules } from "../../generated/streams.ts";
import { retryAfterMs } from "../../runtime/call/retry.ts";
import { listenKeyValidityMs } from "../defaults.ts";
import type { FeedMessage, FeedRequest } from "../feed/feed.ts";
import { askedOf } from "../feed/summary.ts";
import { rules } from "../streams/rules.ts";
import { watchPlacements } from "./placements.ts";
import {
  contentOf,
  durationText,
  type Find,
  isOutcomeOpen,
  isRefused,
  offsetText,
  operationOf,
  type Watcher,
} from "./requests.ts";

export interface Check {
  readonly title: string;
  readonly advice: string;
  readonly watch: (find: Find) => Watcher;
}

const { closeCodes } = rules;

export const checks = {
  "clock-not-synced": {
    title: "Requests refused for their time again and again",
    advice:
      "After a refused timestamp, read the exchange's time, correct the offset, and send again once.",
    watch: watchClock,
  },
  "wrong-signature": {
    title: "Wrong signatures",
    advice: "Sign exactly the text that is sent, in its order, with the secret of the key.",
    watch: (find) => ({
      request: (event) => {
        const { problem, about = "" } = event.signed ?? {};
        if (problem !== undefined) find(event, `${askedOf(event)}: ${about}`);
      },
    }),
  },
  "wrong-rounding": {
    title: "Prices and quantities that are no multiple of the step",
    advice: "Round prices and quantities down to the steps in exchangeInfo before sending.",
    watch: (find) => ({
      request: (event) => {
        const issue = event.verdict?.issues.find(({ kind }) => kind === "multipleOf");
        if (issue === undefined) return;
        const { filter = "", filterField = "", bound = "", nearest } = issue;
        const below = nearest === undefined ? "" : `; the next below is ${nearest}`;
        find(event, `${askedOf(event)}: ${filter} ${filterField} ${bound}${below}`);
      },
    }),
  },
  "refused-order-again": {
    title: "Refused orders sent again unchanged",
    advice: "Read the code of a refusal; change the order, or give it up.",
    watch: (find) => {
      const refused = new Set<string>();
      const request = (event: FeedRequest): void => {
        const { verdict, response } = event;
        const { placement } = operationOf(event) ?? {};
        if (placement === undefined || verdict === undefined) return;
        const content = contentOf(event, placement.clientId);
        if (verdict.issues.length === 0) return void refused.delete(content);
        if (refused.has(content)) find(event, askedOf(event));
        // A refusal that a fault kept back teaches nothing.
        if (response.code === verdict.code) refused.add(content);
      };
      return { request };
    },
  },
  "blind-resend": {
    title: "Orders placed again while the outcome of the first was unknown",
    advice:
      "Give each order a client id; after a lost response query that id before sending again.",
    watch: (find) => ({ ...watchPlacements(find), atEnd: () => {} }),
  },
  "outcome-left-unknown": {
    title: "Orders whose outcome the program never learned",
    advice: "Query each order whose response was lost, until the exchange says what became of it.",
    watch: () => watchPlacements(),
  },
  "limit-exceeded": {
    title: "Requests beyond a rate limit",
    advice: "Count weights, or follow the usage headers, and wait before a limit is reached.",
    watch: (find) => ({
      request: (event) => {
        const { code, ordersCode } = limitRules.exceeded;
        if (!isRefused(event, code, ordersCode)) return;
        if (event.response.status !== limitRules.banned.status) {
          find(event, `${askedOf(event)}: ${event.verdict?.message}`);
        }
      },
    }),
  },
  "wait-ignored": {
    title: `Requests before the time in ${retry.header}`,
    advice: `After a refusal send nothing until the time in ${retry.header} is over.`,
    watch: watchWaits,
  },
  "ban-ignored": {
    title: "Requests during a ban",
    advice: "After a 418 send nothing until the ban ends; each request may make it longer.",
    watch: (find) => {
      const banned = new Map<string, FeedRequest>();
      const request = (event: FeedRequest): void => {
        const { ip, time, response } = event;
        if (response.status !== limitRules.banned.status) return void banned.delete(ip);
        const first = banned.get(ip);
        // Without a wait in the response nobody knows when the ban ends.
        const isOver = first !== undefined && time >= first.end + (waitMsOf(first) ?? Infinity);
        if (first === undefined || isOver) banned.set(ip, event);
        else if (!mayPrecede(event, first, event.signed?.clockMs))
          find(event, `${askedOf(event)}, ${durationText(time - first.end)} into it`);
      };
      return { request };
    },
  },
  "no-backoff": {
    title: "Failed requests repeated at once",
    advice: "Wait longer after each failure, with a random part.",
    watch: watchBackoff,
  },
  "unknown-path": {
    title: "Requests that the interface does not have",
    advice: "Use the paths and methods of the interface.",
    watch: (find) => ({
      request: (event) => {
        if (event.operation === undefined) find(event, `${event.method} ${event.path}`);
      },
    }),
  },
  "listen-key-not-kept": {
    title: "Listen keys that were not kept alive",
    advice: `Send ${userDataRules.keepAlive} every ${durationText(userDataRules.keepAliveEveryMs)}.`,
    watch: watchListenKeys,
  },
  "ping-unanswered": {
    title: "Unanswered pings",
    advice: "Answer each ping with a pong that has its payload.",
    watch: (find) => closedWith(find, closeCodes.unansweredPing, /pong/),
  },
  "connection-not-renewed": {
    title: "Connections that were used until the exchange ended them",
    advice: "Open a new connection before the lifetime of the old one is over.",
    watch: (find) => closedWith(find, closeCodes.lifetime, /lifetime/),
  },
  "control-too-fast": {
    title: "More messages to the exchange than a connection may send",
    advice: "Pace subscriptions; subscribe to many streams with one message.",
    watch: (find) => closedWith(find, closeCodes.inboundExcess, /too many/),
  },
  "stream-not-reopened": {
    title: "Streams that were lost and not opened again",
    advice: "Connect again after a random wait, and read over REST what was missed.",
    watch: watchReopening,
  },
} as const satisfies Readonly<Record<string, Check>>;

function watchClock(find: Find): Watcher {
  const refused = new Map<string, FeedRequest>();
  const request = (event: FeedRequest): void => {
    const { account = "", ip, signed, operation } = event;
    if (operation === signing.time.operation) {
      for (const [key, each] of refused) if (each.ip === ip) refused.delete(key);
    }
    if (signed === undefined) return;
    const key = `${ip} ${account}`;
    if (!isRefused(event, signing.rejectedWith)) {
      if (event.verdict?.outcome === "accepted") refused.delete(key);
      return;
    }
    const last = refused.get(key);
    if (last !== undefined && mayPrecede(event, last)) return;
    refused.set(key, event);
    if (last === undefined) return;
    find(event, `${askedOf(event)}: its clock is ${offsetText(signed.clockMs ?? 0)}`);
  };
  return { request };
}

/** How long a request may be on its way, or a refusal on its way back, if both sides are busy. */
const onItsWayMs = 1000;

/**
 * Whether a request may have been sent before the sender had the refusal of another: by its
 * timestamp, if `clockMs` says how far that is off; else if it came soon after. A repeat may not,
 * unless it has a timestamp of its own.
 */
function mayPrecede(event: FeedRequest, refused: FeedRequest, clockMs?: number): boolean {
  const clientId = operationOf(event)?.placement?.clientId;
  const isStamped = clockMs !== undefined && event.signed?.text !== refused.signed?.text;
  const isRepeat = !isStamped && contentOf(event, clientId) === contentOf(refused, clientId);
  const earlierMs = clockMs === undefined ? onItsWayMs : Math.max(0, -clockMs);
  return event.time - (isRepeat ? 0 : earlierMs) <= refused.end;
}

/** The wait that a response asks for, in milliseconds. */
function waitMsOf({ response, end }: FeedRequest): number | undefined {
  return retryAfterMs(response.retryAfter ?? null, end);
}

/** A refusal for the number of orders is one of the account's placements only. */
function watchWaits(find: Find): Watcher {
  const waits = new Map<string, { readonly first: FeedRequest; readonly until: number }>();
  const { status, ordersCode } = limitRules.exceeded;
  const request = (event: FeedRequest): void => {
    const { ip, account, time, end, response } = event;
    const orders = `orders of ${account}`;
    const isPlacement = operationOf(event)?.placement !== undefined;
    const own = [ip, ...(isPlacement ? [orders] : [])].flatMap((gate) => waits.get(gate) ?? []);
    const early = own.find(
      ({ first, until }) => time < until && !mayPrecede(event, first, event.signed?.clockMs),
    );
    if (early !== undefined) {
      find(event, `${askedOf(event)}, ${durationText(early.until - time)} too early`);
    }
    const waitMs = waitMsOf(event) ?? 0;
    if (response.status !== status || waitMs === 0) return;
    const gate = isRefused(event, ordersCode) ? orders : ip;
    const { first = event, until = 0 } = waits.get(gate) ?? {};
    waits.set(gate, {
      first: time < until ? first : event,
      until: Math.max(until, end + waitMs),
    });
  };
  return { request };
}

/** Repeats sooner than this are no backoff. */
const soonMs = 200;

const repeatsMax = 3;

function watchBackoff(find: Find): Watcher {
  const failures = new Map<string, { readonly end: number; readonly soon: number }>();
  const request = (event: FeedRequest): void => {
    const content = `${event.ip} ${contentOf(event)}`;
    const last = failures.get(content);
    failures.delete(content);
    if (!isOutcomeOpen(event)) return;
    if (failures.size > 1000) failures.clear();
    const isSoon = last !== undefined && event.time >= last.end && event.time - last.end < soonMs;
    const soon = isSoon ? last.soon + 1 : 0;
    failures.set(content, { end: event.end, soon });
    if (soon === repeatsMax) find(event, `${askedOf(event)}, ${soon + 1} times in a row`);
  };
  return { request };
}

function closedWith(find: Find, closeCode: number, reason: RegExp): Watcher {
  return {
    message: (event) => {
      const isMeant = event.code === closeCode && reason.test(event.text ?? "");
      if (isMeant && event.what === "closed") find(event, `connection ${event.connection}`);
    },
  };
}

function watchListenKeys(find: Find): Watcher {
  const open = new Map<number, string>();
  const renewed = new Map<string, number>();
  const { create, keepAlive, close, keepAliveEveryMs } = userDataRules;
  const findExpired = (event: FeedRequest | FeedMessage): void => {
    for (const account of new Set(open.values())) {
      const since = renewed.get(account);
      if (since === undefined || event.time < since + listenKeyValidityMs) continue;
      renewed.delete(account);
      find(event, `the listen key of ${account} expired`);
    }
  };
  return {
    request: (event) => {
      const { operation, account, verdict, end } = event;
      const isAccepted = account !== undefined && verdict?.outcome === "accepted";
      const isRenewal = operation === create || operation === keepAlive;
      if (isAccepted && isRenewal) renewed.set(account, end);
      if (isAccepted && operation === close) renewed.delete(account);
      findExpired(event);
    },
    message: (event) => {
      const { what, connection, account } = event;
      if (what === "ended") open.delete(connection);
      else if (account !== undefined) open.set(connection, account);
      findExpired(event);
    },
    atEnd: (time, findNow) => {
      for (const account of new Set(open.values())) {
        const since = renewed.get(account) ?? time;
        if (time - since < keepAliveEveryMs * 1.5) continue;
        findNow({ id: 0, time }, `${account} last sent one ${durationText(time - since)} ago`);
      }
    },
  };
}

/** How long a program may be without its stream. */
const reopenMs = 60_000;

function watchReopening(find: Find): Watcher {
  // By address: how each connection was ended.
  const lost = new Map<string, readonly FeedMessage[]>();
  return {
    request: ({ id, ip, time }) => {
      const gone = lost.get(ip) ?? [];
      const late = gone.filter((one) => time - one.time >= reopenMs);
      for (const { connection } of late) {
        find({ id, time }, `connection ${connection}, and the program went on without it`);
      }
      const rest = gone.filter((one) => !late.includes(one));
      if (late.length > 0) lost.set(ip, rest);
    },
    message: (event) => {
      const { what, ip, connection, time, streams = [] } = event;
      const gone = lost.get(ip) ?? [];
      // A program whose attempt was refused has not given up.
      const later = gone.map((one) => ({ ...one, time }));
      if (what === "refused") lost.set(ip, later);
      if (what === "opened") {
        const rest = gone.filter((one) => !one.streams?.every((name) => streams.includes(name)));
        // It stands for one if its streams come by its messages, or are others.
        lost.set(ip, rest.length < gone.length ? rest : gone.slice(1));
      }
      if ((what === "closed" || what === "cut") && streams.length > 0) {
        lost.set(ip, [...gone.filter((one) => one.connection !== connection), event]);
      }
    },
  };
}
