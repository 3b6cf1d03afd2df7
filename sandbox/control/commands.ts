/** The admin commands of the sandbox: time, money, market and faults. */

import { symbolStatuses } from "../../generated/types.ts";
import { decimalFault, toUnits } from "../../runtime/encoding/decimal.ts";
import type { Command, Reply } from "../engine/messages.ts";
import { unitScale } from "../engine/units.ts";
import { isPaced, type VirtualClock } from "../exchange/clock.ts";
import type { Exchange, KeyRecord } from "../exchange/exchange.ts";
import type { MarketMaker } from "../exchange/market-maker.ts";
import { closeCode, type FaultRule } from "../faults/kinds.ts";
import type { FaultPlan } from "../faults/plan.ts";
import { loseListenKeys } from "../faults/requests.ts";
import { readRules } from "../faults/rules.ts";
import {
  choice,
  type Field,
  field,
  flag,
  inPlace,
  optional,
  readObject,
  requireObject,
  type Schema,
  text,
  ValidationError,
  type Values,
  whole,
} from "../faults/validation.ts";
import type { Hub } from "../streams/hub.ts";

/** The parts of a sandbox that commands change and that its state shows. */
export interface ControlTarget {
  readonly exchange: Exchange;
  /** The virtual clock; `undefined` where the time comes from outside. */
  readonly clock: VirtualClock | undefined;
  /** Live prices: on, off, or at another pace. */
  readonly maker: MarketMaker;
  /** Subscriptions to streams. */
  readonly hub: Hub;
  /** The fault rules, and how often each had an effect. */
  readonly faults: FaultPlan;
  readonly accounts: readonly KeyRecord[];
}

/** An admin command. */
interface AdminCommand {
  /** What it does, in one line. */
  readonly about: string;
  /** The fields that it takes beside its name. */
  readonly fields: Schema;
  /**
   * Runs it and gives its result as JSON can hold it. Throws a `ValidationError` when a field does
   * not fit the sandbox as it is now.
   */
  readonly run: (given: never, target: ControlTarget) => unknown;
}

function command<const Fields extends Schema>(
  about: string,
  fields: Fields,
  run: (given: Values<Fields>, target: ControlTarget) => unknown,
): AdminCommand {
  return { about, fields, run };
}

/** Longest time between two moves of the market maker, in milliseconds: a day. */
const everyMsMax = 86_400_000;

const transfer = { account: text(), asset: text(), amount: amount() };
const rules: Field<readonly FaultRule[]> = {
  expects: "a list of fault rules",
  read: (value, name) => inPlace(name, () => readRules(value)),
};

/** What `POST /control` and `sandbox.control` take, as `{"command": "<name>", ...fields}`. */
export const commands: Readonly<Record<string, AdminCommand>> = {
  addFaults: command(
    "adds fault rules behind those there are, and gives their names",
    { rules },
    ({ rules }, { faults }) => faults.add(...rules),
  ),
  removeFault: command("removes a fault rule", { name: text() }, ({ name }, { faults }) => {
    if (!faults.remove(name)) throw new ValidationError("name", "is that of no rule");
  }),
  clearFaults: command("removes all fault rules", {}, (_, { faults }) => faults.clear()),
  cutSockets: command(
    "ends all stream connections, with a close code or without a close frame; gives how many",
    { code: optional(closeCode()) },
    ({ code }, { faults, hub }) => {
      const subscribers = hub.subscribers();
      for (const subscriber of subscribers) {
        if (code === undefined) subscriber.cut();
        else subscriber.close(code, "");
        faults.count("cut");
      }
      return subscribers.length;
    },
  ),
  loseListenKey: command(
    "makes the exchange forget the listen keys of an account",
    { account: text() },
    ({ account }, { exchange, faults }) => {
      if (!exchange.state.accounts.has(account)) {
        throw new ValidationError("account", "is not known here");
      }
      loseListenKeys(exchange, account);
      faults.count("loseListenKey");
    },
  ),
  ban: command(
    "bans an address for a time: all its requests get 418 until then",
    { ip: text(), ms: whole(1) },
    ({ ip, ms }, { exchange, faults }) => {
      exchange.limits.ban(ip, exchange.now() + ms, exchange.now());
      faults.count("ban");
    },
  ),
  clock: command(
    "moves the virtual clock: jump to a time, advance and run all timers on the way, freeze or run",
    { jumpTo: optional(whole()), advanceMs: optional(whole()), frozen: optional(flag()) },
    ({ jumpTo, advanceMs, frozen }, { clock }) => {
      if (clock === undefined) {
        throw new ValidationError("", "has the machine's time here; start it with a virtual clock");
      }
      const paced = isPaced(clock) ? clock : undefined;
      if (frozen !== undefined && paced === undefined) {
        throw new ValidationError("frozen", "is for a clock that runs; this one never does");
      }
      if (frozen === true) paced?.freeze();
      if (jumpTo !== undefined) clock.jump(jumpTo);
      if (advanceMs !== undefined) clock.advance(advanceMs);
      if (frozen === false) paced?.resume();
      return { time: clock.now(), frozen: paced?.isFrozen() ?? true };
    },
  ),
  deposit: command("adds an amount to an account's balance", transfer, (given, { exchange }) =>
    moveFunds(exchange, given),
  ),
  withdraw: command("takes an amount out of a free balance", transfer, (given, { exchange }) =>
    moveFunds(exchange, { ...given, amount: -given.amount }),
  ),
  maintenance: command(
    "expires all open orders, of one symbol or of all",
    { symbol: optional(text()) },
    ({ symbol }, { exchange }) => {
      const reply = execute(exchange, { kind: "maintenance", symbol });
      return { expired: reply.kind === "maintained" ? reply.orders.length : 0 };
    },
  ),
  status: command(
    "sets the status of a symbol: orders are accepted while it is TRADING",
    { symbol: text(), status: choice(symbolStatuses) },
    ({ symbol, status }, { exchange }) => {
      execute(exchange, { kind: "status", symbol, status });
      return {};
    },
  ),
  maker: command(
    "starts or stops live prices, and sets how often they move",
    { on: flag(), everyMs: optional(whole(1, everyMsMax)) },
    ({ on, everyMs }, { maker }) => {
      if (on) maker.start(everyMs === undefined ? {} : { everyMs });
      else maker.stop();
      return { running: maker.isRunning() };
    },
  ),
};

/**
 * Runs a command, `{"command": "<name>", ...fields}`, and gives its result; or a list of them in
 * their order, and gives a list. All are validated before the first one runs.
 * Rejects with a `ValidationError` that names the command and the field when one is not right.
 */
export type Control = (request: unknown) => Promise<unknown>;

/** Runs a command, or a list of them, on a sandbox. */
export async function runCommands(target: ControlTarget, request: unknown): Promise<unknown> {
  if (!Array.isArray(request)) return prepare(request)(target);
  const placeOf = (index: number): string => `command ${index + 1}`;
  const prepared = request.map((one: unknown, index) =>
    inPlace(placeOf(index), () => prepare(one)),
  );
  return prepared.map((run, index) => inPlace(placeOf(index), () => run(target)));
}

const commandName = choice(Object.keys(commands));

/** Validates a command and gives what runs it. */
function prepare(request: unknown): (target: ControlTarget) => unknown {
  const { command: name, ...fields } = requireObject(request, "");
  const known = commands[commandName.read(name, "command")];
  const values = readObject(known?.fields ?? {}, fields);
  return (target) => known?.run(values as never, target);
}

/** An amount as decimal text, in units of the engine; never negative. */
function amount(): Field<bigint> {
  const isDecimal = (value: unknown): boolean => decimalFault(value) === undefined;
  const decimal = field<string>('a decimal as text, like "0.5"', isDecimal, { isText: true });
  return {
    ...decimal,
    read: (value, name) => {
      try {
        return toUnits(decimal.read(value, name), unitScale);
      } catch (error) {
        if (error instanceof ValidationError) throw error;
        throw new ValidationError(name, `has more than ${unitScale} decimal places`);
      }
    },
  };
}

function moveFunds(exchange: Exchange, given: Values<typeof transfer>): object {
  const markets = [...exchange.state.markets.values()];
  const assets = new Set(markets.flatMap(({ baseAsset, quoteAsset }) => [baseAsset, quoteAsset]));
  if (!assets.has(given.asset)) {
    throw new ValidationError("asset", `is none of ${[...assets].join(", ")}`);
  }
  execute(exchange, { kind: "deposit", ...given });
  return {};
}

const rejections: Readonly<Record<string, readonly [field: string, what: string]>> = {
  unknownAccount: ["account", "is not known here"],
  unknownSymbol: ["symbol", "is not listed"],
  insufficientBalance: ["amount", "is more than the account has free"],
};

function execute(exchange: Exchange, wanted: Command): Reply {
  const reply = exchange.execute(wanted);
  if (reply.kind !== "rejected") return reply;
  const [field, what] = rejections[reply.reason] ?? ["", `was rejected: ${reply.reason}`];
  throw new ValidationError(field, what);
}
