/** The switch of a fault, and how the page's client reacted to it. */

import { robustClients } from "../../../generated/sandbox.ts";
import type { FeedMessage } from "../../feed/feed.ts";
import type { Report } from "../../report/report.ts";
import { reactions } from "../wire/reactions.ts";
import type { Wire } from "../wire/wire.ts";
import type { Preset } from "./presets.ts";

interface FaultSwitchProps {
  readonly preset: Preset;
  readonly isOn: boolean;
  /** When the page switched it on; absent if it did not, or if another one came later. */
  readonly sinceMs: number | undefined;
  /** Number of injected faults of this kind. */
  readonly injected: number;
  readonly wire: Wire;
  readonly messages: readonly FeedMessage[];
  /** What other programs did when they met it. */
  readonly met: Report["faults"][number]["reactions"];
  readonly onToggle: (isOn: boolean) => void;
}

export function FaultSwitch(props: FaultSwitchProps) {
  const { preset, isOn, sinceMs, injected, wire, messages, met, onToggle } = props;
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
      {met.length > 0 && (
        <p>Your programs: {met.map(({ what, count }) => `${what} (${count})`).join("; ")}.</p>
      )}
      {sinceMs !== undefined && <Reactions {...{ wire, messages, sinceMs }} />}
    </div>
  );
}

interface ReactionsProps extends Pick<FaultSwitchProps, "wire" | "messages"> {
  readonly sinceMs: number;
}

function Reactions({ wire, messages, sinceMs }: ReactionsProps) {
  const { requests, notices } = wire;
  const sentences = reactions({
    requests: requests.entries().filter(({ startedMs }) => startedMs >= sinceMs),
    messages,
    notices: notices.entries().filter(({ atMs }) => atMs >= sinceMs),
  });
  return (
    <div class="reactions">
      <p>This page's client since it was switched on:</p>
      {sentences.length === 0 && <p class="muted">Nothing it did was out of the ordinary.</p>}
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
