/** The switch of a fault, and what the programs did that met it. */

import { robustClients } from "../../../generated/sandbox.ts";
import type { Report } from "../../report/report.ts";
import type { Preset } from "./presets.ts";

interface FaultSwitchProps {
  readonly preset: Preset;
  readonly isOn: boolean;
  /** Number of injected faults of this kind. */
  readonly injected: number;
  /** Who met faults, and what they did then. */
  readonly met: readonly (readonly [who: string, faults: Report["faults"]])[];
  readonly onToggle: (isOn: boolean) => void;
}

export function FaultSwitch({ preset, isOn, injected, met, onToggle }: FaultSwitchProps) {
  const { name, rule } = preset;
  return (
    <div class="preset" data-on={isOn}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => onToggle(checked)}
        />
        <b>{name}</b>
      </label>
      <span class="muted">
        <code>{rule.fault}</code>
        {injected > 0 && ` injected ${injected} ${injected === 1 ? "time" : "times"}`}
      </span>
      <p class="muted">A robust client {robustClients[rule.fault]}</p>
      {met.map(([who, faults]) => {
        const { reactions = [] } = faults.find((fault) => fault.rule === name) ?? {};
        if (reactions.length === 0) return null;
        const texts = reactions.map(({ what, count }) => `${what} (${count})`);
        return (
          <p key={who} class="reactions">
            {who}: {texts.join("; ")}.
          </p>
        );
      })}
    </div>
  );
}
