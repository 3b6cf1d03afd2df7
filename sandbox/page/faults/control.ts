/** Admin commands of the sandbox, and its state while visible. */

import { useEffect, useState } from "preact/hooks";

import type { ControlState } from "../../control/state.ts";
import { errorText, label } from "../parts/format.ts";

const refreshMs = 1000;

export type Control = ReturnType<typeof useControl>;

/** Follows the sandbox while the component is visible. */
export function useControl(isVisible: boolean) {
  const [state, setState] = useState<ControlState>();
  const [error, setError] = useState("");
  // Why the state could not be read; empty when it was.
  const [problem, setProblem] = useState("");
  const refresh = async (): Promise<void> => setState((await send({})) as ControlState);
  useEffect(() => {
    if (!isVisible) return;
    const attempt = (): void =>
      void refresh().then(
        () => setProblem(""),
        (failed: unknown) => setProblem(errorText(failed)),
      );
    attempt();
    const timer = setInterval(attempt, refreshMs);
    return () => clearInterval(timer);
  }, [isVisible]);
  /** Runs a command and returns its result; `undefined` for a failure, whose error is shown. */
  const run = async (name: string, fields: object): Promise<unknown> => {
    try {
      setError("");
      const body = JSON.stringify({ command: name, ...fields });
      const result = await send({ method: "POST", body });
      await refresh();
      return result;
    } catch (failed) {
      setError(`${label(name)}: ${errorText(failed)}`);
      return undefined;
    }
  };
  // The state is absent until it was read.
  return { state, error: error || problem, run };
}

/** Rejects with the sandbox's own message. */
async function send(init: RequestInit): Promise<unknown> {
  const response = await fetch("control", init);
  const result: unknown = await response.json();
  if (response.ok) return result;
  throw new Error((result as { readonly message?: string }).message ?? `status ${response.status}`);
}
