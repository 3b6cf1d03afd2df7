/** Commands that move time, money and the market. */

import { symbolStatuses } from "../../generated/types.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import type { Command, Reply } from "../engine/messages.ts";
import { unitScale } from "../engine/units.ts";
import type { Sandbox } from "../index.ts";
import { isPaced } from "../paced-clock.ts";
import { command } from "./command.ts";
import { choice, decimal, flag, optional, ShapeError, text, whole } from "./shape.ts";

/** Longest time between two looks of the maker, in milliseconds: a day. */
const everyMsMax = 86_400_000;

const transfer = { account: text(), asset: text(), amount: decimal() };

/** See the names. */
export const worldCommands = {
  clock: command(
    "moves the virtual clock: jump to a time, advance through what comes due, stand or run on",
    {
      jumpTo: optional(whole()),
      advanceMs: optional(whole()),
      frozen: optional(flag()),
    },
    ({ jumpTo, advanceMs, frozen }, { clock }) => {
      if (clock === undefined) {
        throw new ShapeError("", "has the machine's time here; start it with a virtual clock");
      }
      if (frozen !== undefined && !isPaced(clock)) {
        throw new ShapeError("frozen", "is for a clock that runs by itself; this one never does");
      }
      if (isPaced(clock) && frozen === true) clock.freeze();
      if (jumpTo !== undefined) clock.jump(jumpTo);
      if (advanceMs !== undefined) clock.advance(advanceMs);
      if (isPaced(clock) && frozen === false) clock.resume();
      return { time: clock.now(), frozen: !isPaced(clock) || clock.isFrozen() };
    },
  ),

  deposit: command("brings an amount in from outside", transfer, (given, sandbox) =>
    move(sandbox, given, 1n),
  ),

  withdraw: command("takes an amount out that is free", transfer, (given, sandbox) =>
    move(sandbox, given, -1n),
  ),

  maintenance: command(
    "lets all open orders expire, of one symbol or of all",
    { symbol: optional(text()) },
    ({ symbol }, sandbox) => {
      const reply = carryOut(sandbox, { kind: "maintenance", symbol });
      return { expired: reply.kind === "maintained" ? reply.orders.length : 0 };
    },
  ),

  status: command(
    "halts a symbol, or lets it trade again: orders are taken while it is TRADING",
    { symbol: text(), status: choice(symbolStatuses) },
    ({ symbol, status }, sandbox) => {
      carryOut(sandbox, { kind: "status", symbol, status });
      return {};
    },
  ),

  maker: command(
    "live prices on or off, and how often they move",
    { on: flag(), everyMs: optional(whole(1, everyMsMax)) },
    ({ on, everyMs }, { maker }) => {
      if (on) maker.start(everyMs === undefined ? {} : { everyMs });
      else maker.stop();
      return { running: maker.isRunning() };
    },
  ),
};

interface Transfer {
  readonly account: string;
  readonly asset: string;
  readonly amount: string;
}

function move(sandbox: Sandbox, { account, asset, amount }: Transfer, sign: bigint) {
  const assets = new Set(
    [...sandbox.venue.state.markets.values()].flatMap(({ baseAsset, quoteAsset }) => [
      baseAsset,
      quoteAsset,
    ]),
  );
  if (!assets.has(asset)) {
    throw new ShapeError("asset", `is none of ${[...assets].join(", ")}`);
  }
  carryOut(sandbox, { kind: "deposit", account, asset, amount: sign * unitsOf(amount) });
  return {};
}

function unitsOf(amount: string): bigint {
  try {
    return toUnits(amount, unitScale);
  } catch {
    throw new ShapeError("amount", `has more than ${unitScale} decimal places`);
  }
}

const faults: Readonly<Record<string, readonly [field: string, what: string]>> = {
  unknownAccount: ["account", "is not known here"],
  unknownSymbol: ["symbol", "is not listed"],
  insufficientBalance: ["amount", "is more than the account has free"],
};

function carryOut({ venue }: Sandbox, wanted: Command): Reply {
  const reply = venue.execute(wanted);
  if (reply.kind !== "refused") return reply;
  const [field, what] = faults[reply.reason] ?? ["", `was refused: ${reply.reason}`];
  throw new ShapeError(field, what);
}
