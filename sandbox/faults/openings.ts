/** Faults of opening a stream connection. */

import { createOpener, type Opening } from "../streams/opening.ts";
import type { Venue } from "../venue.ts";
import type { FaultSource } from "./plan.ts";

/** What becomes of a wish to open a connection: also silence, or a reset. */
export type AnyOpening = Opening | { readonly kind: "hang" } | { readonly kind: "reset" };

/** Reads the path and query of an upgrade from an address, and says what becomes of it. */
export type Opener = (target: string, ip: string) => AnyOpening;

/** Status of a refusal that names none. */
const statusDefault = 503;

/** Opens as the exchange does, but for the faults of a plan. */
export function withOpeningFaults(venue: Venue, faults: FaultSource): Opener {
  const open = createOpener(venue);
  return (target, ip) => {
    const opening = open(target, ip);
    if (!faults.watches.opening) return opening;
    const streams = opening.kind === "open" ? opening.names : [];
    const [active] = faults.due("opening", { now: venue.now(), streams });
    if (active?.rule.fault !== "handshake") return opening;
    active.reach();
    const { how = "refuse", status = statusDefault } = active.rule;
    return how === "refuse" ? { kind: "refused", status } : { kind: how };
  };
}
