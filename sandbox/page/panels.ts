/** The parts of the page, by route. */

import type { ComponentType } from "preact";

import { CallPanel } from "./call/call-panel.tsx";
import { ConnectPanel } from "./connect/connect-panel.tsx";
import { FaultPanel } from "./faults/fault-panel.tsx";
import { Inspector } from "./inspect/inspector.tsx";
import type { PanelProps } from "./panel.ts";
import type { RouteName } from "./route.ts";
import { TradeScreen } from "./trade/screen.tsx";

interface Panel {
  readonly title: string;
  readonly Component: ComponentType<PanelProps>;
}

export const panels: Readonly<Record<RouteName, Panel>> = {
  trade: { title: "Trade", Component: TradeScreen },
  inspect: { title: "Inspector", Component: Inspector },
  call: { title: "Call", Component: CallPanel },
  sandbox: { title: "Faults and clock", Component: FaultPanel },
  connect: { title: "Connect", Component: ConnectPanel },
};
