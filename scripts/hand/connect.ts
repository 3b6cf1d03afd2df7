/** What the commands for the hand share: the exchange that they call, and how they print. */

import { type Client, createClient } from "../../generated/index.ts";
import { TradespecError } from "../../runtime/errors.ts";
import { readBaseUrl, readKeys, sandboxUrl } from "../shared/exchange.ts";

const usualUrl = process.env["TRADESPEC_BASE_URL"] ?? sandboxUrl;

export const connectOptions = {
  "base-url": { type: "string", default: usualUrl },
  json: { type: "boolean", default: false },
} as const;

/** The options of each command, for its help. */
export const connectHelp = `  --base-url URL   address of the exchange (default that of TRADESPEC_BASE_URL, else of a
                   sandbox on this machine, ${sandboxUrl})
  --json           print JSON, one line for each result; ids above 2^53 are text

The API key and its secret are read from the environment: TRADESPEC_KEY and TRADESPEC_SECRET.
`;

/** What a command says that cannot sign. */
export const noKeys =
  "TRADESPEC_KEY and TRADESPEC_SECRET are not set; put the API key and its secret there.";

export function hasKeys(): boolean {
  return readKeys().apiKey !== undefined;
}

export function connect(baseUrl: string): Client {
  return createClient({ baseUrl: readBaseUrl(baseUrl), ...readKeys() });
}

/** JSON without loss: readers of JSON round numbers above 2^53, so those are written as text. */
export function toJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_, member: unknown) =>
    typeof member === "bigint" ? String(member) : member,
  );
}

/** The price of an order in words; a MARKET order has none, or 0. */
export function priceText(price: unknown): string {
  return /[1-9]/u.test(String(price ?? "")) ? ` at ${price}` : "";
}

/** Rows as columns; all but the first are aligned to the right, where decimals end. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((text, at) => (at === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join("  ");
  return rows.map(line).join("\n");
}

/** Prints why a command failed and exits 1; a defect of the program keeps its stack. */
export async function orExit<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TradespecError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
