import { useEffect, useState } from "preact/hooks";

interface Log {
  readonly subscribe: (listener: () => void) => () => void;
}

/** Pause between updates: faster changes cannot be read. */
const pauseMs = 150;

/** Renders again after changes of a log, while the component is visible. */
export function useLog(log: Log, isVisible: boolean): void {
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
    const stop = log.subscribe(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [log, isVisible]);
}
