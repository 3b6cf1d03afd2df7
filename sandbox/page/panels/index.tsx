/** The panels beside the trading screen, by route. */

import type { ComponentType } from "preact";

import type { PanelProps } from "../panel.ts";
import type { RouteName } from "../route.ts";
import { ConnectPanel, SandboxPanel } from "./static.tsx";

interface Panel {
  readonly title: string;
  readonly Component: ComponentType<PanelProps>;
}

export const panels: Readonly<Partial<Record<RouteName, Panel>>> = {
  sandbox: { title: "Faults and clock", Component: SandboxPanel },
  connect: { title: "Connect", Component: ConnectPanel },
};
