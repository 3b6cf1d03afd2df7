/** Probes that go over the limits: only on a sandbox, which cannot ban anybody in earnest. */

import { limitRules } from "../../../generated/limits.ts";
import type { Probe } from "./wire.ts";

export const sandboxProbes: readonly Probe[] = [
  {
    id: "ban",
    summary: "An address that is banned",
    needs: ["sandbox"],
    run: async ({ call, admin, wait }) => {
      await admin({ command: "ban", ip: "127.0.0.1", ms: 5000 });
      await call("getTime");
      await wait(6000);
    },
  },
  {
    id: "tooMuchWeight",
    summary: "More weight than a window holds",
    needs: ["sandbox", "key"],
    run: async ({ call, status }) => {
      const { exceeded } = limitRules;
      const callsMax = 50;
      for (let sent = 0; sent < callsMax && status() !== exceeded.status; sent += 1) {
        await call("getOpenOrders");
      }
    },
  },
];
