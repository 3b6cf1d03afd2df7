/**
 * The life of one connection, whatever carries it: what it is sent, what it may send itself, how
 * its pings are answered, and when it ends.
 */

import { connectionRules, connectionLimits as limits } from "../../generated/streams.ts";
import type { Venue } from "../venue.ts";
import { answerControl } from "./control.ts";
import type { Hub } from "./hub.ts";
import { streamExists } from "./names.ts";
import { messageOf, type Reader } from "./reader.ts";
import { countInbound, startPings } from "./upkeep.ts";

/** What carries one connection. */
export interface Wire extends Reader {
  /** Asks the other end whether it is still there. */
  readonly ping: (payload: string) => void;
}

/** Is told of everything that comes from the other end. */
export interface Session {
  readonly message: (text: string) => void;
  readonly ping: () => void;
  readonly pong: (payload: string) => void;
  /** The connection is gone. */
  readonly ended: () => void;
}

/** Sends the streams of these names to a wire until it ends. */
export function openSession(
  { venue, hub }: { readonly venue: Venue; readonly hub: Hub },
  wire: Wire,
  names: readonly string[],
): Session {
  const connection = hub.connect(wire);
  connection.subscribe(names);
  const exists = (name: string): boolean => streamExists(venue, name);
  const rules = { connection, exists, streamsMax: limits.streams };
  const withinLimit = countInbound(venue.now);
  const admit = (): boolean => {
    const admitted = withinLimit();
    if (!admitted) wire.close(codes.inboundExcess, "too many messages");
    return admitted;
  };
  const stopLife = venue.after(limits.lifetimeMs, () =>
    wire.close(codes.lifetime, "its life is over"),
  );
  const lost = (): void => wire.close(codes.unansweredPing, "no pong");
  const pings = startPings(venue, wire.ping, lost);
  return {
    message: (text) => {
      if (admit()) wire.send(messageOf("", answerControl(text, rules)));
    },
    ping: admit,
    pong: (payload) => {
      if (admit()) pings.answered(payload);
    },
    ended: () => {
      stopLife();
      pings.stop();
      connection.close();
    },
  };
}

const codes = connectionRules.closeCodes;
