import { useEffect, useState } from "preact/hooks";

import { errorText } from "./format.ts";

/** What was read, and why the reading failed; empty while it has not. */
interface Reading<Value> {
  readonly value?: Value;
  readonly problem: string;
}

/** Reads something now and whenever an input changes; a reading that is overtaken is aborted. */
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
