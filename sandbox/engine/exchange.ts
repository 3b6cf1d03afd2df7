/**
 * The exchange itself, without a clock, a network or a chance of its own: the same state,
 * command and time always give the same result.
 */

import { deposit } from "./balances.ts";
import { type Changes, finishChanges, startChanges, touchAsset } from "./changes.ts";
import { cancelOrder, expireOrders } from "./ending.ts";
import type { Command, DepositCommand, ExchangeEvent, Reply } from "./messages.ts";
import { placeOrder } from "./placement.ts";
import type { ExchangeState } from "./state.ts";
import { setStatus } from "./status.ts";

export interface StepResult {
  /** The very object that was given in. */
  readonly state: ExchangeState;
  readonly reply: Reply;
  readonly events: readonly ExchangeEvent[];
}

/**
 * Carries out one command at `now` (milliseconds; never earlier than the command before).
 * `state` is changed in place, for speed, and handed back; take `structuredClone(state)` first
 * to keep the old one. A refused command changes nothing but the time.
 */
export function step(state: ExchangeState, command: Command, now: number): StepResult {
  state.now = Math.max(state.now, now);
  const changes = startChanges(state);
  const reply = carryOut(state, command, changes);
  return { state, reply, events: finishChanges(changes) };
}

function carryOut(state: ExchangeState, command: Command, changes: Changes): Reply {
  switch (command.kind) {
    case "place":
      return placeOrder(state, command, changes);
    case "cancel":
      return cancelOrder(state, command, changes);
    case "maintenance":
      return expireOrders(state, command, changes);
    case "status":
      return setStatus(state, command);
    case "deposit":
      return depositAmount(state, command, changes);
  }
}

function depositAmount(state: ExchangeState, command: DepositCommand, changes: Changes): Reply {
  const { asset, amount } = command;
  const account = state.accounts.get(command.account);
  if (account === undefined) return { kind: "refused", reason: "unknownAccount" };
  if (!deposit(state, account, asset, amount)) {
    return { kind: "refused", reason: "insufficientBalance" };
  }
  touchAsset(changes, account, asset);
  const { name } = account;
  changes.events.push({ kind: "transfer", account: name, time: changes.time, asset, amount });
  return { kind: "deposited" };
}
