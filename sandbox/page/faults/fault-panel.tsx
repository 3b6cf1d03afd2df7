/** Faults to switch on, a robust client's reaction to each, and what the programs did. */

import { useRef, useState } from "preact/hooks";

import { useLatest } from "../follow.ts";
import type { PanelProps } from "../panel.ts";
import { errorText } from "../parts/format.ts";
import { Problem } from "../parts/problem.tsx";
import { Commands } from "./commands.tsx";
import { type Control, useControl } from "./control.ts";
import { FaultSwitch } from "./fault-switch.tsx";
import { type Preset, presets } from "./presets.ts";

export function FaultPanel(props: PanelProps) {
  const { isVisible, feed } = props;
  const control = useControl(isVisible);
  useLatest(feed, isVisible);
  const met = [
    ["Your programs", feed.report().faults],
    ["This page", feed.ownFaults()],
  ] as const;
  const { state, error, run } = control;
  const active = new Set(state?.faults.rules.map(({ name }) => name));
  const { pending, toggle } = useFaults(control);
  return (
    <>
      <div class="column">
        <Try {...props} {...(active.size > 0 && { onClear: () => void run("clearFaults", {}) })} />
        {error !== "" && (
          <p class="card error sell" role="alert">
            {error}
          </p>
        )}
        {Object.entries(presets).map(([title, group]) => (
          <section key={title} class="card" aria-label={title}>
            <h2>{title}</h2>
            {group.map((preset) => (
              <FaultSwitch
                key={preset.name}
                preset={preset}
                isOn={pending[preset.name] ?? active.has(preset.name)}
                injected={state?.faults.reached[preset.rule.fault] ?? 0}
                met={met}
                onToggle={(isOn) => void toggle(preset, isOn)}
              />
            ))}
          </section>
        ))}
      </div>
      <div class="column">
        <Commands control={control} />
        <Rules control={control} />
      </div>
    </>
  );
}

/** Switches faults on and off; a switch keeps its position until the sandbox has answered. */
function useFaults({ run }: Control) {
  const [pending, setPending] = useState<Readonly<Record<string, boolean>>>({});
  const toggle = async ({ name, rule }: Preset, isOn: boolean): Promise<void> => {
    setPending((before) => ({ ...before, [name]: isOn }));
    if (isOn) await run("addFaults", { rules: [{ ...rule, name }] });
    else await run("removeFault", { name });
    setPending(({ [name]: _, ...rest }) => rest);
  };
  return { pending, toggle };
}

/** Two calls that meet the request faults; streams meet theirs without help. */
function Try({ connection, account, onClear }: PanelProps & { onClear?: () => void }) {
  const [said, setSaid] = useState("");
  const calls = useRef(0);
  const client = connection.clientOf(account);
  const attempt = async (what: string, call: () => Promise<string>): Promise<void> => {
    calls.current += 1;
    const mine = calls.current;
    setSaid(`${what}: waiting for the outcome.`);
    const outcome = await call().catch((error: unknown) => `${what}: ${errorText(error)}`);
    // An earlier call may end after a later one.
    if (mine === calls.current) setSaid(outcome);
  };
  const read = async (): Promise<string> => {
    const { balances } = await client.getAccount();
    return `Read the account: ${balances.length} balances.`;
  };
  const place = async (): Promise<string> => {
    const { symbols = [] } = await client.getExchangeInfo();
    const symbol = symbols[0]?.symbol ?? "";
    const placement = await client.tryPlaceOrder({
      symbol,
      side: "BUY",
      type: "MARKET",
      quoteOrderQty: "100",
    });
    const sent = `${placement.attempts} ${placement.attempts === 1 ? "attempt" : "attempts"}`;
    return placement.kind === "placed"
      ? `Placed an order for 100 of the quote asset in ${symbol}, in ${sent}.`
      : `The order is ${placement.kind}, after ${sent}: ${placement.error.message}`;
  };
  return (
    <section class="card" aria-label="Try a call">
      <p>Switch a fault on, make a call, and see what the client does.</p>
      <div class="tools row">
        <button type="button" onClick={() => void attempt("Read the account", read)}>
          Read the account
        </button>
        <button type="button" onClick={() => void attempt("Place an order", place)}>
          Place an order
        </button>
        <button type="button" disabled={onClear === undefined} onClick={onClear}>
          Switch all faults off
        </button>
        <a href="#inspect">Show requests and messages</a>
      </div>
      <p role="status">{said}</p>
    </section>
  );
}

const ruleExample = `{"fault": "drop", "accepted": true,
 "when": {"operation": "placeOrder", "after": "10:00", "nth": 3}}`;

/** All active rules, and a form for a new one. */
function Rules({ control: { state, run } }: { readonly control: Control }) {
  const [problem, setProblem] = useState("");
  const rules = state?.faults.rules ?? [];
  const add = (event: Event & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    try {
      setProblem("");
      const rule: unknown = JSON.parse(String(new FormData(event.currentTarget).get("rule")));
      void run("addFaults", { rules: [rule] });
    } catch {
      setProblem("The rule is not JSON.");
    }
  };
  return (
    <section class="card" aria-label="Fault rules">
      <h2>Fault rules</h2>
      {rules.length === 0 && <p class="muted">None is active.</p>}
      <ul class="rules">
        {rules.map(({ name, rule, seen, reached }) => (
          <li key={name} class="row">
            <b>{name}</b>
            <code>{JSON.stringify({ ...rule, name: undefined })}</code>
            <span class="muted">
              fitted {seen}, injected {reached}
            </span>
            <button type="button" onClick={() => void run("removeFault", { name })}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={add}>
        <label>
          Your own rule, as JSON
          <textarea name="rule" rows={3} spellcheck={false} defaultValue={ruleExample} />
        </label>
        <Problem text={problem} />
        <button type="submit">Add the rule</button>
      </form>
    </section>
  );
}
