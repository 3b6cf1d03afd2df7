/** What a client asks for when it opens a connection, and whether it gets it. */

import { limitRules } from "../../generated/limits.ts";
import { connectionLimits, connectionQuery } from "../../generated/streams.ts";
import type { Venue } from "../venue.ts";
import { streamExists } from "./names.ts";
import type { StreamForm } from "./reader.ts";
import { countAttempts } from "./upkeep.ts";

/** The streams to begin with, or the HTTP status that says why there is no connection. */
export type Opening =
  | { readonly kind: "open"; readonly form: StreamForm; readonly names: readonly string[] }
  | { readonly kind: "refused"; readonly status: number };

/** What becomes of an upgrade to a path and query that comes from an address. */
export type Opener = (target: string, ip: string) => Opening;

/** Opens what there is, until an address has opened too many connections. */
export function createOpener(venue: Venue): Opener {
  const mayOpen = countAttempts(venue.now);
  return (target, ip) => {
    return mayOpen(ip) ? readOpening(venue, target) : { kind: "refused", status: tooManyRequests };
  };
}

const tooManyRequests = limitRules.exceeded.status;

/**
 * Reads the path and query of an upgrade: `/stream?streams=a/b` sends `{stream, data}`, `/ws/name`
 * sends bare messages.
 */
function readOpening(venue: Venue, target: string): Opening {
  const wanted = wantedStreams(target);
  if (wanted === undefined) return { kind: "refused", status: 404 };
  const { names } = wanted;
  const tooMany = new Set(names).size > connectionLimits.streams;
  if (tooMany || names.some((name) => !streamExists(venue, name))) {
    return { kind: "refused", status: 400 };
  }
  return { kind: "open", ...wanted };
}

interface Wanted {
  readonly form: StreamForm;
  readonly names: readonly string[];
}

function wantedStreams(target: string): Wanted | undefined {
  const url = URL.parse(target, "ws://sandbox");
  if (url === null) return undefined;
  if (url.pathname === "/stream") {
    const list = url.searchParams.get(connectionQuery.parameter) ?? "";
    const names = list.split(connectionQuery.separator).filter((name) => name !== "");
    return { form: "combined", names };
  }
  const [, top, name = "", ...rest] = url.pathname.split("/");
  if (top !== "ws" || rest.length > 0) return undefined;
  return { form: "raw", names: name === "" ? [] : [name] };
}
