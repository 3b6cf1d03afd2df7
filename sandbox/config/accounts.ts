/** The accounts of an exchange: its users' and its own. */

import type { SandboxSchemas } from "../../generated/sandbox.ts";
import { toUnits } from "../../runtime/encoding/decimal.ts";
import { feeAccount } from "../engine/balances.ts";
import type { AccountDescription, Rates } from "../engine/state.ts";
import { unitScale } from "../engine/units.ts";
import { ValidationError } from "./validation.ts";

/** An API key with its secret and its account. */
export interface KeyRecord {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly account: string;
}

/** A user's account with its key and initial balances. */
export interface UserAccount {
  readonly description: AccountDescription;
  readonly key: KeyRecord;
  readonly balances: Readonly<Record<string, string>>;
}

/** The exchange's own trading accounts; they have no keys, and their history is not kept. */
export const makerName = "maker";
export const takerName = "taker";

/** Default commission rates; 0.1 % when absent. */
export function ratesOf({ maker = "0.001", taker = "0.001" }: SandboxSchemas["Fees"] = {}): Rates {
  return { makerRate: toUnits(maker, unitScale), takerRate: toUnits(taker, unitScale) };
}

/** Default key and secret of an account; they are public and protect nothing. */
export function defaultKey(account: string): KeyRecord {
  return {
    account,
    apiKey: `sandbox-key-of-${account}`,
    apiSecret: `sandbox-secret-of-${account}`,
  };
}

export const seededKeys: readonly KeyRecord[] = [defaultKey("alice"), defaultKey("bob")];

/** Reads the users' accounts. Throws a `ValidationError` for a repeated name or key. */
export function readAccounts(
  given: readonly SandboxSchemas["Account"][] | undefined,
  fees: SandboxSchemas["Fees"] | undefined,
  assets: readonly string[],
): readonly UserAccount[] {
  const rich = Object.fromEntries(assets.map((asset) => [asset, richAmounts[asset] ?? "1000000"]));
  const usual = seededKeys.map(({ account }) => ({ name: account, balances: rich }));
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
    const description = { name, ...ratesOf({ ...fees, ...account.fees }) };
    return { description, key: { account: name, apiKey, apiSecret }, balances };
  });
}

const richAmounts: Readonly<Record<string, string>> = { BTC: "10", ETH: "100", THB: "10000000" };
