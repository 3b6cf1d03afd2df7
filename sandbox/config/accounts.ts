/** The accounts of an exchange: those of its users, and its own. */

import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import { feeAccount } from "../engine/balances.ts";
import type { AccountDescription, Rates } from "../engine/state.ts";
import { unitScale } from "../engine/units.ts";
import { ValidationError } from "./validation.ts";

/** An API key with its secret and the account that it belongs to. */
export interface KeyRecord {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly account: string;
}

/** An account of a user with its key, and what it holds at the beginning. */
export interface UserAccount extends AccountDescription, KeyRecord {
  readonly balances: Readonly<Record<string, string>>;
}

/** The accounts that trade by themselves; they have no keys, and their history is not kept. */
export const makerName = "maker";
export const takerName = "taker";

/** The commissions of accounts that have none of their own; 0.1 % by default. */
export function ratesOf({ maker = "0.001", taker = "0.001" }: SandboxSchemas["Fees"] = {}): Rates {
  return { makerRate: toUnits(maker, unitScale), takerRate: toUnits(taker, unitScale) };
}

/** The public key and secret of an account that was given none; they protect nothing. */
export function defaultKey(account: string): KeyRecord {
  return {
    account,
    apiKey: `sandbox-key-of-${account}`,
    apiSecret: `sandbox-secret-of-${account}`,
  };
}

/** The keys of the accounts that a sandbox has unless others are given. */
export const seededKeys: readonly KeyRecord[] = [defaultKey("alice"), defaultKey("bob")];

/** The accounts of users. Throws a `ValidationError` where two have one name or one key. */
export function readAccounts(
  given: readonly SandboxSchemas["Account"][] | undefined,
  fees: SandboxSchemas["Fees"] | undefined,
  assets: readonly string[],
): readonly UserAccount[] {
  const usual = seededKeys.map(({ account }) => ({
    name: account,
    balances: richBalances(assets),
  }));
  const wanted: readonly SandboxSchemas["Account"][] = given ?? usual;
  const taken = new Set([makerName, takerName, feeAccount]);
  const keys = new Set<string>();
  return wanted.map((account, index) => {
    const { name, balances = {} } = account;
    const { apiKey, apiSecret } = { ...defaultKey(name), ...account };
    if (taken.has(name)) throw new ValidationError(`accounts[${index}].name`, "is already taken");
    if (keys.has(apiKey))
      throw new ValidationError(`accounts[${index}].apiKey`, "is already taken");
    taken.add(name);
    keys.add(apiKey);
    return {
      account: name,
      name,
      apiKey,
      apiSecret,
      balances,
      ...ratesOf({ ...fees, ...account.fees }),
    };
  });
}

/** What the accounts hold that every sandbox has. */
function richBalances(assets: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(assets.map((asset) => [asset, richAmounts[asset] ?? "1000000"]));
}

const richAmounts: Readonly<Record<string, string>> = { BTC: "10", ETH: "100", THB: "10000000" };
