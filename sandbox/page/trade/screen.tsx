import type { PanelProps } from "../panel.ts";

/** The trading screen. */
export function TradeScreen({ account }: PanelProps) {
  return <p class="empty">Trading for {account.account}</p>;
}
