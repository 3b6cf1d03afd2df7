import { useEffect, useState } from "preact/hooks";

import type { Wire } from "../wire/wire.ts";

/** Pause between updates: faster changes cannot be read. */
const pauseMs = 150;

/** Renders again after changes of the wire log, while the component is visible. */
export function useWire(wire: Wire, isVisible: boolean): void {
  const [, setVersion] = useState(0);
  useEffect(() => {
    if (!isVisible) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const render = (): void => {
      timer = undefined;
      setVersion((version) => version + 1);
    };
    const follow = (): void => {
      timer ??= setTimeout(render, pauseMs);
    };
    render();
    const stop = wire.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [wire, isVisible]);
}
