/** How to reach the sandbox from a program, and what can be traded there. */

import type { SymbolInfo } from "../../../generated/types.ts";
import type { KeyRecord } from "../../config/accounts.ts";
import { cell, element, make, row, short, show } from "./elements.ts";

/** Shows addresses, keys and a first program. */
export function showConnection(accounts: readonly KeyRecord[]): void {
  const baseUrl = location.origin;
  const streamUrl = baseUrl.replace("http", "ws");
  element("addresses").replaceChildren(
    row(["REST", `${baseUrl}/api/v1/time`]),
    row(["streams", `${streamUrl}/stream?streams=btcusdt@trade`]),
    row(["control", `${baseUrl}/control`]),
  );
  element("keys").replaceChildren(
    ...accounts.map(({ account, apiKey, apiSecret }) => row([account, apiKey, apiSecret])),
  );
  const [first] = accounts;
  show(
    "program",
    `import { createClient } from "tradespec";

const exchange = createClient({
  baseUrl: "${baseUrl}",
  apiKey: "${first?.apiKey ?? ""}",
  apiSecret: "${first?.apiSecret ?? ""}",
});
console.log(await exchange.getAccount());

// From a shell:
// curl ${baseUrl}/api/v1/depth?symbol=BTCUSDT
// curl ${baseUrl}/control -d '{"command": "clearFaults"}'`,
  );
}

/** Shows each symbol with its filters, one line each. */
export function showSymbols(symbols: readonly SymbolInfo[]): void {
  element("symbols").replaceChildren(
    ...symbols.map((listing) => {
      const { symbol, status, type, filters } = listing;
      const line = row([symbol, String(status ?? ""), String(type ?? "")]);
      const list = make("ul");
      list.append(...filters.map((filter) => make("li", filterText(filter))));
      line.append(cell(list));
      return line;
    }),
  );
}

/** A filter in one line: its name, and its fields without the zeros at their end. */
function filterText(filter: object): string {
  const { filterType = "", ...fields } = filter as Readonly<Record<string, unknown>>;
  const parts = Object.entries(fields).map(([name, value]) => `${name} ${short(String(value))}`);
  return `${String(filterType)}: ${parts.join(", ")}`;
}
