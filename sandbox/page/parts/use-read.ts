import { useEffect, useState } from "preact/hooks";

import { errorText } from "./format.ts";

/** The value, and the error of reading; empty for none. */
interface Reading<Value> {
  readonly value?: Value;
  readonly problem: string;
}

/** Reads something now and after each change of an input; aborts outdated reads. */
export function useRead<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[],
): Reading<Value> {
  const [reading, setReading] = useState<Reading<Value>>({ problem: "" });
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    const show = (next: Reading<Value>): void => {
      if (!signal.aborted) setReading(next);
    };
    show({ problem: "" });
    read(signal).then(
      (value) => show({ value, problem: "" }),
      (error: unknown) => show({ problem: errorText(error) }),
    );
    return () => aborter.abort();
  }, inputs);
  return reading;
}
