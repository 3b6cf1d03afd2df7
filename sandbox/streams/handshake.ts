/** Accepts or rejects new stream connections, and knows which streams exist. */

import { limitRules } from "../../generated/limits.ts";
import {
  connectionLimits,
  connectionQuery,
  connectionRules,
  streams,
} from "../../generated/streams.ts";
import { createNameReader } from "../../runtime/streams/names.ts";
import type { StreamDescriptor } from "../../runtime/streams/types.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { createAttemptLimit } from "./connection-limits.ts";
import { isPublished, type MessageFormat } from "./hub.ts";

/**
 * The initial streams, or the HTTP status and reason of a rejection. An injected fault may also
 * leave the client without a response, or reset the connection.
 */
export type HandshakeResult<Opened = RequestedStreams> =
  | ({ readonly kind: "open" } & Opened)
  | { readonly kind: "rejected"; readonly status: number; readonly message: string }
  | { readonly kind: "hang" }
  | { readonly kind: "reset" };

/** Decides about an upgrade to a path and query, from an address. */
export type Handshake = (target: string, ip: string) => HandshakeResult;

function rejected(status: number, message: string): HandshakeResult {
  return { kind: "rejected", status, message };
}

/** Accepts existing streams until an address has opened too many connections. */
export function createHandshake(exchange: Exchange): Handshake {
  const mayConnect = createAttemptLimit(exchange.now);
  return (target, ip) => {
    if (!mayConnect(ip)) {
      return rejected(limitRules.exceeded.status, "the address has opened too many connections.");
    }
    const requested = requestedStreams(target);
    if (requested === undefined) return rejected(404, `streams are at /stream and ${rawPath}.`);
    const { names } = requested;
    const fault = streamsFault(exchange, names);
    if (fault !== undefined) return rejected(400, fault);
    const isBare = exchange.state.choices["stream-wrapping"] === "bare";
    return { kind: "open", names, format: isBare ? "raw" : requested.format };
  };
}

/** Why a connection cannot add these streams; `undefined` when it can. */
export function streamsFault(
  exchange: Exchange,
  wanted: readonly string[],
  present: readonly string[] = [],
): string | undefined {
  const most = connectionLimits.streams;
  if (new Set([...present, ...wanted]).size > most) {
    return `a connection has at most ${most} streams.`;
  }
  const unknown = wanted.findIndex((name) => !streamExists(exchange, name));
  if (unknown >= 0) return `stream ${unknown + 1} of the list does not exist; ${nameForm}.`;
  const silent = wanted.findIndex((name) => {
    const { pattern } = readStreamName(name) ?? {};
    return pattern !== undefined && !isPublished(pattern);
  });
  return silent < 0 ? undefined : `this sandbox does not publish stream ${silent + 1} of the list.`;
}

const patterns = Object.entries<StreamDescriptor>(streams).map(([id, stream]) => {
  return { ...stream, id };
});

export const readStreamName = createNameReader(patterns);

const publicNames = patterns.flatMap(({ access, address }) =>
  access === "public" && address !== "" ? [address.replaceAll("{", "<").replaceAll("}", ">")] : [],
);

const nameForm = `give ${publicNames.join(", ")} with a lowercase symbol, or an open listen key`;

/** Whether a name is a public stream, of a listed symbol if it names one, or a valid listen key. */
function streamExists(exchange: Exchange, name: string): boolean {
  const { pattern, values } = readStreamName(name) ?? {};
  if (pattern?.access !== "public") {
    return exchange.listenKeys.accountOf(name, exchange.now()) !== undefined;
  }
  const { symbol } = values ?? {};
  if (symbol === undefined) return true;
  const listed = symbol.toUpperCase();
  return exchange.listings.has(listed) && symbol === listed.toLowerCase();
}

/** The name of a stream to show: for a listen key, which is secret, its account. */
export function shownName({ listenKeys, now }: Exchange, name: string): string {
  if (name.includes("@")) return name;
  return `user data of ${listenKeys.accountOf(name, now()) ?? "an unknown listen key"}`;
}

interface RequestedStreams {
  readonly format: MessageFormat;
  readonly names: readonly string[];
}

const { path: rawPath } = connectionRules.unwrapped ?? { path: "" };

/** Parses `/stream?streams=a/b`, which wraps messages, and `/ws/name`, which does not. */
function requestedStreams(target: string): RequestedStreams | undefined {
  const url = URL.parse(target, "ws://sandbox");
  if (url?.pathname === "/stream") {
    const lists = url.searchParams.getAll(connectionQuery.parameter);
    const names = lists
      .flatMap((list) => list.split(connectionQuery.separator))
      .filter((name) => name !== "");
    return { format: "combined", names };
  }
  const [top, name = "", ...rest] = url?.pathname.slice(1).split("/") ?? [];
  if (`/${top}` !== rawPath || rest.length > 0) return undefined;
  // Some clients number their connections there.
  return { format: "raw", names: /^\d*$/.test(name) ? [] : [name] };
}
