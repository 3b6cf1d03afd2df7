/** One socket of a lane, and which of the lane's streams it has been asked for and carries. */

import type { Link } from "./link.ts";
import { openLink } from "./link.ts";
import type { LinkEnd } from "./return.ts";
import type { Arrival, LaneParts } from "./types.ts";

/** What the lane is told of a socket; nothing comes after `ended`. */
export interface RiderOwner {
  /** The socket is made now: from here on it may bring events. */
  readonly opening: () => void;
  /** It carries every stream that the lane had when it was opened. */
  readonly ready: () => void;
  /** It carries more streams than before. */
  readonly carries: () => void;
  readonly event: (arrival: Arrival) => void;
  readonly refused: (name: string, reason: string) => void;
  /** Nothing came for a while, and it cannot be asked whether it lives. */
  readonly silent: () => void;
  readonly ended: (end: LinkEnd) => void;
}

/** A socket of a lane. */
export interface Rider {
  /** Streams that the exchange has confirmed. */
  readonly carried: ReadonlySet<string>;
  readonly isReady: () => boolean;
  readonly add: (names: readonly string[]) => void;
  readonly remove: (names: readonly string[]) => void;
  readonly close: () => void;
}

/** How a rider is made. */
export interface RiderParts {
  readonly lane: Pick<LaneParts, "tables" | "settings" | "admit" | "number"> & {
    readonly isRaw: (name: string) => boolean;
  };
  readonly address: string;
  /** What the lane carries: may change at any time. */
  readonly names: ReadonlySet<string>;
  readonly isCareful: boolean;
  readonly owner: RiderOwner;
}

/** Opens a socket as soon as one more may be opened. */
export function openRider({ lane, address, names, isCareful, owner }: RiderParts): Rider {
  const { tables, settings, number } = lane;
  const asked = new Set<string>();
  const carried = new Set<string>();
  let link: Link | undefined;
  let isReady = false;
  let isClosed = false;

  const add = (more: readonly string[]): void => {
    const fresh = more.filter((name) => !asked.has(name));
    // Before it is ready it is not asked; then it catches up.
    if (!isReady || fresh.length === 0) return;
    for (const name of fresh) asked.add(name);
    void link?.add(fresh).then(() => {
      for (const name of fresh) if (asked.has(name)) carried.add(name);
      if (!isClosed) owner.carries();
    });
  };

  const remove = (less: readonly string[]): void => {
    const known = less.filter((name) => asked.has(name));
    if (!isReady || known.length === 0) return;
    for (const name of known) {
      asked.delete(name);
      carried.delete(name);
    }
    link?.remove(known);
  };

  const ready = (): void => {
    isReady = true;
    for (const name of asked) carried.add(name);
    remove([...asked].filter((name) => !names.has(name)));
    add([...names]);
    owner.ready();
  };

  const open = (): void => {
    if (isClosed) return;
    for (const name of names) asked.add(name);
    owner.opening();
    link = openLink({
      address,
      names: [...asked],
      isCareful,
      tables,
      settings,
      isRaw: lane.isRaw,
      owner: {
        ready,
        event: owner.event,
        refused: (name, reason) => {
          asked.delete(name);
          owner.refused(name, reason);
        },
        unread: (reason) => settings.notify({ kind: "unread", connection: number, reason }),
        silent: owner.silent,
        ended: (end) => {
          isReady = false;
          isClosed = true;
          owner.ended(end);
        },
      },
    });
  };

  void lane.admit().then(open);
  return {
    carried,
    isReady: () => isReady,
    add,
    remove,
    close: () => {
      isClosed = true;
      isReady = false;
      link?.close();
    },
  };
}
