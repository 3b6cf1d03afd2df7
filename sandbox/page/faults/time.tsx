/** The virtual clock: step, run, and go back to a saved state; the timeline of a replay. */

import type { ControlState } from "../../control/state.ts";
import { Choice } from "../parts/choice.tsx";
import { clockText, utcText } from "../parts/format.ts";
import type { Control } from "./control.ts";

const steps = { "1000": "1 s", "60000": "1 min", "3600000": "1 h", "86400000": "1 day" } as const;

export function Time({ state, run }: Pick<Control, "run"> & { readonly state: ControlState }) {
  const { saved, replay, time } = state;
  const isRunning = state.clock === "virtual, running";
  /** Goes back: what the page knows has not happened then, so it begins anew. */
  const goBack = async (name: string, fields: object): Promise<void> => {
    if ((await run(name, fields)) !== undefined) location.reload();
  };
  const seek = (at: number): void => {
    if (replay.begin + at < time) void goBack("seek", { at });
    else void run("seek", { at });
  };
  const at = Math.min(time - replay.begin, replay.length);
  return (
    <section aria-label="Time">
      <h2>Time</h2>
      <div class="tools row">
        <button
          type="button"
          aria-pressed={isRunning}
          onClick={() => void run("clock", { frozen: isRunning })}
        >
          {isRunning ? "Stop" : "Run"}
        </button>
        <Choice
          label="Step forward"
          values={Object.entries(steps)}
          onChoose={(ms) => void run("clock", { advanceMs: Number(ms) })}
        />
        <button type="button" onClick={() => void run("save", { name: utcText(time) })}>
          Save this state
        </button>
      </div>
      <p class="muted">At most {state.savesMax} states are kept; one more drops the oldest.</p>
      <ul class="rules" aria-label="Saved states">
        {saved.map(({ name, time: savedAt }) => (
          <li key={name} class="row">
            <b>{name}</b>
            <span class="muted">{clockText(savedAt)}</span>
            <button type="button" onClick={() => void goBack("rewind", { name })}>
              Rewind
            </button>
          </li>
        ))}
      </ul>
      {replay.messages > 0 && (
        <label class="timeline">
          Replay: {replay.played} of {replay.messages} messages, {(at / 1000).toFixed(1)} of{" "}
          {(replay.length / 1000).toFixed(1)} s
          <input
            type="range"
            max={replay.length}
            value={at}
            onChange={({ currentTarget: { value } }) => seek(Number(value))}
          />
        </label>
      )}
    </section>
  );
}
