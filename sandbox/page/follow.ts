import { useEffect, useState } from "preact/hooks";

import type { Store } from "./store.ts";

/** Pause between updates: faster changes cannot be read. */
const pauseMs = 150;

/** A function that runs another soon, and once for all calls until then; and one that ends it. */
export function soon(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runNow = (): void => {
    timer = undefined;
    run();
  };
  const plan = (): void => {
    timer ??= setTimeout(runNow, pauseMs);
  };
  return [plan, () => clearTimeout(timer)] as const;
}

/** Renders again soon after changes of a source, while the component is visible. */
export function useLatest(source: Pick<Store<unknown>, "subscribe">, isVisible: boolean): void {
  const [, setVersion] = useState(0);
  useEffect(() => {
    if (!isVisible) return;
    const render = (): void => setVersion((version) => version + 1);
    const [follow, end] = soon(render);
    render();
    const stop = source.subscribe(follow);
    return () => {
      stop();
      end();
    };
  }, [source, isVisible]);
}
