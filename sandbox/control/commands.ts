/** Runs the admin commands of spec/sandbox/commands.yaml. */

import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import { defaultKey } from "../config/accounts.ts";
import { inPlace, requireValid, ValidationError } from "../config/validation.ts";
import type { Command, Reply } from "../engine/messages.ts";
import { unitScale } from "../engine/units.ts";
import { isPaced, type VirtualClock } from "../exchange/clock.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { MarketMaker } from "../exchange/market-maker.ts";
import type { Replay } from "../exchange/replay.ts";
import { replayStart, type Saves } from "../exchange/saves.ts";
import type { FaultPlan } from "../faults/plan.ts";
import { loseListenKeys } from "../faults/requests.ts";
import type { Hub } from "../streams/hub.ts";

/** The parts of a sandbox that commands change and its state shows. */
export interface ControlTarget {
  readonly exchange: Exchange;
  /** The virtual clock; `undefined` with an external clock. */
  readonly clock: VirtualClock | undefined;
  /** Live prices: on, off, or at another pace. */
  readonly maker: MarketMaker;
  readonly hub: Hub;
  /** The replay of recorded market data, of none where there are none. */
  readonly replay: Replay;
  /** Saved states; `undefined` with an external clock, or a journal, which knows no way back. */
  readonly saves: Saves | undefined;
  readonly faults: FaultPlan;
}

type AdminCommand = SandboxSchemas["Command"];
type CommandName = AdminCommand["command"];

/**
 * Each runs one command and returns a JSON value. Throws a `ValidationError` when a field does not
 * fit the current state of the sandbox.
 */
type Runs = {
  readonly [Name in CommandName]: (
    given: Extract<AdminCommand, { readonly command: Name }>,
    target: ControlTarget,
  ) => unknown;
};

/** Latest time to set; a running clock goes on from there, and dates are limited. */
const timeMax = Date.UTC(9999, 11, 31);

const runs: Runs = {
  addFaults: ({ rules }, { faults }) => inPlace("rules", () => faults.add(...rules)),
  removeFault: ({ name }, { faults }) => {
    if (!faults.remove(name)) throw new ValidationError("name", "does not match a rule");
  },
  clearFaults: (_, { faults }) => faults.clear(),
  cutSockets: ({ code }, { faults, hub }) => {
    const subscribers = hub.subscribers();
    for (const subscriber of subscribers) {
      if (code === undefined) subscriber.cut();
      else subscriber.close(code, "");
      faults.count("cut");
    }
    return subscribers.length;
  },
  loseListenKey: ({ account }, { exchange, faults }) => {
    if (!exchange.state.accounts.has(account)) throw new ValidationError("account", "is unknown");
    loseListenKeys(exchange, account);
    faults.count("loseListenKey");
  },
  ban: ({ ip, ms }, { exchange, faults }) => {
    exchange.limits.ban(ip, exchange.now() + ms, exchange.now());
    faults.count("ban");
  },
  clock: ({ jumpTo, advanceMs, frozen }, { clock }) => {
    if (clock === undefined) throw new ValidationError("", machineTime);
    const paced = isPaced(clock) ? clock : undefined;
    if (frozen !== undefined && paced === undefined) {
      throw new ValidationError("frozen", "is for a clock that runs; this one never does");
    }
    if ((jumpTo ?? clock.now()) + (advanceMs ?? 0) > timeMax) {
      const field = advanceMs === undefined ? "jumpTo" : "advanceMs";
      throw new ValidationError(field, "leads beyond the year 9999");
    }
    if (frozen === true) paced?.freeze();
    if (jumpTo !== undefined) clock.jump(jumpTo);
    if (advanceMs !== undefined) clock.advance(advanceMs);
    if (frozen === false) paced?.resume();
    return { time: clock.now(), frozen: paced?.isFrozen() ?? true };
  },
  save: ({ name }, target) => ({ dropped: savesOf(target).save(name) }),
  rewind: ({ name }, target) => {
    if (!savesOf(target).rewind(name)) throw new ValidationError("name", "is not a saved state");
    const { exchange, hub } = target;
    for (const subscriber of hub.subscribers()) subscriber.cut();
    return { time: exchange.now() };
  },
  seek: ({ at }, target) => {
    const { clock, replay } = target;
    const { begin, length, messages } = replay.position();
    savesOf(target);
    if (messages === 0 || clock === undefined) {
      throw new ValidationError("at", "is a place in a replay, and there is none");
    }
    if (at > length)
      throw new ValidationError("at", `is beyond the replay, which ends at ${length}`);
    if (begin + at < clock.now()) runs.rewind({ command: "rewind", name: replayStart }, target);
    clock.advance(begin + at - clock.now());
    return replay.position();
  },
  deposit: ({ account, asset, amount }, { exchange }) => {
    const isNew = !exchange.state.accounts.has(account);
    const key = defaultKey(account);
    if (isNew && exchange.keys.has(key.apiKey)) {
      throw new ValidationError("account", "would have the API key of another account");
    }
    execute(exchange, { kind: "deposit", account, asset, amount: toUnits(amount, unitScale) });
    if (!isNew) return {};
    exchange.keys.set(key.apiKey, key);
    return { account, apiKey: key.apiKey };
  },
  withdraw: ({ account, asset, amount }, { exchange }) => {
    execute(exchange, { kind: "deposit", account, asset, amount: -toUnits(amount, unitScale) });
    return {};
  },
  maintenance: ({ symbol }, { exchange }) => {
    const reply = execute(exchange, { kind: "maintenance", symbol });
    return { expired: reply.kind === "maintained" ? reply.orders.length : 0 };
  },
  status: ({ symbol, status }, { exchange }) => {
    execute(exchange, { kind: "status", symbol, status });
    return {};
  },
  maker: ({ on, everyMs }, { maker }) => {
    if (on) maker.start(everyMs === undefined ? {} : { everyMs });
    else maker.stop();
    return { running: maker.isRunning() };
  },
};

function savesOf({ clock, saves }: ControlTarget): Saves {
  if (saves !== undefined) return saves;
  const what = clock === undefined ? machineTime : "has a journal, which cannot go back";
  throw new ValidationError("", what);
}

const machineTime = "has the machine's time here; start it with a virtual clock";

/**
 * Runs a command, `{"command": "<name>", ...fields}`, and returns its result; or runs a list in
 * order and returns a list. All are validated before the first one runs. Rejects with a
 * `ValidationError` that names the command and the field.
 */
export type Control = (request: unknown) => Promise<unknown>;

export async function runCommands(target: ControlTarget, request: unknown): Promise<unknown> {
  if (!Array.isArray(request)) return prepare(request)(target);
  const placeOf = (index: number): string => `command ${index + 1}`;
  const prepared = request.map((one: unknown, index) =>
    inPlace(placeOf(index), () => prepare(one)),
  );
  return prepared.map((run, index) => inPlace(placeOf(index), () => run(target)));
}

/** Validates a command and returns a function that runs it. */
function prepare(request: unknown): (target: ControlTarget) => unknown {
  const command = requireValid("Command", request);
  return (target) => runs[command.command](command as never, target);
}

const rejections: Readonly<Record<string, readonly [field: string, what: string]>> = {
  unknownAccount: ["account", "is unknown"],
  unknownSymbol: ["symbol", "is not listed"],
  insufficientBalance: ["amount", "is more than the free balance of the account"],
};

function execute(exchange: Exchange, wanted: Command): Reply {
  const reply = exchange.execute(wanted);
  if (reply.kind !== "rejected") return reply;
  const [field, what] = rejections[reply.reason] ?? ["", `was rejected: ${reply.reason}`];
  throw new ValidationError(field, what);
}
