/** The switch of one fault, with what it made the page's client do. */

import { reactions } from "../wire/reactions.ts";
import type { Wire } from "../wire/wire.ts";
import type { Preset } from "./presets.ts";

/** When a fault was switched on, and off. */
export interface Span {
  readonly fromMs: number;
  /** Absent while it is on. */
  readonly toMs?: number;
  /** When the next fault was switched on; what followed is no matter of this one. */
  readonly nextMs?: number;
}

interface FaultSwitchProps {
  readonly preset: Preset;
  readonly isOn: boolean;
  /** Absent until the page has switched it on. */
  readonly span: Span | undefined;
  /** How often faults of this kind were injected. */
  readonly injected: number;
  readonly wire: Wire;
  readonly onToggle: (isOn: boolean) => void;
}

export function FaultSwitch({ preset, isOn, span, injected, wire, onToggle }: FaultSwitchProps) {
  const { name, rule, robust } = preset;
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
      <span class="muted injected">
        <code>{rule.fault}</code>
        {injected > 0 && ` injected ${injected} ${injected === 1 ? "time" : "times"}`}
      </span>
      <p class="muted">A robust client {robust}</p>
      {span && <Reactions wire={wire} span={span} />}
    </div>
  );
}

function Reactions({ wire, span }: { readonly wire: Wire; readonly span: Span }) {
  const { fromMs, toMs = Infinity, nextMs = Infinity } = span;
  const during = reactionsBetween(wire, fromMs, toMs);
  const after = toMs === Infinity ? [] : reactionsBetween(wire, toMs, nextMs);
  return (
    <div class="reactions">
      <p>This page's client:</p>
      {during.length === 0 ? (
        <p class="muted">Nothing it did was out of the ordinary.</p>
      ) : (
        <Sentences all={during} />
      )}
      {toMs !== Infinity && (
        <>
          <p>Since the fault was switched off:</p>
          {after.length === 0 ? <p class="muted">Nothing failed.</p> : <Sentences all={after} />}
        </>
      )}
    </div>
  );
}

function Sentences({ all }: { readonly all: readonly string[] }) {
  return (
    <ul>
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function reactionsBetween({ requests, frames, notices }: Wire, fromMs: number, toMs: number) {
  return reactions({
    requests: requests.entries().filter(({ startedMs }) => startedMs >= fromMs && startedMs < toMs),
    frames: frames.entries().filter(({ atMs }) => atMs >= fromMs && atMs < toMs),
    notices: notices.entries().filter(({ atMs }) => atMs >= fromMs && atMs < toMs),
  });
}
