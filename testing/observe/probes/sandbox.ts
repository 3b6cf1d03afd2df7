/** Probes that exceed limits, for a sandbox only, whose bans do no harm. */

import { limitRules, limits } from "../../../generated/limits.ts";
import type { Probe } from "./wire.ts";

export const sandboxProbes: readonly Probe[] = [
  {
    id: "tooMuchWeight",
    summary: "More weight than a window allows",
    needs: ["sandbox", "key"],
    run: async ({ call, status, wait }) => {
      const { exceeded } = limitRules;
      const callsMax = 50;
      for (let sent = 0; sent < callsMax && status() !== exceeded.status; sent += 1) {
        await call("orders.open");
      }
      await wait(limits[0].windowMs);
    },
  },
  {
    id: "ban",
    summary: "A banned IP address",
    needs: ["sandbox"],
    run: async ({ call, admin, wait }) => {
      const ip = "127.0.0.1";
      // Another contract may not say how long a ban is.
      const { firstMs: ms = 60_000 }: { readonly firstMs?: number } = limitRules.banned;
      await call("time");
      await admin({ command: "ban", ip, ms });
      await call("time");
      // Others may continue to use the sandbox.
      await admin({ command: "ban", ip, ms: 1 });
      await wait(1);
    },
  },
];
