/** Notices a connection that lives, answers, and brings nothing. */

import type { Timers } from "../timers.ts";
import type { StreamSettings } from "./types.ts";

/** Watches one connection. */
export interface QuietWatch {
  readonly start: () => void;
  readonly heard: () => void;
  readonly stop: () => void;
}

/** Calls `onQuiet` once after `quietMs` without an event; never where that is infinite. */
export function watchQuiet(
  timers: Timers,
  { now, quietMs }: Pick<StreamSettings, "now" | "quietMs">,
  onQuiet: () => void,
): QuietWatch {
  let heardMs = now();
  let stop: () => void = () => undefined;
  const look = (): void => {
    const leftMs = quietMs - (now() - heardMs);
    if (leftMs <= 0) onQuiet();
    else stop = timers.after(leftMs, look);
  };
  return {
    start: () => {
      stop();
      heardMs = now();
      if (quietMs !== Number.POSITIVE_INFINITY) stop = timers.after(quietMs, look);
    },
    heard: () => {
      if (quietMs !== Number.POSITIVE_INFINITY) heardMs = now();
    },
    stop: () => stop(),
  };
}
